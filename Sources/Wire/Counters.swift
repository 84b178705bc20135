/// Counts since the daemon started, for `touchctl status`.
public struct Counters: Sendable {
    /// Clients accepted, including those that have disconnected.
    public var connections = 0
    /// Fingers that clients have injected.
    public var injected = 0
    /// Clients refused because too many were connected.
    public var refused = 0
    /// Frames that were not empty.
    public var frames = 0
    /// Lines encoded from these frames: one for each set of subscriptions, and one for each client whose view differs.
    public var encodings = 0
    /// Lines of frames sent, counted for each client.
    public var lines = 0
    /// Moves that were merged into later ones because the client was behind.
    public var merged = 0
    /// Times that a client was so far behind that its touches were cancelled.
    public var lagged = 0
    /// Clients closed because they read nothing for too long.
    public var slow = 0
    /// Times that a client did not acknowledge in time.
    public var unresponsive = 0
    /// Lines that are not valid requests (`badRequest`).
    public var badLines = 0
    /// Valid requests that were refused.
    public var refusedRequests = 0
    /// Violations of the stream grammar, whether or not a client would have received them. Each one is a bug in touchd.
    public var violations = 0
    /// Regions of disconnected clients that could not be removed. Each one is a bug in touchd.
    public var refusedEdits = 0

    public init() {}

    /// Writes the counts as members of an object.
    ///
    /// - Parameter withFrames: whether the client that asks may see the number of frames.
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
