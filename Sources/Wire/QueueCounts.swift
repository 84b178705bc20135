/// What waits for clients, and the most that has waited for one.
public struct QueueCounts: Sendable, Equatable {
    /// Clients that are behind now.
    public var behind = 0
    /// Of what waits now, for all clients together.
    public var bytes = 0
    public var frames = 0
    /// µs that the oldest of it has waited.
    public var lag: Int64 = 0
    /// The most of each that one client had since the start.
    public private(set) var mostBytes = 0
    public private(set) var mostFrames = 0
    public private(set) var mostLag: Int64 = 0

    public init() {}

    /// So much waits for a client now.
    public mutating func note(bytes: Int, frames: Int) {
        mostBytes = max(mostBytes, bytes)
        mostFrames = max(mostFrames, frames)
    }

    /// A client is so many µs behind now.
    public mutating func note(lag: Int64) { mostLag = max(mostLag, lag) }

    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        let all: [(StaticString, Int)] = [
            ("behind", behind), ("bytes", bytes), ("frames", frames), ("lag", Int(lag)), ("mostBytes", mostBytes), ("mostFrames", mostFrames),
            ("mostLag", Int(mostLag)),
        ]
        for (name, count) in all {
            writer.key(name)
            writer.integer(count)
        }
        writer.endObject()
    }
}
