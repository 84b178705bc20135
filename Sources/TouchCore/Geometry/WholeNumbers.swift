/// The one way from a number that somebody else has written to a whole number: no value of it traps.
extension FixedWidthInteger {
    /// The whole part of a number, or the nearest value that the type has; 0 for what is no number.
    public init(clamping number: Double) {
        if number.isNaN {
            self = 0
        } else {
            self = Self(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
        }
    }
}

extension Int64 {
    /// From seconds to µs. A time of more than 30 years, in either direction, counts as 30 years: sums with other times stay in
    /// range.
    public init(microsecondsOf seconds: Double) { self.init(clamping: Swift.min(Swift.max(seconds, -1e9), 1e9) * 1e6) }
}
