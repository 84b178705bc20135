/// The delay before the bridge reconnects to the broker, so that ten thousand kiosks do not all connect at once when a broker comes back.
struct ReconnectDelay {
    private static let first = 1.0
    /// The longest delay, in seconds. A connection that was shorter than this counts as a failed attempt, because a broker may accept and close at
    /// once.
    static let longest = 60.0

    private var delay = ReconnectDelay.first

    /// The next delay in seconds, with jitter. It grows with each failed attempt in a row.
    ///
    /// - Parameter held: the seconds for which the broker accepted the last connection; 0 if it did not.
    mutating func next(afterConnectionOf held: Double) -> Double {
        if held >= Self.longest { delay = Self.first }
        defer { delay = min(Self.longest, delay * 2) }
        return delay * .random(in: 0.5...1)
    }
}
