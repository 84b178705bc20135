import TouchCore

/// How much a kiosk was used, whatever was touched: sums of counts, without anything of sensitive regions.
public struct UseTotals: Sendable, Equatable {
    /// Of all receivers: a touch that two regions receive counts twice.
    public var touches = 0
    public var taps = 0
    /// µs that fingers were down in regions.
    public var dwell: Int64 = 0
    /// Touches that no region received.
    public var missed = 0
    /// Touches that a receiver lost, by reason; none is 0.
    public var cancels: [CancelReason: Int] = [:]
    /// By the panel's id.
    public var panels: [String: PanelTotals] = [:]

    public init() {}

    public init(regions: some Sequence<RegionCounts>, missed: Int, panels: [String: PanelTotals]) {
        for counts in regions {
            touches += counts.touches
            taps += counts.taps
            dwell += counts.dwell
            for reason in CancelReason.allCases where counts[reason] > 0 { cancels[reason, default: 0] += counts[reason] }
        }
        self.missed = missed
        self.panels = panels
    }

    public var isEmpty: Bool { self == UseTotals() }

    /// What has come since. What has become less, because a region is gone or has become sensitive, has not come.
    public func since(_ earlier: UseTotals) -> UseTotals {
        var new = UseTotals()
        new.touches = max(0, touches - earlier.touches)
        new.taps = max(0, taps - earlier.taps)
        new.dwell = max(0, dwell - earlier.dwell)
        new.missed = max(0, missed - earlier.missed)
        for (reason, count) in cancels where count > earlier.cancels[reason, default: 0] {
            new.cancels[reason] = count - earlier.cancels[reason, default: 0]
        }
        for (panel, totals) in panels {
            let before = earlier.panels[panel, default: PanelTotals()]
            var come = PanelTotals()
            for count in [\PanelTotals.touches, \.reports, \.ghosts, \.drops] {
                come[keyPath: count] = max(0, totals[keyPath: count] - before[keyPath: count])
            }
            if come != PanelTotals() { new.panels[panel] = come }
        }
        return new
    }

    public static func += (a: inout Self, b: Self) {
        a.touches += b.touches
        a.taps += b.taps
        a.dwell += b.dwell
        a.missed += b.missed
        a.cancels.merge(b.cancels, uniquingKeysWith: +)
        a.panels.merge(b.panels, uniquingKeysWith: +)
    }
}
