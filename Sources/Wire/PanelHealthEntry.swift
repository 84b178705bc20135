import TouchCore

extension DeviceEntry {
    /// How a panel in use is doing, by the protocol's names.
    ///
    /// - Parameter filters: whether it has noise filters.
    /// - Parameter reopened: how often it was opened again.
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
