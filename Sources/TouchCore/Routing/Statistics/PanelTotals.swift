/// The totals of a panel over all times that it was opened. They leave out sensitive regions, as `PanelCounts` does.
public struct PanelTotals: Hashable, Sendable {
    public var touches = 0
    public var reports = 0
    /// The number of contacts that noise filters rejected as ghosts.
    public var ghosts = 0
    /// The number of times that the kernel dropped events.
    public var drops = 0

    public init() {}

    public init(_ counts: PanelRunCounts) {
        touches = counts.touches
        reports = counts.reports
        ghosts = counts.filters[.ghosts]
        drops = counts.contacts.drops
    }

    public static func + (a: Self, b: Self) -> Self { a.combined(with: b, +) }

    public static func - (a: Self, b: Self) -> Self { a.combined(with: b, -) }

    private func combined(with other: Self, _ operation: (Int, Int) -> Int) -> Self {
        var all = self
        for count in [\Self.touches, \.reports, \.ghosts, \.drops] { all[keyPath: count] = operation(self[keyPath: count], other[keyPath: count]) }
        return all
    }
}
