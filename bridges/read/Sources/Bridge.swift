import AccessibilityClient
import CLinux
import Glibc
import JSON
import Logging
import Sockets

/// The loop between touchd and the accessibility bus.
final class Bridge {
    /// The longest sleep in µs: the watchdog is answered this often.
    private static let sleepMax: Int64 = 5_000_000

    private let settings: ReadSettings
    private let bus = AccessibilityBus()
    private var reader: Reader
    private var link: AccessibilityLink!

    init(_ settings: ReadSettings) {
        self.settings = settings
        reader = Reader(settings)
        let program = AccessibilityLink.Program(
            "touchd-read", loss: "cannot answer touchd", connected: .readConnected, unreachable: .readUnreachable, unusable: .readUnusable)
        link = AccessibilityLink(settings.socket, program, regions: settings.patterns) { [unowned self] message in
            receive(message)
        } handleLoss: { [unowned self] in
            reader.handleLostTouchd()
        }
        bus.handle = { [unowned self] event in
            switch event {
            case .connected: reader.handleBus()
            case .lost: reader.handleLostBus()
            case .answer(let answer, let call): perform(reader.receive(answer, to: call, MonotonicClock.now))
            }
        }
    }

    /// Runs the loop. Returns when the program must exit.
    func run() {
        let signals = clinux_signalfd([SIGTERM, SIGINT], 2)
        signal(SIGPIPE, SIG_IGN)
        Log.write(.readStarts, "reading applications for the accessible glass")
        notify("READY=1")
        while true {
            let now = MonotonicClock.now
            link.tick(now)
            bus.tick(now)
            var polled = [
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0), pollfd(fd: link.fd, events: Int16(link.events), revents: 0),
                pollfd(fd: bus.fd, events: Int16(bus.events), revents: 0),
            ]
            let wait = max(0, min(min(link.deadline, bus.deadline, reader.deadline) - MonotonicClock.now, Self.sleepMax))
            poll(&polled, nfds_t(polled.count), Int32((wait + 999) / 1000))
            if polled[0].revents != 0 { break }
            // touchd first: a new question replaces the one before.
            if polled[1].revents != 0 { link.transfer(MonotonicClock.now) }
            bus.transfer(MonotonicClock.now)
            perform(reader.advance(MonotonicClock.now))
            Log.writeLeftOut()
            notify("WATCHDOG=1")
        }
        notify("STOPPING=1")
        Log.finish()
    }

    private func receive(_ message: JSONValue) {
        let now = MonotonicClock.now
        for line in KioskLine.lines(message) { reader.handle(line, now) }
        // The screens' sizes may have changed with the tree.
        let type = message["type"]
        if settings.window == .screen, type == "snapshot" || type == "config" { link.request("devices") }
    }

    private func perform(_ steps: [ReaderStep]) {
        for step in steps {
            switch step {
            case .ask(let call, let query): bus.ask(query, call)
            case .request(let type, let members): link.request(type, members)
            case .logSlow(let name):
                let text = "application \(name) does not answer in time; it is left alone for a while"
                Log.write(LogMessage(.applicationSlow, text, [.peer(name)], limits: [.few(name)]))
            case .logWrong(let name, let reason):
                let text = "application \(name) gives an answer that cannot be: \(reason)"
                Log.write(LogMessage(.applicationWrong, text, [.peer(name), .reason(reason)], limits: [.few(name)]))
            }
        }
    }

    private func notify(_ state: String) {
        if let path = getenv("NOTIFY_SOCKET") { Datagram.send(state, to: String(cString: path)) }
    }
}
