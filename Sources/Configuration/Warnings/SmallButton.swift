import StrictYAML
import TouchCore
import Vocabulary

/// A button, a switch or a slider's knob that is too small for a finger, on a panel that reports its size.
enum SmallButton: WarningRule {
    static let id = WarningID.smallButton

    /// The smallest size for a finger. Guidelines of makers of phones and tablets recommend from 7 to 10 mm.
    private static let leastMillimetres = 9.0

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        let tree = configuration.tree
        let panels = configuration.settings.screens.map { screen in
            screen.panels.compactMap { panel in configuration.scales[panel.id].map { (panel: panel, scale: $0) } }
        }
        if panels.allSatisfy(\.isEmpty) { return }
        for region in tree.directory.regions where [.button, .switch, .slider].contains(tree[region].kind) {
            let spec = configuration.spec(region)
            let sizes = panels[tree[region].screen].compactMap { panel, scale -> (panel: String, size: Size)? in
                if let area = panel.area, !Reach(aroundHitBoundsOf: region, in: tree).overlaps(Reach(area)) { return nil }
                return (panel.id, millimetres(spec.targetBounds.size, region, tree, scale))
            }
            guard let least = sizes.min(by: { $0.size.least < $1.size.least }), least.size.least < leastMillimetres - 0.05 else { continue }
            let what = spec.kind == .slider ? "the knob of slider" : spec.kind.rawValue
            warn(
                configuration.geometryMark(region),
                "\(what) \(quoted(spec.id)) is \(tenths(least.size.width)) × \(tenths(least.size.height)) mm on panel \(quoted(least.panel)), "
                    + "and a finger needs \(shortest(leastMillimetres)) mm"
                    + (spec.kind == .slider ? "; enlarge it with \"knobSize\" or \"hitInsets\"" : "; enlarge it with negative \"hitInsets\""))
        }
    }

    /// Returns the size of a region on the glass in mm.
    ///
    /// - Parameter scale: points per mm.
    private static func millimetres(_ size: Size, _ region: RegionID, _ tree: RegionTree, _ scale: Size) -> Size {
        let map = tree.mapToScreen(from: region)
        func length(_ x: Double, _ y: Double) -> Double {
            let (across, down) = (x / scale.width, y / scale.height)
            return (across * across + down * down).squareRoot()
        }
        return Size(max(0, size.width) * length(map.a, map.b), max(0, size.height) * length(map.c, map.d))
    }

    private static func tenths(_ number: Double) -> String { shortest((number * 10).rounded() / 10) }
}

extension Size { fileprivate var least: Double { min(width, height) } }
