import TouchCore

/// Rights that a trial may grant: some anywhere, some only outside sensitive regions, the rest never.
extension TrialComparison {
    /// Rights that neither reveal touches in a sensitive region nor let a client type or inject fingers.
    private static let harmlessRights: Set<String> = ["receive", "observe", "edit", "screen", "staff", "status", "reload"]
    /// Rights that reveal touches in a sensitive region.
    private static let revealingRights: Set<String> = ["claim", "sensitive"]

    /// Checks the access rules.
    ///
    /// - Parameter directory: the directory of the file's tree.
    func checkAccess(_ directory: RegionDirectory) throws(TrialRefusal) {
        let (old, new) = (file.access ?? [], trial.access ?? [])
        // Rules with any other right must be the same in both configurations.
        func others(_ rules: [AccessSettings]) -> [AccessSettings] {
            rules.compactMap { rule in
                var rest = rule
                rest.allow = rule.allow.filter { !Self.harmlessRights.contains($0) && !Self.revealingRights.contains($0) }.sorted()
                return rest.allow.isEmpty ? nil : rest
            }
        }
        if others(old) != others(new) { throw TrialRefusal("access", "in this way: a rule differs that has a right which only the file may give") }
        for right in Self.revealingRights.sorted() {
            try check(right, old, new, directory) { _ in true }
            if let (directory, added) = added {
                try check(right, old, new, directory) { region in directory[region].sensitiveRoot.map(added.contains) ?? false }
            }
        }
    }

    private func check(
        _ right: String, _ old: [AccessSettings], _ new: [AccessSettings], _ directory: RegionDirectory, _ concerns: (RegionID) -> Bool
    ) throws(TrialRefusal) {
        let sensitive = directory.sensitive.filter(concerns)
        if sensitive.isEmpty { return }
        func places(_ rules: [AccessSettings]) -> [(rule: AccessSettings, matches: [Bool])] {
            let rules = rules.filter { $0.allow.contains(right) }
            return Array(zip(rules, directory.matches(rules.map { $0.regions.map(RegionGlob.init) })))
        }
        let before = places(old)
        for (rule, matches) in places(new) {
            let known = before.filter { $0.rule.covers(allOf: rule) }
            for region in sensitive where matches[region.slot] && !known.contains(where: { $0.matches[region.slot] }) {
                let path = directory[region].path
                throw TrialRefusal(
                    "access", region: path, "so that the rule on line \(rule.mark.line) newly allows \"\(right)\" in the sensitive region \"\(path)\""
                )
            }
        }
    }
}

extension AccessSettings {
    /// True if this rule covers every client that the other rule covers.
    fileprivate func covers(allOf other: AccessSettings) -> Bool {
        token == other.token && (user == nil || user == other.user) && (group == nil || group == other.group)
    }
}
