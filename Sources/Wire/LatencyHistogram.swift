/// A histogram of the latency of reports: the time from the kernel's time stamp to the last line made of the report. Has counts between fixed bounds,
/// and the sum.
public struct LatencyHistogram: Sendable, Equatable {
    /// Upper bounds of the buckets, inclusive, in µs. One more bucket counts the reports above the last bound.
    public static let bounds: [Int64] = [
        50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000,
    ]

    /// The number of reports in each bucket.
    public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// The sum of all latencies, µs.
    public private(set) var sum: Int64 = 0

    public init() {}

    /// Counts a report with this latency in µs. Allocates nothing.
    public mutating func record(_ duration: Int64) {
        var bucket = 0
        while bucket < Self.bounds.count && duration > Self.bounds[bucket] { bucket += 1 }
        counts[bucket] += 1
        sum += duration
    }

    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("bounds")
        writer.beginArray()
        for bound in Self.bounds { writer.integer(bound) }
        writer.endArray()
        writer.key("counts")
        writer.beginArray()
        for count in counts { writer.integer(count) }
        writer.endArray()
        writer.key("sum")
        writer.integer(sum)
        writer.endObject()
    }
}
