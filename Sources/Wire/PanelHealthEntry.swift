import TouchCore

extension DeviceEntry {
    /// Returns the counts of a panel in use, under the protocol's names.
    ///
    /// - Parameter filters: whether the panel has noise filters.
    /// - Parameter reopened: how often the panel was opened again.
    public static func health(_ counts: PanelCounts, filters hasFilters: Bool, reopened: Int) -> [(name: String, value: Int64)] {
        var list: [(String, Int)] = [
            ("reports", counts.health.reports), ("reportRate", counts.health.reportRate), ("touches", counts.touches),
            ("stuck", counts.stuck),
        ]
        list += counts.contacts.byName + [("reopened", reopened)]
        if hasFilters {
            list += FilterCounter.allCases.map { ($0.name, counts.filters[$0]) }
        }
        return list.map { ($0.0, Int64($0.1)) } + (counts.health.lastReport.map { [("lastReport", $0)] } ?? [])
    }
}
