import JSON
import Text

/// A command for the kiosk, received from the broker.
struct Command: Equatable {
    enum Kind: String, CaseIterable, Sendable {
        case reload, clean, display

        /// The right that touchd's access rules must grant the bridge for the command.
        var right: String { self == .reload ? "reload" : "screen" }
    }

    struct Refusal: Error, Equatable {
        var code: String
        var message: String
    }

    /// The most bytes of a payload.
    static let payloadMax = 1024
    private static let idMax = 64

    var kind: Kind
    /// The ID that is repeated in the result.
    var id: JSONValue?
    /// The sender's name as stated by the sender, made fit for a line of the log. Nobody verifies it.
    var by: String?
    /// The line for touchd, without its ID.
    var request: [String: JSONValue]
    /// The screen modes in which touchd may carry out the request; empty: any mode. They are tried in order, each as the request's `from`. `locked`
    /// is never one of them, because the command would unlock the glass.
    var modes: [String] = []

    /// Parses a command.
    ///
    /// - Parameter payload: a JSON object; for `display` also `on` or `off`.
    init(_ kind: Kind, _ payload: [UInt8]) throws(Refusal) {
        self.kind = kind
        let members = try Self.members(kind, payload)
        let known: Set<String> =
            switch kind {
            case .reload: ["id", "by"]
            case .clean: ["id", "by", "screen", "seconds", "on"]
            case .display: ["id", "by", "screen", "display"]
            }
        id = Self.id(members)
        if let unknown = members.keys.sorted().first(where: { !known.contains($0) }) {
            throw Self.malformed("\"\(quotable(unknown, atMost: 40))\" is not a key of \(kind.rawValue)")
        }
        by = try Self.text("by", members).map { quotable($0) }
        request = ["type": "reload"]
        if kind == .reload { return }
        request = ["type": "screen"]
        if let screen = try Self.text("screen", members) { request["screen"] = .string(screen) }
        switch kind {
        case .reload: break
        case .clean:
            if members["on"] == .bool(false) {
                request["mode"] = "normal"
                modes = ["cleaning", "normal"]
            } else {
                if let on = members["on"], on != .bool(true) { throw Self.malformed("\"on\": expected true or false") }
                let seconds = members["seconds"].map { $0.number ?? 0 } ?? 60
                guard (1...3600).contains(seconds) else { throw Self.malformed("\"seconds\": expected a number from 1 to 3600") }
                request["mode"] = "cleaning"
                request["seconds"] = .number(seconds)
                modes = ["normal", "cleaning"]
            }
        case .display:
            guard let word = members["display"]?.string, ["on", "off"].contains(word) else {
                throw Self.malformed("\"display\": expected \"on\" or \"off\"")
            }
            request["display"] = .string(word)
        }
    }

    /// The screen that the command is for; nil if there is no such screen.
    func screen(of screens: [KioskReport.Screen]) -> KioskReport.Screen? {
        guard let id = request["screen"]?.string else { return screens.first }
        return screens.first { $0.id == id }
    }

    /// The ID in a payload that may be invalid otherwise, so that a refusal can be matched with it.
    static func id(in payload: [UInt8]) -> JSONValue? {
        guard payload.count <= payloadMax, let value = try? JSONReader.parse(payload), case .object(let members) = value else { return nil }
        return id(members)
    }

    private static func id(_ members: [String: JSONValue]) -> JSONValue? {
        switch members["id"] {
        case .string(let text)? where text.utf8.count <= idMax: .string(text)
        case .number(let number, let text)? where text.utf8.count <= idMax: .number(number, text: text)
        default: nil
        }
    }

    private static func malformed(_ message: String) -> Refusal { Refusal(code: "badRequest", message: message) }

    private static func members(_ kind: Kind, _ payload: [UInt8]) throws(Refusal) -> [String: JSONValue] {
        if payload.count > payloadMax { throw malformed("the payload has more than \(payloadMax) bytes") }
        let word = String(decoding: payload, as: UTF8.self).lowercased()
        if kind == .display, word == "on" || word == "off" { return ["display": .string(word)] }
        guard let value = try? JSONReader.parse(payload), case .object(let members) = value else {
            throw malformed("the payload is not a JSON object")
        }
        return members
    }

    private static func text(_ key: String, _ members: [String: JSONValue]) throws(Refusal) -> String? {
        guard let value = members[key] else { return nil }
        if let text = value.string, (1...64).contains(text.utf8.count) { return text }
        throw malformed("\"\(key)\": expected a text of at most 64 bytes")
    }
}

/// The rate limit for commands: five at once, then one in two seconds.
struct CommandPace {
    static let most = 5.0
    private static let interval = 2_000_000.0

    private var left = CommandPace.most
    private var last: Int64?

    /// Whether one more command may be done at this time, in µs.
    mutating func admits(at time: Int64) -> Bool {
        if let last { left = min(Self.most, left + Double(time - last) / Self.interval) }
        last = time
        if left < 1 { return false }
        left -= 1
        return true
    }
}
