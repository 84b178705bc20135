import StrictYAML
import TouchCore
import Vocabulary

/// A button, a switch or a slider of which a part lies beyond the edge of the screen. Buttons that fingers or programs move onto the screen are left
/// alone: those in a scroll view, and those in a region that itself reaches beyond the screen.
enum ButtonOffScreen: WarningRule {
    static let id = WarningID.partlyOffScreen

    /// The least part of a button that must be on the screen.
    private static let leastShare = 0.9

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        for screen in configuration.settings.screens.map(\.spec) {
            var left = Array(screen.windows.reversed())
            while let spec = left.popLast() {
                guard spec.refusal == nil, spec.behaviour != .dragSelf, let region = configuration.tree.region(ofID: spec.id) else { continue }
                let share = share(of: configuration.tree.mapToScreen(from: region).box(spec.geometry.bounds), on: screen.size)
                if share >= 1, spec.kind != .scrollView { left += spec.children.reversed() }
                guard share > 0, share < leastShare, [.button, .switch, .slider].contains(spec.kind) else { continue }
                warn(
                    configuration.geometryMark(region),
                    "only \(shortest(max(1, (share * 100).rounded()))) % of \(spec.kind.rawValue) \(quoted(spec.id)) lies on the screen, which is "
                        + "\(shortest(screen.size.width)) × \(shortest(screen.size.height)) points; move it, or make it smaller")
            }
        }
    }

    /// The part of the box that is on the screen; 1 also for a box that reaches beyond it by rounding only.
    private static func share(of box: Rect, on screen: Size) -> Double {
        let width = min(box.maxX, screen.width) - max(box.minX, 0)
        let height = min(box.maxY, screen.height) - max(box.minY, 0)
        let area = box.size.width * box.size.height
        guard area > 0 else { return 1 }
        let share = max(0, width) * max(0, height) / area
        return share > 1 - 1e-6 ? 1 : share
    }
}
