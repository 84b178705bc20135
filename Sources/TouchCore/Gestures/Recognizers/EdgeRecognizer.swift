/// UIScreenEdgePanGestureRecognizer: a pan that starts at an edge of the screen. Touches after the first are ignored.
///
/// Apple does not publish the width of the strip at the edge; its hardware itself reports edge touches. Ports of UIKit use 20 points. The gesture
/// fails if the finger moves along the edge instead of away from it.
final class EdgeRecognizer: PanRecognizer {

    private let edges: [String]
    private let width: Double

    override init(_ spec: GestureSpec) {
        let edges = spec.words(.edges)
        self.edges = edges.contains("all") ? ["top", "left", "bottom", "right"] : edges
        width = spec.number(.edgeWidth)
        super.init(spec)
    }

    /// The inward directions of all edges at which the finger began.
    private var inwards: [Point] = []

    override func accepts(_ finger: Finger, _ space: GestureSpace) -> Bool {
        if held > 0 { return false }
        inwards.removeAll(keepingCapacity: true)
        for edge in edges {
            let (distance, inward) =
                switch edge {
                case "top": (finger.start.y, Point(0, 1))
                case "left": (finger.start.x, Point(1, 0))
                case "bottom": (space.screen.height - finger.start.y, Point(0, -1))
                default: (space.screen.width - finger.start.x, Point(-1, 0))
                }
            if distance < width { inwards.append(inward) }
        }
        return !inwards.isEmpty
    }

    /// Always nil: a pan that starts at the edge is not meant for a knob that happens to be there.
    override var displacementBesideKnobs: Point? { nil }

    override func passThreshold() {
        let isInward = inwards.contains { inward in
            let along = translation.x * inward.x + translation.y * inward.y
            let across = translation.x * inward.y - translation.y * inward.x
            return along >= abs(across)
        }
        if isInward { begin() } else { fail() }
    }
}
