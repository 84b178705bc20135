/// Data that waits for clients, and the most that has waited for one of them.
public struct QueueCounts: Sendable, Equatable {
    /// The number of clients that are behind now.
    public var behind = 0
    /// The bytes and frames that wait now, for all clients together.
    public var bytes = 0
    public var frames = 0
    /// The time that the oldest waiting data has waited, µs.
    public var lag: Int64 = 0
    /// The maximum of each value that one client had since the start.
    public private(set) var mostBytes = 0
    public private(set) var mostFrames = 0
    public private(set) var mostLag: Int64 = 0

    public init() {}

    /// Updates the maxima with the data that waits for a client now.
    public mutating func record(bytes: Int, frames: Int) {
        mostBytes = max(mostBytes, bytes)
        mostFrames = max(mostFrames, frames)
    }

    /// Updates the maximum with the lag of a client, in µs.
    public mutating func record(lag: Int64) { mostLag = max(mostLag, lag) }

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
