/// Keeps a message that may come a thousand times a minute from filling the log: of each window only the first few are
/// written, and the next one that is written says how many were not.
public struct LogLimit: Sendable {
    /// libinput's own limit: 5 in 30 s.
    private static let usual = 5
    private static let window: Int64 = 30_000_000

    private let most: Int
    private var windowStart: Int64?
    private var written = 0
    private var leftOut = 0

    public init() { self.init(most: Self.usual) }

    /// - Parameter most: how many lines of a window are written.
    public init(most: Int) { self.most = most }

    /// The line to write when the message comes at this monotonic time, µs. Nil: it is not to be written.
    public mutating func admit(_ message: @autoclosure () -> String, at time: Int64) -> String? {
        guard hasRoom(at: time) else {
            leaveOut()
            return nil
        }
        return Self.line(message(), leftOut: take(at: time))
    }

    /// A line, with how many like it were not written.
    public static func line(_ message: String, leftOut: Int) -> String {
        leftOut > 0 ? "\(message) (and \(leftOut) more like it since the last)" : message
    }

    /// Whether the window that the last line is in is over.
    public func isOver(at time: Int64) -> Bool { windowStart.map { time - $0 >= Self.window } ?? true }

    public func hasRoom(at time: Int64) -> Bool { isOver(at: time) || written < most }

    public mutating func leaveOut(_ count: Int = 1) { leftOut += count }

    /// A line is written; returns how many were not since the last.
    public mutating func take(at time: Int64) -> Int {
        if isOver(at: time) { (windowStart, written) = (time, 0) }
        written += 1
        defer { leftOut = 0 }
        return leftOut
    }

    /// How many lines were not written that no line has told of yet.
    public var untold: Int { leftOut }
}
