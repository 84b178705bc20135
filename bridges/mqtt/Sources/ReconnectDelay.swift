/// How long the bridge waits before it connects to the broker again: ten thousand kiosks must not come at once when a broker is back.
struct ReconnectDelay {
    private static let first = 1.0
    /// Seconds. A connection that was shorter than this counts as an attempt that has failed: a broker may accept, and cut at once.
    static let longest = 60.0

    private var delay = ReconnectDelay.first

    /// In seconds, with jitter; longer with each attempt in a row that has failed.
    ///
    /// - Parameter held: for how many seconds the broker had accepted the last connection; 0: it had not.
    mutating func next(afterConnectionOf held: Double) -> Double {
        if held >= Self.longest { delay = Self.first }
        defer { delay = min(Self.longest, delay * 2) }
        return delay * .random(in: 0.5...1)
    }
}
