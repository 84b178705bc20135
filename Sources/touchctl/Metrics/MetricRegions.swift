import Wire

/// Counts by region: so many regions have samples of their own, and the others one together. Labels are bounded, whatever the tree is.
struct MetricRegions {
    static let most = 200
    /// The label of what has no samples of its own. It is no region's: an id may not have a `*`.
    static let others = "*"

    struct Region: Equatable {
        var id: String
        var began: Int64 = 0
        var ended: Int64 = 0
        var cancelled: Int64 = 0
        var taps: Int64 = 0
        /// µs.
        var dwell: Int64 = 0

        init(_ id: String) { self.id = id }

        init(_ id: String, _ counts: JSONValue) {
            self.id = id
            (began, ended, taps, dwell) = (counts.whole("touches"), counts.whole("ended"), counts.whole("taps"), counts.whole("dwell"))
            cancelled = MetricRegions.cancels(counts).reduce(0) { $0 + $1.count }
        }

        /// What is left of it without another's.
        fileprivate mutating func take(_ other: Region) {
            for count in [\Self.began, \.ended, \.cancelled, \.taps, \.dwell] {
                self[keyPath: count] = max(0, self[keyPath: count] - other[keyPath: count])
            }
        }
    }

    /// The most touched first, in the end the others.
    let all: [Region]

    init(_ source: MetricSource) {
        let regions = (source.statistics["regions"]?.array ?? []).map { Region($0.text("region"), $0) }
        let shown = regions.sorted { ($0.began, $1.id) > ($1.began, $0.id) }.prefix(Self.most)
        // Of all together, since touchd gives up counts of regions that are long gone.
        var others = Region(Self.others, source.total)
        for region in shown { others.take(region) }
        all = shown + (others == Region(Self.others) ? [] : [others])
    }

    /// By reason.
    static func cancels(_ counts: JSONValue) -> [(reason: String, count: Int64)] {
        guard case .object(let cancels)? = counts["cancels"] else { return [] }
        return cancels.map { ($0.key, $0.value.wholeNumber) }
    }
}
