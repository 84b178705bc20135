/// An event of a gesture, a control or a scroll view of a region.
struct ReportAction: Hashable, Comparable {
    let region: String
    let what: String

    static func < (a: Self, b: Self) -> Bool { (a.region, a.what) < (b.region, b.what) }
}
