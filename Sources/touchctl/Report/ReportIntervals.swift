/// The times between a panel's reports while a finger was down.
struct ReportIntervals {
    /// The intervals in µs, in the order of time, and the start of each.
    private(set) var all: [Int64] = []
    private var starts: [Int64] = []
    private var previous: Int64?

    /// Adds a report.
    ///
    /// - Parameters:
    ///   - isOpen: whether the report may be shown to everybody.
    ///   - isTouched: whether a finger is down after the report, and none in a sensitive region.
    mutating func add(reportAt time: Int64, isOpen: Bool, isTouched: Bool) {
        if isOpen, let previous, time > previous {
            all.append(time - previous)
            starts.append(previous)
        }
        previous = isOpen && isTouched ? time : nil
    }

    /// The quantile of the intervals, in µs; nil if there are none.
    func quantile(_ share: Double) -> Int64? { Self.quantile(share, of: all.sorted()) }

    static func quantile(_ share: Double, of sorted: [Int64]) -> Int64? {
        sorted.isEmpty ? nil : sorted[min(sorted.count - 1, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
    }

    struct Summary: Equatable {
        /// The intervals' median, 5 % and 95 % quantiles and maximum, in µs.
        var median, low, high, longest: Int64
        /// The reports per second, by the median.
        var rate: Double
        /// The median distance of the intervals from their median, in µs.
        var jitter: Int64
        /// The number of intervals above three times the median.
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

    /// The longest intervals, with the start of each.
    func longest(_ count: Int) -> [(start: Int64, length: Int64)] {
        let order = all.indices.sorted { (all[$0], starts[$1]) > (all[$1], starts[$0]) }
        return order.prefix(count).map { (starts[$0], all[$0]) }
    }

    struct Histogram: Equatable {
        /// The width of a column, in µs.
        let width: Int64
        /// The number of intervals in each column. The last column also has all longer ones.
        let counts: [Int]
    }

    /// The histogram: at most 41 columns of a round width, up to four times the median.
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
