/// How long the bridge waits before it connects to the broker again: ten thousand kiosks must not come at once when a broker is back.
struct ReconnectDelay {
    private static let first = 1.0, longest = 60.0

    private var delay = ReconnectDelay.first

    /// In seconds, with jitter; longer with each attempt in a row that has failed.
    mutating func next(afterConnection wasConnected: Bool) -> Double {
        if wasConnected { delay = Self.first }
        defer { delay = min(Self.longest, delay * 2) }
        return delay * .random(in: 0.5...1)
    }
}
