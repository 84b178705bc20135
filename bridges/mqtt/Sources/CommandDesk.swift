import JSON
import Logging
import Sockets
import Text

/// Receives commands from the broker, makes touchd do them, and publishes the results. Each command is logged.
struct CommandDesk {
    private let settings: BridgeSettings
    private let topics: Topics
    private var pace = CommandPace()
    private var refusals = CommandPace()
    /// The most characters of foreign text in a line of the log: of a command's name, and of the reason for a refusal.
    private static let nameMax = 32, reasonMax = 300

    init(_ settings: BridgeSettings, _ topics: Topics) { (self.settings, self.topics) = (settings, topics) }

    /// Handles a command.
    ///
    /// - Parameters:
    ///   - name: the last level of the topic.
    ///   - screens: the current screens, in the configuration's order.
    mutating func handle(
        _ name: String, _ payload: [UInt8], isRetained: Bool, _ screens: [KioskReport.Screen], _ link: TouchdLink,
        _ answer: @escaping (Broker.Publication) -> Void
    ) {
        // An empty payload removes a retained message from its topic (MQTT 3.1.1, 3.3.1.3). It is not a command.
        if payload.isEmpty { return }
        let now = MonotonicClock.now
        let id = Command.id(in: payload)
        let topic = topics.result(name)
        let from = "from \(settings.broker)" + (id.map { ", id \(printable(Self.text($0)))" } ?? "")
        func reply(_ members: [String: JSONValue]) {
            var members = members
            if let id { members["id"] = id }
            members["at"] = .string(WallClock.text(wall: WallClock.now))
            var bytes: [UInt8] = []
            JSONValue.object(members).write(into: &bytes)
            answer(Broker.Publication(topic: topic, payload: bytes, isRetained: false))
        }
        do throws(Command.Refusal) {
            let command = try admit(name, payload, isRetained: isRetained, screens, at: now)
            let whom = from + (command.by.map { ", by \"\($0)\"" } ?? "")
            let peer = settings.broker
            Log.write(.commandTaken, "command \(name) \(whom)", .command(name), .peer(peer))
            var request = command.request
            request["for"] = .string("mqtt \(settings.broker)" + (command.by.map { ", \($0)" } ?? ""))
            Self.send(request, in: command.modes, link) { members in
                let isDone = members["ok"] == .bool(true)
                if isDone {
                    Log.write(.commandDone, "command \(name) \(whom): done", .command(name), .peer(peer))
                } else {
                    let why = printable(Self.text(members["error"] ?? .null), atMost: Self.reasonMax)
                    Log.write(.commandFailed, "command \(name) \(whom) failed: \(why)", .command(name), .peer(peer), .reason(why))
                }
                reply(members)
            }
        } catch {
            // Answers are limited too: a thousand answers would be as bad as a thousand commands.
            guard refusals.admits(at: now) else { return }
            let (shown, why) = (quotable(name, atMost: Self.nameMax), printable(error.message, atMost: Self.reasonMax))
            let text = "refused command \"\(shown)\" \(from): \(why)"
            let fields: [LogField] = [.command(shown), .peer(settings.broker), .reason(why)]
            Log.write(LogMessage(.commandRefused, text, fields, limits: [.few()]))
            if Command.Kind(rawValue: name) != nil {
                reply(["ok": false, "error": ["code": .string(error.code), "message": .string(error.message)]])
            }
        }
    }

    /// Makes touchd do a command if the screen is in one of the modes. touchd compares the mode, because the bridge's own state may be a second old.
    private static func send(
        _ request: [String: JSONValue], in modes: [String], _ link: TouchdLink, _ done: @escaping ([String: JSONValue]) -> Void
    ) {
        var request = request
        if let mode = modes.first { request["from"] = .string(mode) }
        link.request(request) { reply in
            guard reply?["error"]?["code"]?.string == "conflict" else { return done(result(reply)) }
            if modes.count > 1 { return send(request, in: Array(modes.dropFirst()), link, done) }
            done(["ok": false, "error": ["code": .string(locked.code), "message": .string(locked.message)]])
        }
    }

    private static let locked = Command.Refusal(
        code: "locked", message: "the glass is locked, and cleaning would unlock it; unlock it with touchctl screen --unlock")

    private mutating func admit(
        _ name: String, _ payload: [UInt8], isRetained: Bool, _ screens: [KioskReport.Screen], at now: Int64
    ) throws(Command.Refusal) -> Command {
        guard let kind = Command.Kind(rawValue: name) else {
            throw Command.Refusal(code: "unsupported", message: "unknown command")
        }
        if isRetained {
            throw Command.Refusal(code: "retained", message: "the message is retained, so it would act again at each connection; do not retain it")
        }
        if !settings.commands.contains(kind) {
            throw Command.Refusal(code: "off", message: "\"\(name)\" is not in \"commands\" of this kiosk's mqtt.yaml")
        }
        let command = try Command(kind, payload)
        // The mode after cleaning is `normal`. If the screen has been locked since, touchd refuses the command.
        if kind == .clean, command.screen(of: screens)?.state["mode"] == "locked" {
            throw Self.locked
        }
        if !pace.admits(at: now) { throw Command.Refusal(code: "tooMany", message: "too many commands; wait 2 s") }
        return command
    }

    /// The parts of touchd's reply that may leave the kiosk: the places of mistakes, without their texts, which may quote the configuration.
    private static func result(_ reply: JSONValue?) -> [String: JSONValue] {
        guard let reply else { return ["ok": false, "error": ["code": "touchdDown", "message": "touchd does not answer"]] }
        var members: [String: JSONValue] = ["ok": .bool(reply["ok"]?.bool == true)]
        if let diagnostics = reply["diagnostics"]?.array {
            members["diagnostics"] = .array(diagnostics.prefix(20).compactMap(\.string).compactMap(KioskReport.place).map(JSONValue.string))
        }
        if let error = reply["error"] {
            let code = error["code"]?.string ?? "unknown"
            let message = code == "refused" ? "the new configuration is wrong; the old one stays in force" : error["message"]?.string ?? ""
            members["error"] = ["code": .string(code), "message": .string(message)]
        }
        return members
    }

    private static func text(_ value: JSONValue) -> String {
        if let message = value["message"]?.string { return message }
        var bytes: [UInt8] = []
        value.write(into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
