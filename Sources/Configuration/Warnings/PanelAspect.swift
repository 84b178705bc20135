import StrictYAML
import TouchCore
import Vocabulary

/// A panel on whose glass squares are not square, and would be after a quarter turn: it is mounted upright and its `rotation` is missing, or the other
/// way round. Other differences are left alone, because many panels state a size that is not theirs.
enum PanelAspect: WarningRule {
    static let id = WarningID.aspect

    /// The largest ratio of the scales along x and y. Panels whose stated size is rough stay below it.
    private static let mostRatio = 1.3

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        for (screen, node) in zip(configuration.settings.screens, configuration.root.items("screens")) {
            for (panel, entry) in zip(screen.panels, node.items("panels")) {
                guard let scale = configuration.scales[panel.id], let ratio = ratio(scale), ratio > mostRatio else { continue }
                let covered = panel.area?.size ?? screen.spec.size
                let glass = Size(covered.width / scale.width, covered.height / scale.height)
                let turned = Size(covered.width / glass.height, covered.height / glass.width)
                guard let straight = Self.ratio(turned), straight <= mostRatio else { continue }
                let isTurned = panel.rotation == .quarter || panel.rotation == .threeQuarters
                let start =
                    "panel \(quoted(panel.id)) has \(tenths(scale.width)) points per mm across and \(tenths(scale.height)) down, so squares are not "
                    + "square on its glass of \(shortest(glass.width.rounded())) × \(shortest(glass.height.rounded())) mm; "
                let other =
                    isTurned
                    ? "is it mounted the long way? Without a quarter turn it has \(tenths(turned.width)) both ways: write rotation: 0, or rotation: 180 "
                        + "if it is upside down"
                    : "is it mounted upright? After a quarter turn it has \(tenths(turned.width)) both ways: write rotation: 90, or rotation: 270 if "
                        + "touches land at the opposite end (\"touchctl calibrate\" measures it)"
                warn(entry.entry("rotation")?.mark ?? entry.mark, start + other)
            }
        }
    }

    /// The larger scale as a multiple of the smaller one.
    private static func ratio(_ scale: Size) -> Double? {
        guard scale.width > 0, scale.height > 0, scale.width.isFinite, scale.height.isFinite else { return nil }
        return max(scale.width, scale.height) / min(scale.width, scale.height)
    }

    private static func tenths(_ number: Double) -> String { shortest((number * 10).rounded() / 10) }
}
