import StrictYAML
import TouchCore
import Vocabulary

/// A button, a switch or a slider that takes a part of the touches of another one in the same region. A small one that lies wholly
/// on a larger one is left alone, such as a heart on a tile, and so are buttons whose hit insets alone overlap.
enum OverlappingButtons: WarningRule {
    static let id = WarningID.buttonsOverlap

    /// The least part of a button that another one covers, for a warning.
    private static let leastShare = 0.1
    /// The limit on comparisons per file.
    private static let comparisonsMax = 1_000_000

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        var comparisons = 0
        var left = configuration.settings.screens.flatMap(\.spec.windows)
        while let region = left.popLast() {
            if region.refusal != nil { continue }
            left += region.children
            // Back to front.
            let buttons = region.children.filter(isUpright)
            for (place, front) in buttons.enumerated() {
                comparisons += place
                if comparisons > comparisonsMax { return }
                let covered = buttons[..<place].map { (back: $0, share: share(of: $0, under: front)) }.filter {
                    (leastShare..<1).contains($0.share) && !isMark(front, on: $0.back, share: $0.share)
                }
                guard let most = covered.max(by: { $0.share < $1.share }), let over = configuration.tree.region(ofID: front.id),
                    let under = configuration.tree.region(ofID: most.back.id)
                else { continue }
                warn(
                    configuration.geometryMark(over),
                    "\(front.kind.rawValue) \(quoted(front.id)) lies over \(shortest((most.share * 100).rounded())) % of "
                        + "\(most.back.kind.rawValue) \(configuration.name(under)) and takes its touches there; move one of them")
            }
        }
    }

    /// True for a button whose rectangle takes touches, and stays where it is.
    private static func isUpright(_ region: RegionSpec) -> Bool {
        [.button, .switch, .slider].contains(region.kind) && region.refusal == nil && region.geometry.transform == .identity && region.shape == nil
            && region.behaviour != .dragSelf && !region.passesTouchesThrough
    }

    /// True for a button that lies wholly on another one and covers less than half of it.
    private static func isMark(_ front: RegionSpec, on back: RegionSpec, share: Double) -> Bool {
        let (a, b) = (front.geometry.frame, back.geometry.frame)
        return share < 0.5 && a.minX >= b.minX && a.minY >= b.minY && a.maxX <= b.maxX && a.maxY <= b.maxY
    }

    private static func share(of back: RegionSpec, under front: RegionSpec) -> Double {
        let (a, b) = (back.geometry.frame, front.geometry.frame)
        let width = min(a.maxX, b.maxX) - max(a.minX, b.minX)
        let height = min(a.maxY, b.maxY) - max(a.minY, b.minY)
        let area = a.size.width * a.size.height
        return width > 0 && height > 0 && area > 0 ? width * height / area : 0
    }
}
