@testable import TouchCore

/// A region of the routing model: the hit test of routing 2 and docs/configuration.md as recursion.
final class ModelRegion {
    /// The region's properties, without children.
    var spec: RegionSpec
    private(set) weak var parent: ModelRegion?
    /// Children, back to front.
    private(set) var children: [ModelRegion] = []

    init(_ spec: RegionSpec, in parent: ModelRegion? = nil) {
        self.spec = spec
        self.spec.children = []
        self.parent = parent
        children = spec.children.map { ModelRegion($0, in: self) }
    }

    var id: String { spec.id }
    var isSurface: Bool { spec.kind == .surface }
    var window: ModelRegion { parent?.window ?? self }
    /// The region and its descendants, front to back: descendants come before their ancestors.
    var subtree: [ModelRegion] { [self] + children.reversed().flatMap(\.subtree) }
    /// The region and its ancestors, from the inside out.
    var ancestors: [ModelRegion] { [self] + (parent?.ancestors ?? []) }

    var nested: RegionSpec {
        var nested = spec
        nested.children = children.map(\.nested)
        return nested
    }

    func insert(_ child: ModelRegion, at index: Int?) {
        children.insert(child, at: min(max(index ?? children.count, 0), children.count))
        child.parent = self
    }

    func remove(_ child: ModelRegion) {
        children.removeAll { $0 === child }
        child.parent = nil
    }

    // MARK: Geometry

    private func fromParent(_ p: Point) -> Point {
        let g = spec.geometry, m = g.transform
        let x = p.x - g.center.x - m.tx, y = p.y - g.center.y - m.ty
        let n = m.a * m.d - m.b * m.c
        let middle = Point(g.bounds.minX + g.bounds.size.width / 2, g.bounds.minY + g.bounds.size.height / 2)
        return Point((m.d * x - m.c * y) / n + middle.x, (m.a * y - m.b * x) / n + middle.y)
    }

    /// Converts a point of the screen to the region's own space.
    func local(_ p: Point) -> Point { fromParent(parent?.local(p) ?? p) }

    /// Whether a point of the region's space is inside (pointInside).
    func pointInside(_ p: Point) -> Bool {
        let b = spec.geometry.bounds, i = spec.hitInsets
        let left = b.minX + i.left, top = b.minY + i.top, right = b.maxX - i.right, bottom = b.maxY - i.bottom
        guard left <= p.x, p.x < right, top <= p.y, p.y < bottom else { return false }
        switch spec.shape {
        case nil: return true
        case .ellipse:
            let x = (p.x - (left + right) / 2) / ((right - left) / 2), y = (p.y - (top + bottom) / 2) / ((bottom - top) / 2)
            return x * x + y * y <= 1
        case .roundedRectangle(let asked):
            let r = min(asked, (right - left) / 2, (bottom - top) / 2)
            let x = max(left + r - p.x, p.x - (right - r), 0), y = max(top + r - p.y, p.y - (bottom - r), 0)
            return x * x + y * y <= r * r
        case .polygon(let corners):
            // The number of sides that a ray to the right crosses; a side includes its upper end and not its lower one.
            let sides = zip(corners, corners[1...] + [corners[0]])
            return sides.count { a, b in
                let (up, down) = a.y < b.y ? (a, b) : (b, a)
                guard up.y <= p.y, p.y < down.y else { return false }
                return (down.x - up.x) * (p.y - up.y) > (p.x - up.x) * (down.y - up.y)
            } % 2 == 1
        }
    }

    // MARK: Hit test

    var refuses: Bool {
        spec.hidden || !spec.isUserInteractionEnabled || spec.alpha <= 0.01 || spec.hitTest == .ignore
    }

    /// Whether the region and all its ancestors are visible.
    var isShown: Bool { ancestors.allSatisfy { !$0.spec.hidden && $0.spec.alpha > 0.01 } }

    /// - Parameters:
    ///   - q: A point in the parent's space.
    ///   - translucentHits: Collects the translucent regions at the point in which nothing is hit, front to back.
    func hitTest(_ q: Point, _ tree: ModelTree, _ translucentHits: inout [ModelRegion]) -> ModelRegion? {
        if refuses { return nil }
        let p = fromParent(q)
        var isInside = pointInside(p)
        if case .redirect(let to, true) = spec.hitTest, let to = tree.region(to) {
            if to !== self { return to }
            isInside = true  // like a pointInside that always returns true
        }
        let childrenStickOut = spec.hitTest == .overflow && !spec.clipsToBounds
        if !isInside && !childrenStickOut { return nil }
        if spec.hitTest == .absorb { return self }
        if case .redirect(let to, false) = spec.hitTest, let to = tree.region(to) { return to }
        for child in children.reversed() {
            if let hit = child.hitTest(p, tree, &translucentHits) { return hit }
        }
        if spec.hitTest == .translucent { translucentHits.append(self) }
        return isInside && spec.hitTest != .passThrough && spec.hitTest != .translucent ? self : nil
    }
}
