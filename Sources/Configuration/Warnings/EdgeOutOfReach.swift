import StrictYAML
import TouchCore
import Vocabulary

/// A screen-edge gesture whose region reaches none of the gesture's edges.
enum EdgeOutOfReach: WarningRule {
    static let id = WarningID.edgeOutOfReach

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        let (tree, defaults) = (configuration.tree, configuration.settings.gestureDefaults)
        for gesture in configuration.gestures {
            guard let edges = defaults.edges(of: gesture.spec), !edges.isEmpty,
                case .number(let width)? = defaults.value(of: "edgeWidth", in: gesture.spec)
            else { continue }
            let reach = Reach(of: gesture.region, in: tree)
            let size = tree.screens[tree[gesture.region].screen].size
            if edges.contains(where: { reach.overlaps(Reach(stripAt: $0, width, of: size)) }) { continue }
            warn(
                gesture.node.entry("edges")?.mark ?? gesture.node.mark,
                "gesture \(quoted(gesture.spec.id)) is never recognized: region \(quoted(tree[gesture.region].id)) does not reach the strip of "
                    + "\(shortest(width)) points (\"edgeWidth\") at the screen's \(edges.joined(separator: ", ")) edge")
        }
    }
}

extension Reach {
    fileprivate init(stripAt edge: String, _ width: Double, of screen: Size) {
        self.init(Rect(0, 0, screen.width, screen.height))
        switch edge {
        case "top": maxY = width
        case "left": maxX = width
        case "bottom": minY = screen.height - width
        default: minX = screen.width - width
        }
    }
}
