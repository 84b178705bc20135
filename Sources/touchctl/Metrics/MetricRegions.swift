import Wire

/// The counts by region since touchd's start. A region that touchd counts separately has a sample. All other regions share one sample. This bounds
/// the number of labels for every tree. A region's counts never move from one kind of sample to the other.
struct MetricRegions {
    /// The label of the shared sample. No region can have it, because an ID may not contain a `*`.
    static let others = "*"

    struct Region: Equatable {
        let id: String
        let began: Int64
        let ended: Int64
        let cancelled: Int64
        let taps: Int64
        /// The dwell time, in µs.
        let dwell: Int64

        init(_ id: String, _ counts: JSONValue) {
            self.id = id
            (began, ended, taps, dwell) = (counts.whole("touches"), counts.whole("ended"), counts.whole("taps"), counts.whole("dwell"))
            cancelled = MetricRegions.cancels(counts).reduce(0) { $0 + $1.count }
        }
    }

    /// The regions in the order of their first touch, and the shared counts last.
    let all: [Region]

    init(_ source: MetricSource) {
        let others = source.statistics["others"].map { Region(Self.others, $0) }
        all = (source.statistics["regions"]?.array ?? []).map { Region($0.text("region"), $0) } + (others.map { $0.began > 0 ? [$0] : [] } ?? [])
    }

    /// The cancels by reason.
    static func cancels(_ counts: JSONValue) -> [(reason: String, count: Int64)] {
        guard case .object(let cancels)? = counts["cancels"] else { return [] }
        return cancels.map { ($0.key, $0.value.wholeNumber) }
    }
}
