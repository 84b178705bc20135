/// An axis-aligned part of a screen, in points. It may be infinite.
package struct Reach: Equatable {
    package var minX = -Double.infinity
    package var minY = -Double.infinity
    package var maxX = Double.infinity
    package var maxY = Double.infinity

    /// True if the two overlap, or if they cannot be compared because a side is NaN.
    package func overlaps(_ other: Reach) -> Bool {
        !(maxX <= other.minX || other.maxX <= minX || maxY <= other.minY || other.maxY <= minY)
            && !(maxX <= minX || maxY <= minY || other.maxX <= other.minX || other.maxY <= other.minY)
    }

    package func contains(_ other: Reach) -> Bool {
        minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
    }

    package var isEmpty: Bool { maxX <= minX || maxY <= minY }

    package func cut(to other: Reach) -> Reach {
        Reach(
            minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    }
}

extension Reach {
    /// The part of the screen in which a hit test can reach the region or anything in it, wherever fingers scroll or drag them. Assumes
    /// that neither the region nor one around it refuses touches. O(depth).
    package init(of region: RegionID, in tree: borrowing RegionTree) {
        self.init()
        var isMoved = false
        for region in tree.chain(to: region) {
            let spec = tree.specs[region.slot]
            isMoved = isMoved || spec.behaviour == .dragSelf
            if !isMoved && spec.confinesHits { self = cut(to: Reach(around: spec.hitBounds, tree.toLocal[region.slot])) }
            isMoved = isMoved || spec.kind == .scrollView
        }
    }

    /// The box around the hit bounds of a region at its current place, ignoring the regions around it. Empty if the hit bounds are empty.
    package init(aroundHitBoundsOf region: RegionID, in tree: borrowing RegionTree) {
        self.init(around: tree.specs[region.slot].hitBounds, tree.toLocal[region.slot])
    }

    package init(_ area: Rect) { self.init(minX: area.minX, minY: area.minY, maxX: area.maxX, maxY: area.maxY) }

    /// The box around hit bounds.
    private init(around bounds: Rect, _ toLocal: AffineTransform) {
        if bounds.size.width <= 0 || bounds.size.height <= 0 {
            self.init(minX: 0, minY: 0, maxX: 0, maxY: 0)
            return
        }
        let toScreen = toLocal.inverse
        let corners = [(bounds.minX, bounds.minY), (bounds.maxX, bounds.minY), (bounds.minX, bounds.maxY), (bounds.maxX, bounds.maxY)]
            .map { toScreen.apply(Point($0, $1)) }
        let (x, y) = (corners.map(\.x), corners.map(\.y))
        self.init()
        // Bounds with corners that are not finite count as being everywhere.
        guard (x + y).allSatisfy(\.isFinite) else { return }
        // Room for rounding, as in the hit test.
        let room = toLocal.keepsAxes ? 0.0 : 1
        (minX, minY, maxX, maxY) = (x.min()! - room, y.min()! - room, x.max()! + room, y.max()! + room)
    }
}
