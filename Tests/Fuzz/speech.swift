import AccessibilityClient
import Glibc
import JSON

@testable import Speech
@testable import touchd_speak

/// Arbitrary lines of touchd and arbitrary answers in SSIP. A server that keeps to SSIP gets the commands that were meant, and whole texts: no text
/// becomes a command, and no command becomes text. From any other server the session asks for the end of the connection.
///
/// Each line of the input is a step; see `SpokenKiosk.perform`.
func fuzzSpeech(_ bytes: [UInt8]) {
    let kiosk = SpokenKiosk()
    for step in steps(bytes) { kiosk.perform(step.what, step.rest) }
    kiosk.close()
}

private final class SpokenKiosk {
    nonisolated(unsafe) private static let languages = {
        do { return try SpokenLanguages(settings, file: "speak.yaml", shipped: repository + "/config/speak") } catch { fatalError("\(error)") }
    }()
    private static let settings = {
        var settings = SpeakSettings()
        settings.sounds = ["hold": "hold", "edge": "/usr/share/sounds/edge.wav", "on": "on\r\nQUIT"]
        return settings
    }()

    private let touchd = StandIn()
    private var link: AccessibilityLink!
    private var speaker = Speaker(settings, languages)
    private var session: SSIPSession
    private var server = SpeechServerModel()
    private var now: Int64 = 1_000_000

    init() {
        session = SSIPSession(SpeechServerSettings(module: "espeak-ng", voice: "en 1"), speaker.prosody, now: now)
        let program = AccessibilityLink.Program(
            "touchd-speak", loss: "hears nothing from touchd", connected: .speakConnected, unreachable: .speakUnreachable, unusable: .speakUnusable)
        link = AccessibilityLink(StandIn.path, program) { [unowned self] message in
            for line in KioskLine.lines(of: message) { perform(speaker.handle(line)) }
        } handleLoss: { [unowned self] in
            perform(speaker.handleLostTouchd())
        }
        connect()
    }

    private func connect() {
        link.tick(now)
        guard touchd.accept() else { return }
        touchd.send(StandIn.hello + [10])
        link.transfer(now)
    }

    /// `l` and a line: touchd sends it; `m`: a piece of one. `r` and a character: the server reads and answers one command, as the character says.
    /// `s` and a line: the server sends anything; `q`: a piece of it. `t` and a character: time passes. `x`: touchd ends the connection.
    func perform(_ what: Unicode.Scalar, _ rest: [UInt8]) {
        switch what {
        case "l": touchd.send(rest + [10])
        case "m": touchd.send(rest)
        case "r": if let reply = server.answer(rest.first ?? 0) { receive(reply) }
        case "s", "q":
            server.isHonest = false
            receive(rest + (what == "s" ? [13, 10] : []))
        case "t": now += Int64(rest.first ?? 1) * 20_000
        case "x": touchd.disconnect()
        default: return
        }
        link.transfer(now)
        connect()
        if let fault = session.fault(at: now) { reconnect(fault) }
        server.append(&session.outgoing)
        if session.refusals.count > SSIPSession.wishesMax { fatalError("\(session.refusals.count) refusals are kept") }
        session.refusals = []
    }

    private func perform(_ actions: [SpeechAction]) {
        for action in actions {
            if case .speak(let utterance) = action {
                if !FocusedElement.isLanguage(utterance.language) { fatalError("no language: \(utterance)") }
                server.texts.insert(SSIPText.data(utterance.text))
            }
            session.perform(action, now: now)
            if session.outgoing.count > SSIPSession.outgoingMax * 2 { fatalError("\(session.outgoing.count) bytes wait") }
            server.append(&session.outgoing)
        }
    }

    private func receive(_ bytes: [UInt8]) {
        do throws(SSIPSession.Fault) { try session.receive(bytes, now: now) } catch { reconnect(error) }
        server.append(&session.outgoing)
    }

