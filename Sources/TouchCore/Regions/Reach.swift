/// A part of a screen with sides along its axes, in points. It may be endless.
package struct Reach: Equatable {
    package var minX = -Double.infinity
    package var minY = -Double.infinity
    package var maxX = Double.infinity
    package var maxY = Double.infinity

    /// What cannot be compared overlaps.
    package func overlaps(_ other: Reach) -> Bool {
        !(maxX <= other.minX || other.maxX <= minX || maxY <= other.minY || other.maxY <= minY)
            && !(maxX <= minX || maxY <= minY || other.maxX <= other.minX || other.maxY <= other.minY)
    }

    fileprivate func cut(to other: Reach) -> Reach {
        Reach(
            minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    }
}

extension RegionTree {
    /// The part of the screen outside which a hit test comes to neither the region nor anything in it, wherever fingers scroll and drag
    /// regions to. Whether any of them refuses touches is not asked. O(depth).
    package func reach(of index: RegionID) -> Reach { reachAndMotion(of: index).reach }

    private func reachAndMotion(of index: RegionID) -> (reach: Reach, isMoved: Bool) {
        var reach = Reach()
        var isMoved = false
        for region in chain(to: index) {
            let spec = specs[region.slot]
            isMoved = isMoved || spec.behaviour == .dragSelf
            if !isMoved && spec.confines { reach = reach.cut(to: box(of: region)) }
            isMoved = isMoved || spec.kind == .scrollView
        }
        return (reach, isMoved)
    }

    /// Around the hit bounds.
    private func box(of region: RegionID) -> Reach {
        let bounds = specs[region.slot].hitBounds
        if bounds.size.width <= 0 || bounds.size.height <= 0 { return Reach(minX: 0, minY: 0, maxX: 0, maxY: 0) }
        let toScreen = mapToScreen(from: region)
        let corners = [(bounds.minX, bounds.minY), (bounds.maxX, bounds.minY), (bounds.minX, bounds.maxY), (bounds.maxX, bounds.maxY)]
            .map { toScreen.apply(Point($0, $1)) }
        let (x, y) = (corners.map(\.x), corners.map(\.y))
        // What is too large for numbers is everywhere.
        guard (x + y).allSatisfy(\.isFinite) else { return Reach() }
        // With room for rounding, as in the hit test.
        let room = toLocal[region.slot].keepsAxes ? 0.0 : 1
        return Reach(minX: x.min()! - room, minY: y.min()! - room, maxX: x.max()! + room, maxY: y.max()! + room)
    }

    /// The region and all that is in it, in pre-order.
    package func subtree(of region: RegionID) -> [RegionID] { directory.subtree(of: region) }
}

extension RegionSpec {
    /// Whether neither it nor anything in it is hit outside its own hit bounds.
    package var confines: Bool {
        switch hitTest {
        case .overflow: clipsToBounds
        case .redirect(_, let always): !always
        default: true
        }
    }

    /// Whether a point in its hit bounds may be another region's that is behind it.
    package var letsThrough: Bool { hitTest == .passThrough || hitTest == .translucent }
}
