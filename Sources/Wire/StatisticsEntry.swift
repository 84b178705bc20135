import TouchCore

/// The counts of a kiosk's use that its owner may know: the answer to `stats`, and the file that keeps them over restarts.
public struct StatisticsEntry: Sendable, Equatable {
    public struct Region: Sendable, Equatable {
        public var id: String
        public var counts: RegionCounts

        public init(id: String, counts: RegionCounts) { (self.id, self.counts) = (id, counts) }
    }

    public struct Panel: Sendable, Equatable {
        public var id: String
        public var totals: PanelTotals
        /// The number of reports in the last full second in which the panel reported; nil if it is not open.
        public var reportRate: Int?

        public init(id: String, totals: PanelTotals, reportRate: Int? = nil) { (self.id, self.totals, self.reportRate) = (id, totals, reportRate) }
    }

    /// The time of counting in µs: how long the daemon ran, without the time between its runs.
    public var duration: Int64
    public var missed: Int
    public var forgotten: Int
    /// The counts of all receivers together.
    public var total: RegionCounts
    public var regions: [Region]
    public var panels: [Panel]
    /// The last hours in which something was touched.
    public var hours: [HourEntry] = []
    /// The counts since the daemon started, independent of kept counts and resets.
    public var sinceStart: RunEntry?

    public init(duration: Int64, missed: Int, forgotten: Int, total: RegionCounts, regions: [Region], panels: [Panel]) {
        self.duration = duration
        self.missed = missed
        self.forgotten = forgotten
        self.total = total
        self.regions = regions
        self.panels = panels
    }

    /// Writes the members of an object.
    ///
    /// - Parameter hasHours: whether to write the hours.
    /// - Parameter hasRun: whether to write the counts since the start.
    public func write(into writer: inout JSONWriter, hours hasHours: Bool = false, sinceStart hasRun: Bool = false) {
        writer.key("duration")
        writer.integer(duration)
        writer.key("missed")
        writer.integer(missed)
        writer.key("forgotten")
        writer.integer(forgotten)
        writer.key("total")
        writer.beginObject()
        total.write(into: &writer)
        writer.endObject()
        writer.key("regions")
        writer.beginArray()
        for region in regions { region.write(into: &writer) }
        writer.endArray()
        writer.key("panels")
        writer.beginArray()
        for panel in panels { panel.write(into: &writer) }
        writer.endArray()
        if hasRun, let sinceStart {
            writer.key("sinceStart")
            writer.beginObject()
            sinceStart.write(into: &writer)
            writer.endObject()
        }
        guard hasHours else { return }
        writer.key("hours")
        writer.beginArray()
        for hour in hours { hour.write(into: &writer) }
        writer.endArray()
    }
}

extension StatisticsEntry.Region {
    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("region")
        writer.string(id)
        counts.write(into: &writer)
        writer.endObject()
    }
}

extension RegionCounts {
    /// Writes the members of an object.
    func write(into writer: inout JSONWriter) {
        writer.key("touches")
        writer.integer(touches)
        writer.key("ended")
        writer.integer(ended)
        writer.key("taps")
        writer.integer(taps)
        writer.key("dwell")
        writer.integer(dwell)
        writer.key("longest")
        writer.integer(longest)
        writer.key("cancels")
        writer.beginObject()
        for reason in CancelReason.allCases where self[reason] > 0 {
            writer.key(name: reason.rawValue)
            writer.integer(self[reason])
        }
        writer.endObject()
    }
}

extension StatisticsEntry.Panel {
    fileprivate func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("panel")
        writer.string(id)
        writer.key("touches")
        writer.integer(totals.touches)
        writer.key("reports")
        writer.integer(totals.reports)
        writer.key("ghosts")
        writer.integer(totals.ghosts)
        writer.key("drops")
        writer.integer(totals.drops)
        if let reportRate {
            writer.key("reportRate")
            writer.integer(reportRate)
        }
        writer.endObject()
    }
}
