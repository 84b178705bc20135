extension FilterType {
    static let origin = FilterType(
        "origin", .flag,
        "When several contacts are at device position (0, 0) in a report, none of them is there. Default: false."
    ) { values, rules in
        rules.origin = values.flag("origin")
    }
}

extension FilterRules {
    /// Whether contacts at the origin are nowhere in a report.
    func hasCrowdAtOrigin(_ contacts: [ContactChange]) -> Bool {
        origin && contacts.count { !$0.phase.isTerminal && $0.values.isAtOrigin } > 1
    }
}

extension ContactValues {
    var isAtOrigin: Bool { x == 0 && y == 0 }
}
