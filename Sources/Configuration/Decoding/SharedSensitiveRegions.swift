import StrictYAML
import TouchCore

/// Finds access rules with which everybody or a group may claim a sensitive region, or everybody may get its coordinates. Such a region should have
/// one owner.
enum SharedSensitiveRegions {
    /// Logs a warning for each right that too many users get.
    ///
    /// - Parameters:
    ///   - nodes: the nodes of the rules.
    ///   - sensitive: the outermost sensitive regions.
    static func find(
        _ rules: [AccessSettings], _ nodes: [YAMLNode], _ screens: [ScreenSpec], _ sensitive: [(name: String, mark: Mark, screen: Int)],
        _ log: DiagnosticLog
    ) {
        if sensitive.isEmpty || log.hasErrors { return }
        // Made only if a rule has such a right.
        lazy var tree = RegionTree(screens)
        for (rule, node) in zip(rules, nodes) where rule.user == nil && rule.token == nil {
            let rights = node.items("allow").filter { $0.string == "claim" || $0.string == "sensitive" && rule.group == nil }
            if rights.isEmpty { continue }
            let matches = tree.directory.matches(rule.regions.map(RegionGlob.init))
            guard let region = tree.directory.sensitive.first(where: { matches[$0.slot] }), let root = tree[region].sensitiveRoot else { continue }
            let line = sensitive.first { $0.name == tree[root].id }.map { " (line \($0.mark.line))" } ?? ""
            let name = "the sensitive region \(quoted(tree[root].id))\(line)"
            for right in rights {
                let consequence =
                    right.string == "claim" ? "claim \(name), and so get the touches there" : "get the coordinates of touches in \(name)"
                if let group = rule.group {
                    log.warning(
                        right.mark, .sensitiveOpenToGroup,
                        "each user of group \(quoted(group.name)) may \(consequence); add the \"user\" of the intended program to the rule")
                } else {
                    log.warning(right.mark, .sensitiveOpenToAll, "everybody who may connect may \(consequence); add a \"user\" to the rule")
                }
            }
        }
    }
}
