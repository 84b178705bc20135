import AccessibilityClient
import CLinux
import Glibc
import Logging
import Sockets
import Speech

/// The loop between touchd and the speech server.
final class Bridge {
    /// The longest sleep in µs: the watchdog is answered this often.
    private static let sleepMax: Int64 = 5_000_000

    private let settings: SpeakSettings
    private let server: SpeechServer
    private var speaker: Speaker
    private var link: AccessibilityLink!

    init(_ settings: SpeakSettings, _ languages: SpokenLanguages) {
        self.settings = settings
        server = SpeechServer(settings.speech)
        speaker = Speaker(settings, languages)
        let program = AccessibilityLink.Program(
            "touchd-speak", loss: "hears nothing from touchd", connected: .speakConnected, unreachable: .speakUnreachable, unusable: .speakUnusable)
        link = AccessibilityLink(settings.socket, program) { [unowned self] message in
            for line in KioskLine.lines(of: message) { server.perform(speaker.handle(line), MonotonicClock.now) }
        } handleLoss: { [unowned self] in
            server.perform(speaker.handleLostTouchd(), MonotonicClock.now)
        }
    }

    /// Runs the loop. Returns when the program must exit.
    func run() {
        let signals = clinux_signalfd([SIGTERM, SIGINT], 2)
        signal(SIGPIPE, SIG_IGN)
        Log.write(.speakStarts, "speaking through \(settings.speech.socket)", .peer(settings.speech.socket))
        notify("READY=1")
        while true {
            let now = MonotonicClock.now
            link.tick(now)
            server.tick(speaker.prosody, now)
            var polled = [
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0), pollfd(fd: link.fd, events: Int16(link.events), revents: 0),
                pollfd(fd: server.fd, events: Int16(server.events), revents: 0),
            ]
            let wait = max(0, min(min(link.deadline, server.deadline) - MonotonicClock.now, Self.sleepMax))
            poll(&polled, nfds_t(polled.count), Int32((wait + 999) / 1000))
            if polled[0].revents != 0 { break }
            // touchd first: a new touch interrupts before answers about old speech are read.
            if polled[1].revents != 0 { link.transfer(MonotonicClock.now) }
            if polled[2].revents != 0, server.transfer(MonotonicClock.now) {
                server.perform([.setProsody(speaker.prosody)] + speaker.handleNewServer(), MonotonicClock.now)
            }
            Log.writeLeftOut()
            notify("WATCHDOG=1")
        }
        notify("STOPPING=1")
        server.perform([.interrupt], MonotonicClock.now)
        Log.finish()
    }

    private func notify(_ state: String) {
        if let path = getenv("NOTIFY_SOCKET") { Datagram.send(state, to: String(cString: path)) }
    }
}
