/// The delay before each attempt to connect. A connection that lasted longer than the longest delay resets the count of attempts.
public struct BackOff {
    static let firstDelay = 100.0, longestDelay = 5000.0  // ms

    /// The monotonic clock, in milliseconds.
    public static var now: Double { Double(MonotonicClock.now) / 1000 }

    /// The number of retries; nil for no limit.
    let retries: Int?
    private var attempts = 0

    public init(retries: Int?) { self.retries = retries }

    /// Returns the milliseconds to wait, with jitter; nil if no attempt is left.
    public mutating func delay(lasted: Double) -> Double? {
        if lasted > Self.longestDelay { attempts = 0 }
        if let retries, attempts >= retries { return nil }
        let whole = min(Self.longestDelay, Self.firstDelay * Double(1 << min(attempts, 10)))
        attempts += 1
        return whole * .random(in: 0.5...1)
    }
}
