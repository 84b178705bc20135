/// The counts of a panel since the start, over all times that it was opened. They leave out sensitive regions, as `PanelCounts` does.
public struct PanelRunCounts: Hashable, Sendable {
    public var touches = 0
    public var reports = 0
    /// The number of contacts cancelled because they sent no reports.
    public var stuck = 0
    public var contacts = ContactCounters()
    public var filters = FilterCounters()

    public init() {}

    public init(_ counts: PanelCounts) {
        (touches, reports, stuck) = (counts.touches, counts.health.reports, counts.stuck)
        (contacts, filters) = (counts.contacts, counts.filters)
    }

    public static func + (a: Self, b: Self) -> Self {
        var sum = a
        sum.touches += b.touches
        sum.reports += b.reports
        sum.stuck += b.stuck
        sum.contacts = a.contacts + b.contacts
        sum.filters = a.filters + b.filters
        return sum
    }
}
