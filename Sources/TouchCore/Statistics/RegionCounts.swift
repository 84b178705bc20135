/// How often and for how long a region was touched.
public struct RegionCounts: Hashable, Sendable {
    /// Touches that it received, each once.
    public var touches = 0
    /// Those of them that ended, and were not cancelled.
    public var ended = 0
    /// Those of these that were taps: short, without a way to speak of, and lifted inside.
    public var taps = 0
    /// µs that fingers were down in it, in all; two fingers count twice.
    public var dwell: Int64 = 0
    /// µs that the longest touch took.
    public var longest: Int64 = 0
    /// By the reason's place in the list of them; empty: none was cancelled.
    private var cancels: [Int] = []

    public init() {}

    public var isEmpty: Bool { touches == 0 && taps == 0 && dwell == 0 && cancels.isEmpty }

    private static let reasons = CancelReason.allCases

    /// Touches that were cancelled for this reason.
    public subscript(reason: CancelReason) -> Int {
        get { cancels.isEmpty ? 0 : cancels[Self.reasons.firstIndex(of: reason)!] }
        set {
            if cancels.isEmpty { cancels = Array(repeating: 0, count: Self.reasons.count) }
            cancels[Self.reasons.firstIndex(of: reason)!] = newValue
        }
    }

    /// - Parameter reason: why it was cancelled; nil: it ended.
    mutating func noteEnd(after duration: Int64, isTap: Bool, _ reason: CancelReason?) {
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
