import Wire

/// Counts by region since touchd's start. So many regions have samples of their own as touchd keeps apart, and the others one together:
/// labels are bounded, whatever the tree is, and no region goes from one to the other.
struct MetricRegions {
    /// The label of what has no samples of its own. It is no region's: an id may not have a `*`.
    static let others = "*"

    struct Region: Equatable {
        let id: String
        let began: Int64
        let ended: Int64
        let cancelled: Int64
        let taps: Int64
        /// µs.
        let dwell: Int64

        init(_ id: String, _ counts: JSONValue) {
            self.id = id
            (began, ended, taps, dwell) = (counts.whole("touches"), counts.whole("ended"), counts.whole("taps"), counts.whole("dwell"))
            cancelled = MetricRegions.cancels(counts).reduce(0) { $0 + $1.count }
        }
    }

    /// The first touched first, in the end the others.
    let all: [Region]

    init(_ source: MetricSource) {
        let others = source.statistics["others"].map { Region(Self.others, $0) }
        all = (source.statistics["regions"]?.array ?? []).map { Region($0.text("region"), $0) } + (others.map { $0.began > 0 ? [$0] : [] } ?? [])
    }

    /// By reason.
    static func cancels(_ counts: JSONValue) -> [(reason: String, count: Int64)] {
        guard case .object(let cancels)? = counts["cancels"] else { return [] }
        return cancels.map { ($0.key, $0.value.wholeNumber) }
    }
}
