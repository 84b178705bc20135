import TouchCore

/// An access rule for everybody that tells what is touched in a sensitive region.
enum OpenSensitiveRegion: WarningRule {
    static let id = WarningID.sensitiveOpenToAll

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        let (tree, rules) = (configuration.tree, configuration.root.items("access"))
        guard tree.directory.hasSensitive, let access = configuration.settings.access else { return }
        for (rule, node) in zip(access, rules) where rule.user == nil && rule.group == nil && rule.token == nil {
            let matches = tree.directory.matches(rule.regions.map(RegionGlob.init))
            guard let region = tree.directory.sensitive.first(where: { matches[$0.slot] }) else { continue }
            for right in node.items("allow") {
                let consequence: String
                switch right.string {
                case "claim": consequence = "claim the sensitive region \(name(region, configuration)), and so get what is touched there"
                case "sensitive": consequence = "get the coordinates of touches in the sensitive region \(name(region, configuration))"
                default: continue
                }
                warn(right.mark, "everybody who may connect may \(consequence); give the rule a \"user\" or a \"group\"")
            }
        }
    }

    /// A controller in it is called after itself.
    private static func name(_ receiver: RegionID, _ configuration: CheckedConfiguration) -> String {
        receiver.isRegion ? configuration.name(receiver) : quoted(configuration.tree[receiver].path)
    }
}
