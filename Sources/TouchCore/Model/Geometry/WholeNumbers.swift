/// Conversion of untrusted numbers to whole numbers: no value traps.
extension FixedWidthInteger {
    /// Converts a number to its whole part, clamped to the range of the type; NaN becomes 0.
    public init(clamping number: Double) {
        if number.isNaN {
            self = 0
        } else {
            self = Self(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
        }
    }
}

extension Int64 {
    /// Converts seconds to µs. The time is clamped to about 30 years (1e9 s) in either direction, so that sums with other times stay in range.
    public init(microsecondsOf seconds: Double) { self.init(clamping: Swift.min(Swift.max(seconds, -1e9), 1e9) * 1e6) }
}
