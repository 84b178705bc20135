/// The delay before each attempt. A connection that lasted longer than the longest delay renews the budget.
public struct BackOff {
    static let firstDelay = 100.0, longestDelay = 5000.0  // ms

    /// The clock that does not jump, in milliseconds.
    public static var now: Double { Double(MonotonicClock.now) / 1000 }

    /// nil: without end.
    let retries: Int?
    private var attempts = 0

    public init(retries: Int?) { self.retries = retries }

    /// Milliseconds to wait, with jitter; nil if no attempt is left.
    public mutating func delay(lasted: Double) -> Double? {
        if lasted > Self.longestDelay { attempts = 0 }
        if let retries, attempts >= retries { return nil }
        let whole = min(Self.longestDelay, Self.firstDelay * Double(1 << min(attempts, 10)))
        attempts += 1
        return whole * .random(in: 0.5...1)
    }
}
