/// Ignores the position (0, 0) if several contacts in a report have it.
enum OriginFilter {
    static let type = FilterType(
        "origin", .flag,
        "true: if a report has several contacts at device position (0, 0), touchd ignores this position. Default: false."
    ) { values, rules in
        rules.origin = values.flag("origin")
    }

    /// True if a report has several contacts at the origin, so that they count as having no position.
    static func hasCrowd(_ contacts: [ContactChange], _ rules: FilterRules) -> Bool {
        rules.origin && contacts.count { !$0.phase.isTerminal && $0.values.isAtOrigin } > 1
    }
}

extension ContactValues {
    var isAtOrigin: Bool { x == 0 && y == 0 }
}
