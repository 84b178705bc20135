import JSON
import Text

/// What somebody has asked the kiosk to do, over the broker.
struct Command: Equatable {
    enum Kind: String, CaseIterable, Sendable {
        case reload, clean, display

        /// The right that touchd's access rules have to give the bridge for it.
        var right: String { self == .reload ? "reload" : "screen" }
    }

    struct Refusal: Error, Equatable {
        var code: String
        var message: String
    }

    /// Bytes of a payload.
    static let payloadMax = 1024
    private static let idMax = 64

    var kind: Kind
    /// Comes back in the result.
    var id: JSONValue?
    /// Who says that he asks, fit for one line of a log; nobody checks that.
    var by: String?
    /// The line for touchd, without its id.
    var request: [String: JSONValue]
    /// The modes of the screen in which the request may be done, by the request's `from`, in the order in which they are tried; empty: any. Never
    /// `locked`: a command leaves the glass open afterwards.
    var modes: [String] = []

    /// - Parameter payload: a JSON object, or for `display` also `on` or `off`.
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
            throw Self.malformed("\"\(quotable(unknown, atMost: 40))\" is no key of \(kind.rawValue)")
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

    /// The screen that it is for; nil: there is none of that id.
    func screen(of screens: [KioskReport.Screen]) -> KioskReport.Screen? {
        guard let id = request["screen"]?.string else { return screens.first }
        return screens.first { $0.id == id }
    }

    /// The id of a payload that may be wrong otherwise, so that its refusal can be matched.
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
            throw malformed("the payload is no JSON object")
        }
        return members
    }

    private static func text(_ key: String, _ members: [String: JSONValue]) throws(Refusal) -> String? {
        guard let value = members[key] else { return nil }
        if let text = value.string, (1...64).contains(text.utf8.count) { return text }
        throw malformed("\"\(key)\": expected a text of at most 64 bytes")
    }
}

/// How many commands a kiosk obeys: five at once, then one in two seconds.
struct CommandPace {
    static let most = 5.0
    private static let interval = 2_000_000.0

    private var left = CommandPace.most
    private var last: Int64?

    /// Whether one more may be obeyed at this time, µs.
    mutating func admits(at time: Int64) -> Bool {
        if let last { left = min(Self.most, left + Double(time - last) / Self.interval) }
        last = time
        if left < 1 { return false }
        left -= 1
        return true
    }
}