    private func reconnect(_ fault: SSIPSession.Fault) {
        if server.isHonest, fault != .silent { fatalError("the server is honest, but \(fault.rawValue)") }
        session = SSIPSession(SpeechServerSettings(), speaker.prosody, now: now)
        server = SpeechServerModel()
        perform([.setProsody(speaker.prosody)] + speaker.handleNewServer())
    }

    /// Lets an honest server answer everything: then nothing waits.
    func close() {
        perform([.interrupt])
        var left = 10_000
        while server.isHonest, left > 0, let reply = server.answer(0) {
            receive(reply)
            left -= 1
        }
        if !server.isHonest { return }
        if session.deadline != nil { fatalError("answers are missing for ever") }
    }
}

/// speech-dispatcher, as far as SSIP goes: after SPEAK all lines up to a single dot are text.
private struct SpeechServerModel {
    private enum Mode { case command, data, refused }

    /// The data of all texts that may be spoken.
    var texts: Set<[UInt8]> = [SSIPText.end]
    /// False if the server has sent anything that is no answer.
    var isHonest = true
    private var mode = Mode.command
    private var input: [UInt8] = []
    private static let commands = [
        "SET SELF CLIENT_NAME ", "SET SELF OUTPUT_MODULE ", "SET SELF SYNTHESIS_VOICE ", "SET SELF PRIORITY MESSAGE", "SET SELF RATE ",
        "SET SELF VOLUME ", "SET SELF LANGUAGE ", "SOUND_ICON ", "CANCEL SELF", "PAUSE SELF", "RESUME SELF", "SPEAK",
    ]

    mutating func append(_ bytes: inout [UInt8]) {
        input += bytes
        bytes = []
    }

    /// Reads the next line.
    private mutating func line() -> [UInt8]? {
        guard let end = input.firstIndex(of: 10) else { return nil }
        defer { input.removeFirst(end + 1) }
        if end == 0 || input[end - 1] != 13 { fatalError("a line without CR LF: \(String(decoding: input[...end], as: UTF8.self))") }
        return Array(input[..<(end - 1)])
    }

    /// Returns the answer to the next command; nil if there is none yet.
    ///
    /// - Parameter choice: decides how the server answers.
    mutating func answer(_ choice: UInt8) -> [UInt8]? {
        if mode == .data { return readText(choice) }
        guard let bytes = line() else { return nil }
        let line = String(decoding: bytes, as: UTF8.self)
        // The end of a text after a command that the server has refused.
        if bytes == [UInt8(ascii: ".")], mode == .refused {
            mode = .command
            return reply("500 ERR INVALID COMMAND", choice)
        }
        guard Self.commands.contains(where: { $0.hasSuffix(" ") ? line.hasPrefix($0) : line == $0 }), !bytes.contains(where: { $0 < 0x20 }) else {
            fatalError("no command that was meant: \(line)")
        }
        if line != "SPEAK" { return reply(choice & 1 == 0 ? "200 OK" : "300 ERR", choice) }
        mode = choice & 1 == 0 ? .data : .refused
        return reply(mode == .data ? "230 OK RECEIVING DATA" : "304 ERR", choice)
    }

    private mutating func readText(_ choice: UInt8) -> [UInt8]? {
        var data: [UInt8] = []
        var rest = input[...]
        while let end = rest.firstIndex(of: 10) {
            let line = rest[rest.startIndex...end]
            data += line
            rest = rest[(end + 1)...]
            if line.elementsEqual(SSIPText.end) {
                if !texts.contains(data) { fatalError("another text: \(String(decoding: data, as: UTF8.self))") }
                input = Array(rest)
                mode = .command
                return reply(choice & 1 == 0 ? "225 OK MESSAGE QUEUED" : "301 ERR", choice)
            }
        }
        return nil
    }

    /// Returns a reply, perhaps of several lines.
    private func reply(_ text: String, _ choice: UInt8) -> [UInt8] {
        Array(((choice & 2 == 0 ? "" : text.prefix(3) + "-21\r\n") + text + "\r\n").utf8)
    }
}
