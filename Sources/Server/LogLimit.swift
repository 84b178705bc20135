/// Keeps a message that may come a thousand times a minute from filling the log: of each window only the first few are
/// written, and the first one after a pause says how many were not.
public struct LogLimit: Sendable {
    /// What libinput allows itself: 5 in 30 s.
    private static let count = 5
    private static let window: Int64 = 30_000_000

    private var windowStart: Int64?
    private var written = 0
    private var suppressed = 0

    public init() {}

    /// The message comes at this monotonic time, µs. Nil: it is not to be written. Else how many were not since the last one.
    public mutating func admit(at time: Int64) -> Int? {
        if windowStart.map({ time - $0 >= Self.window }) ?? true {
            windowStart = time
            written = 0
        }
        guard written < Self.count else {
            suppressed += 1
            return nil
        }
        written += 1
        defer { suppressed = 0 }
        return suppressed
    }
}
