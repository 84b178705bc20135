/// Counts since the daemon started, for `touchctl status`.
public struct Counters: Sendable {
    /// Clients taken, those that are gone included.
    public var connections = 0
    /// Fingers that clients have injected.
    public var injected = 0
    /// Clients turned away, for want of room.
    public var refused = 0
    /// Frames that were not empty.
    public var frames = 0
    /// Lines made of them: one for each set of subscriptions, and one for each client with a view of its own.
    public var encodings = 0
    /// Lines of frames sent, to all clients together.
    public var lines = 0
    /// Moves that clients did not see by themselves, because they were behind.
    public var merged = 0
    /// Times that a client was so far behind that its touches were cancelled for it.
    public var lagged = 0
    /// Clients closed because they took no byte for too long.
    public var slow = 0
    /// Times that a client did not acknowledge in time.
    public var unresponsive = 0
    /// Lines that are no requests as the protocol has them (`badRequest`).
    public var badLines = 0
    /// Requests that are, and were refused.
    public var refusedRequests = 0
    /// Violations of the stream grammar, those that were kept from a client and those that no client would have got. A bug of the
    /// daemon's, each of them.
    public var violations = 0
    /// Regions of clients that are gone that could not be removed. A bug of the daemon's, each of them.
    public var refusedEdits = 0

    public init() {}

    /// - Parameter withFrames: whether the frames are counted for who asks.
    func write(into writer: inout JSONWriter, withFrames: Bool) {
        let all: [(StaticString, Int?)] = [
            ("injected", injected), ("connections", connections), ("refused", refused), ("frames", withFrames ? frames : nil),
            ("encodings", encodings), ("lines", lines),
            ("merged", merged), ("lagged", lagged), ("slow", slow), ("unresponsive", unresponsive), ("badLines", badLines),
            ("refusedRequests", refusedRequests), ("violations", violations), ("refusedEdits", refusedEdits),
        ]
        for (name, count) in all {
            guard let count else { continue }
            writer.key(name)
            writer.integer(count)
        }
    }
}
