import TouchCore

/// What collectors may know of the use of a kiosk since the daemon's start: `sinceStart` in the answer to `stats`. No count ever falls.
public struct RunEntry: Sendable, Equatable {
    public struct Panel: Sendable, Equatable {
        public var id: String
        public var counts: PanelRunCounts

        public init(id: String, counts: PanelRunCounts) { (self.id, self.counts) = (id, counts) }
    }

    public var missed: Int
    /// What all receivers had together.
    public var total: RegionCounts
    /// What those had that are not among the regions, since others were touched first.
    public var others: RegionCounts
    public var regions: [StatisticsEntry.Region]
    public var panels: [Panel]

    public init(missed: Int, total: RegionCounts, others: RegionCounts, regions: [StatisticsEntry.Region], panels: [Panel]) {
        (self.missed, self.total, self.others) = (missed, total, others)
        (self.regions, self.panels) = (regions, panels)
    }

    /// The members of an object.
    func write(into writer: inout JSONWriter) {
        writer.key("missed")
        writer.integer(missed)
        for (key, counts) in [("total", total), ("others", others)] {
            writer.key(name: key)
            writer.beginObject()
            counts.write(into: &writer)
            writer.endObject()
        }
        writer.key("regions")
        writer.beginArray()
        for region in regions { region.write(into: &writer) }
        writer.endArray()
        writer.key("panels")
        writer.beginArray()
        for panel in panels {
            writer.beginObject()
            writer.key("panel")
            writer.string(panel.id)
            for (name, count) in panel.counts.byName {
                writer.key(name: name)
                writer.integer(count)
            }
            writer.endObject()
        }
        writer.endArray()
    }
}

extension PanelRunCounts {
    /// By the protocol's names, which are those of a panel's `health`.
    fileprivate var byName: [(name: String, count: Int)] {
        [("touches", touches), ("reports", reports), ("stuck", stuck)] + contacts.byName + FilterCounter.allCases.map { ($0.name, filters[$0]) }
    }
}

extension ContactCounters {
    /// By the protocol's names.
    var byName: [(name: String, count: Int)] {
        [
            ("drops", drops), ("identityChanges", identityChanges), ("tapsInsideOneFrame", tapsInsideOneFrame),
            ("uncorrelatedLifts", uncorrelatedLifts), ("slotsOutOfRange", slotsOutOfRange),
        ]
    }
}
