/// The times between a panel's reports while a finger was down.
struct ReportIntervals {
    /// µs, in the order in which they came, and when each began.
    private(set) var all: [Int64] = []
    private var starts: [Int64] = []
    private var previous: Int64?

    /// - Parameters:
    ///   - isOpen: whether everybody may know of the report.
    ///   - isTouched: whether a finger is down after it, and none in a sensitive region.
    mutating func add(reportAt time: Int64, isOpen: Bool, isTouched: Bool) {
        if isOpen, let previous, time > previous {
            all.append(time - previous)
            starts.append(previous)
        }
        previous = isOpen && isTouched ? time : nil
    }

    /// The value that a share of all does not exceed, µs; nil without any.
    func quantile(_ share: Double) -> Int64? { Self.quantile(share, of: all.sorted()) }

    static func quantile(_ share: Double, of sorted: [Int64]) -> Int64? {
        sorted.isEmpty ? nil : sorted[min(sorted.count - 1, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
    }

    struct Summary: Equatable {
        /// µs.
        var median, low, high, longest: Int64
        /// Reports a second, by the median.
        var rate: Double
        /// How far an interval is from the median, µs: the median of that.
        var jitter: Int64
        /// Intervals above three times the median.
        var gaps: Int
    }

    var summary: Summary? {
        let sorted = all.sorted()
        guard let median = Self.quantile(0.5, of: sorted) else { return nil }
        return Summary(
            median: median, low: Self.quantile(0.05, of: sorted)!, high: Self.quantile(0.95, of: sorted)!, longest: sorted.last!,
            rate: 1_000_000 / Double(max(1, median)), jitter: Self.quantile(0.5, of: sorted.map { abs($0 - median) }.sorted())!,
            gaps: sorted.count { $0 > 3 * median })
    }

    /// The longest, with when each began.
    func longest(_ count: Int) -> [(start: Int64, length: Int64)] {
        let order = all.indices.sorted { (all[$0], starts[$1]) > (all[$1], starts[$0]) }
        return order.prefix(count).map { (starts[$0], all[$0]) }
    }

    struct Histogram: Equatable {
        /// µs.
        let width: Int64
        /// The last one has all that are longer, too.
        let counts: [Int]
    }

    /// In at most 41 columns of a round width, up to four times the median.
    var histogram: Histogram? {
        guard let median = quantile(0.5) else { return nil }
        let widths: [Int64] = [50, 100, 200, 250, 500, 1_000, 2_000, 2_500, 5_000, 10_000, 20_000, 50_000, 100_000, 1_000_000]
        let width = widths.first { 4 * median <= 40 * $0 } ?? 10_000_000
        let columns = min(40, max(4, Int((4 * median + width - 1) / width)))
        var counts = Array(repeating: 0, count: columns + 1)
        for one in all { counts[Int(min(Int64(columns), one / width))] += 1 }
        return Histogram(width: width, counts: counts)
    }
}
