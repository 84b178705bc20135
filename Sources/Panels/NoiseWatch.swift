import Configuration

/// Counts a panel's contacts that filters have taken for noise, and says when there are too many. Pure: times are µs of one clock.
public struct NoiseWatch: Equatable, Sendable {
    public let limit: RecoverySettings.Ghosts
    /// The number of contacts at the last update.
    private var total: Int
    /// The times at which the last contacts were counted, within the limit's time.
    private var times: [Int64] = []

    /// - Parameter total: the number of contacts so far.
    public init(_ limit: RecoverySettings.Ghosts, total: Int = 0) { (self.limit, self.total) = (limit, total) }

    /// Updates the number of contacts. Returns whether the limit is reached; counting then starts again.
    public mutating func update(total new: Int, at time: Int64) -> Bool {
        if new == total { return false }
        times.removeAll { $0 < time - limit.within }
        times += Array(repeating: time, count: min(max(0, new - total), limit.count))
        total = new
        if times.count < limit.count { return false }
        times = []
        return true
    }
}
