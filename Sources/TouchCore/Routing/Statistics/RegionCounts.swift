/// The number and duration of the touches of a region.
public struct RegionCounts: Hashable, Sendable {
    /// The number of touches that the region received, each counted once.
    public var touches = 0
    /// The number of touches that ended without being cancelled.
    public var ended = 0
    /// The number of ended touches that were taps: short, nearly without movement, and lifted inside.
    public var taps = 0
    /// The total time that fingers were down in it, in µs; two fingers count twice.
    public var dwell: Int64 = 0
    /// The duration of the longest touch, in µs.
    public var longest: Int64 = 0
    /// The number of cancelled touches by the index of the reason; empty if none was cancelled.
    private var cancels: [Int] = []

    public init() {}

    public var isEmpty: Bool { touches == 0 && taps == 0 && dwell == 0 && cancels.isEmpty }

    private static let reasons = CancelReason.allCases

    /// The number of touches cancelled for this reason.
    public subscript(reason: CancelReason) -> Int {
        get { cancels.isEmpty ? 0 : cancels[Self.reasons.firstIndex(of: reason)!] }
        set {
            if cancels.isEmpty { cancels = Array(repeating: 0, count: Self.reasons.count) }
            cancels[Self.reasons.firstIndex(of: reason)!] = newValue
        }
    }

    /// - Parameter reason: The reason of the cancel; nil if the touch ended.
    mutating func recordEnd(after duration: Int64, isTap: Bool, _ reason: CancelReason?) {
        dwell += duration
        longest = max(longest, duration)
        if let reason {
            self[reason] += 1
        } else {
            ended += 1
            if isTap { taps += 1 }
        }
    }

    public static func += (a: inout Self, b: Self) {
        a.touches += b.touches
        a.ended += b.ended
        a.taps += b.taps
        a.dwell += b.dwell
        a.longest = max(a.longest, b.longest)
        if !b.cancels.isEmpty { for reason in reasons where b[reason] > 0 { a[reason] += b[reason] } }
    }
}
