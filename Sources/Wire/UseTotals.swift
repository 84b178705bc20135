import TouchCore

/// The use of a kiosk: sums of counts over all regions, without sensitive ones.
public struct UseTotals: Sendable, Equatable {
    /// Touches of all receivers. A touch that two regions receive counts twice.
    public var touches = 0
    public var taps = 0
    /// The time that fingers were down in regions, µs.
    public var dwell: Int64 = 0
    /// Touches that no region received.
    public var missed = 0
    /// Touches that a receiver lost, by reason. Reasons without touches are left out.
    public var cancels: [CancelReason: Int] = [:]
    /// The totals of each panel, by its ID.
    public var panels: [String: PanelTotals] = [:]

    public init() {}

    public init(_ counts: RegionCounts, missed: Int, panels: [String: PanelTotals]) {
        (touches, taps, dwell) = (counts.touches, counts.taps, counts.dwell)
        for reason in CancelReason.allCases where counts[reason] > 0 { cancels[reason] = counts[reason] }
        self.missed = missed
        self.panels = panels
    }

    public var isEmpty: Bool { self == UseTotals() }

    /// Returns the difference from earlier totals of the same run.
    public func since(_ earlier: UseTotals) -> UseTotals {
        var new = UseTotals()
        new.touches = touches - earlier.touches
        new.taps = taps - earlier.taps
        new.dwell = dwell - earlier.dwell
        new.missed = missed - earlier.missed
        for (reason, count) in cancels where count > earlier.cancels[reason, default: 0] {
            new.cancels[reason] = count - earlier.cancels[reason, default: 0]
        }
        for (panel, totals) in panels {
            let come = totals - earlier.panels[panel, default: PanelTotals()]
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
