/// What a panel has done, however often it was opened. As its counts, without anything of sensitive regions (`PanelCounts`).
public struct PanelTotals: Hashable, Sendable {
    public var touches = 0
    public var reports = 0
    /// Contacts that noise filters took for ghosts.
    public var ghosts = 0
    /// Times that the kernel dropped events.
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
