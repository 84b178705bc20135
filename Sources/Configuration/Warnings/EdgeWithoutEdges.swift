import StrictYAML
import TouchCore

/// A screen-edge gesture with an empty list of edges.
enum EdgeWithoutEdges: WarningRule {
    static let id = WarningID.edgeWithoutEdges

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        for gesture in configuration.gestures where configuration.settings.gestureDefaults.edges(of: gesture.spec)?.isEmpty == true {
            warn(
                gesture.node.entry("edges")?.mark ?? gesture.node.mark,
                "gesture \(quoted(gesture.spec.id)) is never recognized, because it has no \"edges\"; write, for example, edges: [left]")
        }
    }
}

extension GestureDefaults {
    /// Returns the edges of a screen-edge gesture; nil for a gesture of another type.
    func edges(of gesture: GestureSpec) -> [String]? {
        guard case .words(let edges)? = value(of: "edges", in: gesture) else { return nil }
        return edges.contains("all") ? ["top", "left", "bottom", "right"] : edges
    }
}
