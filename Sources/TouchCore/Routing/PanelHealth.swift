/// How a panel is doing, for `touchctl devices` and whoever watches over the kiosk.
public struct PanelHealth: Hashable, Sendable {
    /// Reports (SYN_REPORT) since it was opened.
    public private(set) var reports = 0
    /// Event time of the last one, µs.
    public private(set) var lastReport: Int64?
    /// Reports in the last full second in which it reported at all.
    public private(set) var reportRate = 0
    /// Touches begun.
    public internal(set) var touches = 0
    /// Contacts cancelled because nothing was heard of them.
    public internal(set) var stuck = 0

    private var secondBegan: Int64 = .min
    private var reportsThisSecond = 0

    public init() {}

    mutating func note(reportAt time: Int64) {
        reports += 1
        lastReport = time
        // A clock that jumps back begins a new second as well.
        if time &- secondBegan >= 1_000_000 || time < secondBegan {
            if time &- secondBegan < 2_000_000 && time > secondBegan { reportRate = reportsThisSecond }
            secondBegan = time
            reportsThisSecond = 0
        }
        reportsThisSecond += 1
    }
}

/// What is asked of an open panel.
extension TouchPipeline {
    public func name(ofPanel panel: Int) -> String { panels[panel]?.name ?? "" }

    public func counters(ofPanel panel: Int) -> ContactCounters { panels[panel]?.assembler.counters ?? ContactCounters() }

    public func filterCounters(ofPanel panel: Int) -> FilterCounters { panels[panel]?.filter?.counters ?? FilterCounters() }

    public func health(ofPanel panel: Int) -> PanelHealth { panels[panel]?.health ?? PanelHealth() }

    /// Event time of the panel's last frame, nil before the first.
    public func time(ofPanel panel: Int) -> Int64? {
        guard let time = panels[panel]?.time, time > .min else { return nil }
        return time
    }
}
