import JSON

/// Requests that have no reply yet. No request is dropped in silence: each is sent, or comes back as a reply that refuses it.
struct Asked {
    private static let keptRequests = 1000, keptBytes = 256 << 10

    /// Requests that were made without a connection, in order. The next connection sends them.
    private var kept: [(id: UInt64, line: [UInt8])] = []
    private var bytes = 0
    /// Requests that were sent on this connection, in order, and whether the end of the connection has the same effect.
    private var unanswered: [(id: UInt64, isDoneByEnd: Bool)] = []
    /// Replies that the library has made, and that are not yet handed out.
    private var settled: [Item] = []

    mutating func sent(_ id: UInt64) { unanswered.append((id, false)) }

    /// A request whose effect the end of the connection has as well. Without a connection it is done.
    mutating func ending(_ id: UInt64, isOpen: Bool) {
        if isOpen { unanswered.append((id, true)) } else { settled.append(Self.done(id)) }
    }

    mutating func keep(_ id: UInt64, _ line: [UInt8]) {
        guard kept.count < Self.keptRequests, bytes + line.count <= Self.keptBytes else {
            let why = "there is no connection to touchd, and as many requests wait for one as the library keeps"
            settled.append(Self.refusal(id, "notSent", why, hint: "ask again when there is one"))
            return
        }
        kept.append((id, line))
        bytes += line.count
    }

    mutating func tooLong(_ id: UInt64, _ length: Int, limit: Int) {
        settled.append(Self.refusal(id, "notSent", "the request has \(length) bytes, and a line to this touchd at most \(limit)"))
    }

    /// Refuses requests that are too long for the server, which has named its limit only now.
    mutating func dropKept(longerThan limit: Int) {
        for (id, line) in kept where line.count - 1 > limit { tooLong(id, line.count - 1, limit: limit) }
        kept.removeAll { $0.line.count - 1 > limit }
    }

    mutating func sendKept() -> [UInt8] {
        defer { forgetKept() }
        unanswered += kept.map { ($0.id, false) }
        return kept.flatMap(\.line)
    }

    mutating func answered(_ id: UInt64) {
        if let index = unanswered.firstIndex(where: { $0.id == id }) { unanswered.remove(at: index) }
    }

    mutating func takeSettled() -> [Item] {
        defer { settled = [] }
        return settled
    }

    /// The connection is gone, and nobody knows which of these touchd has done.
    mutating func end() -> [Item] {
        defer { unanswered = [] }
        return unanswered.map {
            $0.isDoneByEnd
                ? Self.done($0.id)
                : Self.refusal(
                    $0.id, "disconnected", "the connection was lost before touchd answered; the request may have been done",
                    hint: "see how things are when there is a connection again")
        }
    }

    /// There will be no connection any more.
    mutating func giveUp() -> [Item] {
        defer { forgetKept() }
        return kept.map { Self.refusal($0.id, "notSent", "there was no connection to touchd on which to send it") }
    }

    private mutating func forgetKept() {
        kept = []
        bytes = 0
    }

    private static func done(_ id: UInt64) -> Item {
        let fields: JSONValue = ["type": "reply", "id": .whole(id), "ok": true]
        return .reply(Reply(id: id, isOK: true, code: nil, message: nil, hint: nil, fields: fields))
    }

    private static func refusal(_ id: UInt64, _ code: String, _ message: String, hint: String? = nil) -> Item {
        var error: [String: JSONValue] = ["code": .string(code), "message": .string(message)]
        error["hint"] = hint.map(JSONValue.string)
        let fields: JSONValue = ["type": "reply", "id": .whole(id), "ok": false, "error": .object(error)]
        return .reply(Reply(id: id, isOK: false, code: code, message: message, hint: hint, fields: fields))
    }
}
