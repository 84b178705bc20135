import TouchCore

/// The counts of a kiosk's use since the daemon started, for collectors: `sinceStart` in the answer to `stats`. No count ever falls.
public struct RunEntry: Sendable, Equatable {
    public struct Panel: Sendable, Equatable {
        public var id: String
        public var counts: PanelRunCounts

        public init(id: String, counts: PanelRunCounts) { (self.id, self.counts) = (id, counts) }
    }

    public var missed: Int
    /// The counts of all receivers together.
    public var total: RegionCounts
    /// The counts of receivers that are not in `regions`, because others were touched first.
    public var others: RegionCounts
    public var regions: [StatisticsEntry.Region]
    public var panels: [Panel]

    public init(missed: Int, total: RegionCounts, others: RegionCounts, regions: [StatisticsEntry.Region], panels: [Panel]) {
        (self.missed, self.total, self.others) = (missed, total, others)
        (self.regions, self.panels) = (regions, panels)
    }

    /// Writes the members of an object.
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
    /// The counts under the protocol's names, which are also those of a panel's `health`.
    fileprivate var byName: [(name: String, count: Int)] {
        [("touches", touches), ("reports", reports), ("stuck", stuck)] + contacts.byName + FilterCounter.allCases.map { ($0.name, filters[$0]) }
    }
}

extension ContactCounters {
    /// The counts under the protocol's names.
    var byName: [(name: String, count: Int)] {
        [
            ("drops", drops), ("identityChanges", identityChanges), ("tapsInsideOneFrame", tapsInsideOneFrame),
            ("uncorrelatedLifts", uncorrelatedLifts), ("slotsOutOfRange", slotsOutOfRange),
        ]
    }
}
