import StrictYAML
import TouchCore
import Vocabulary

/// A scroll view that fingers can neither scroll nor zoom, although scrolling is enabled.
enum UnscrollableView: WarningRule {
    static let id = WarningID.cannotScroll

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        for region in configuration.tree.directory.regions {
            let spec = configuration.spec(region)
            guard let scroll = spec.scroll, scroll.isEnabled, !spec.canScroll else { continue }
            let (content, size) = (scroll.contentSize, spec.geometry.bounds.size)
            let why =
                configuration.node(region)?.entry("contentSize") == nil
                ? "it has no \"contentSize\""
                : "its \"contentSize\", \(text(content)), is not larger than its size, \(text(size))"
            warn(
                configuration.mark(region, "contentSize"),
                "scroll view \(quoted(spec.id)) cannot scroll: \(why), and it neither zooms nor always bounces")
        }
    }

    private static func text(_ size: Size) -> String { "\(shortest(size.width)) × \(shortest(size.height))" }
}
