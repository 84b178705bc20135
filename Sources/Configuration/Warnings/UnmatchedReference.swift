import StrictYAML
import TouchCore

/// A reference to a region or gesture that never shares a touch with the one that has the reference.
enum UnmatchedReference: WarningRule {
    static let id = WarningID.unmatchedReference

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        let homes = Dictionary(configuration.gestures.map { ($0.spec.id, $0.region) }, uniquingKeysWith: { first, _ in first })
        for gesture in configuration.gestures {
            for key in ["requireToFail", "simultaneousWith"] {
                for item in gesture.node.items(key) {
                    guard let name = item.string, let other = homes[name],
                        !configuration.isIn(other, gesture.region), !configuration.isIn(gesture.region, other)
                    else { continue }
                    warn(
                        item.mark,
                        "\(quoted(key)) of gesture \(quoted(gesture.spec.id)) has no effect: gesture \(quoted(name)) belongs to region "
                            + "\(configuration.name(other)), which shares no touches with \(configuration.name(gesture.region))")
                }
            }
            check(gesture.node, ["shouldReceiveNot"], "gesture \(quoted(gesture.spec.id))", gesture.region, isProper: false, configuration, warn)
        }
        let lists = ["touchesShouldCancelNo", "touchesShouldCancelYes", "touchesShouldBeginNo"]
        for region in configuration.tree.directory.regions {
            guard let node = configuration.node(region) else { continue }
            if let accessibility = node["accessibility"] {
                check(accessibility, ["elements"], "region \(quoted(configuration.tree[region].id))", region, isProper: true, configuration, warn)
            }
            if configuration.tree[region].kind != .scrollView { continue }
            check(node, lists, "region \(quoted(configuration.tree[region].id))", region, isProper: true, configuration, warn)
        }
    }

    /// Warns of names in these keys that are not in the region.
    ///
    /// - Parameter isProper: true if a key may name only descendants of the region; false if it may also name the region itself.
    private static func check(
        _ node: YAMLNode, _ keys: [String], _ owner: String, _ region: RegionID, isProper: Bool, _ configuration: CheckedConfiguration,
        _ warn: (Mark, String) -> Void
    ) {
        for key in keys {
            for item in node.items(key) {
                guard let name = item.string else { continue }
                if let named = configuration.tree.region(ofID: name), configuration.isIn(named, region), !isProper || named != region { continue }
                warn(
                    item.mark,
                    "\(quoted(key)) of \(owner) has no effect: region \(quoted(name)) does not lie in \(configuration.name(region))"
                )
            }
        }
    }
}
