import JSON

/// Requests without a reply. Every request is either sent, or refused by the library itself.
struct Asked {
    private static let keptRequests = 1000, keptBytes = 256 << 10

    /// Requests made without a connection, in order. The next connection sends them.
    private var kept: [(id: UInt64, line: [UInt8])] = []
    /// The number of requests that wait for a connection: those of `kept`, and edits that will be redone.
    private var waiting = 0
    private var bytes = 0
    /// Requests sent on this connection, in order, and whether the end of the connection also does what the request asks for.
    private var unanswered: [(id: UInt64, isDoneByEnd: Bool)] = []
    /// Replies made by the library that have not been handed out yet.
    private var settled: [Item] = []

    mutating func sent(_ id: UInt64) { unanswered.append((id, false)) }

    /// Records a request such as `release`, whose purpose the end of the connection fulfils too. Without a connection it counts as done at once.
    mutating func ending(_ id: UInt64, isOpen: Bool) {
        if isOpen { unanswered.append((id, true)) } else { settled.append(Self.done(id)) }
    }

    mutating func keep(_ id: UInt64, _ line: [UInt8]) {
        if mayWait(id, line) { kept.append((id, line)) }
    }

    /// Whether one more request may wait for a connection. If not, the request is refused.
    mutating func mayWait(_ id: UInt64, _ line: [UInt8]) -> Bool {
        guard waiting < Self.keptRequests, bytes + line.count <= Self.keptBytes else {
            let why = "there is no connection to touchd, and too many requests are already waiting for one"
            settled.append(Self.refusal(id, "notSent", why, hint: "make the request again when there is a connection"))
            return false
        }
        waiting += 1
        bytes += line.count
        return true
    }

    mutating func tooLong(_ id: UInt64, _ length: Int, limit: Int) {
        settled.append(Self.refusal(id, "notSent", "the request has \(length) bytes, but this touchd accepts at most \(limit) in a line"))
    }

    /// Refuses a request, because the client will not connect again.
    mutating func refuseUnsent(_ id: UInt64) { settled.append(Self.notSent(id)) }

    /// Refuses waiting requests that exceed the limit that the new connection's server has stated.
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

    /// Refuses the unanswered requests, because the connection was lost and touchd may or may not have done them.
    mutating func end() -> [Item] {
        defer { unanswered = [] }
        return unanswered.map { $0.isDoneByEnd ? Self.done($0.id) : Self.disconnected($0.id) }
    }

    /// Refuses all waiting requests, because the client will not connect again.
    /// - edits: the edits without a reply, and whether they were sent.
    mutating func giveUp(_ edits: [(id: UInt64, isSent: Bool)]) -> [Item] {
        defer { forgetKept() }
        return (kept.map { ($0.id, false) } + edits).sorted { $0.0 < $1.0 }.map { id, isSent in
            isSent ? Self.disconnected(id) : Self.notSent(id)
        }
    }

    private mutating func forgetKept() {
        kept = []
        waiting = 0
        bytes = 0
    }

    private static func done(_ id: UInt64) -> Item {
        let fields: JSONValue = ["type": "reply", "id": .whole(id), "ok": true]
        return .reply(Reply(id, isOK: true, fields))
    }

    private static func disconnected(_ id: UInt64) -> Item {
        refusal(
            id, "disconnected", "the connection was lost before touchd answered; touchd may have carried out the request",
            hint: "check the result when there is a connection again")
    }

    private static func notSent(_ id: UInt64) -> Item {
        refusal(id, "notSent", "the request was not sent, because there was no connection to touchd")
    }

    private static func refusal(_ id: UInt64, _ code: String, _ message: String, hint: String? = nil) -> Item {
        var error: [String: JSONValue] = ["code": .string(code), "message": .string(message)]
        error["hint"] = hint.map(JSONValue.string)
        let fields: JSONValue = ["type": "reply", "id": .whole(id), "ok": false, "error": .object(error)]
        return .reply(Reply(id, isOK: false, fields))
    }
}
