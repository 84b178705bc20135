@testable import TouchCore

/// The hit test of docs/configuration.md as a plain recursion over nested regions, without the daemon's optimizations.
struct PlainHitTest {
    private let screens: [ScreenSpec]
    private var ids: Set<String> = []

    init(_ tree: RegionTree) {
        screens = tree.screenSpecs
        ids = Set(tree.specs.map(\.id))
    }

    /// The region hit on the first screen.
    func hit(_ p: Point) -> String? {
        // Higher levels are in front; within a level, later windows are.
        let windows = screens[0].windows.enumerated().sorted { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }
        var translucentHits: [String] = []
        for (_, window) in windows.reversed() {
            if let hit = hit(window, p, &translucentHits) { return hit }
        }
        return translucentHits.first
    }

    /// Whether a point lies in a region by the region's own geometry.
    func isInside(_ id: String, _ p: Point) -> Bool {
        func find(_ region: RegionSpec, _ q: Point) -> Bool? {
            let local = self.local(q, region)
            if region.id == id { return region.contains(local) }
            for child in region.children { if let found = find(child, local) { return found } }
            return nil
        }
        for window in screens[0].windows { if let found = find(window, p) { return found } }
        return false
    }

    private func local(_ p: Point, _ region: RegionSpec) -> Point {
        let g = region.geometry, m = g.transform
        let x = p.x - g.center.x - m.tx, y = p.y - g.center.y - m.ty
        let n = m.a * m.d - m.b * m.c
        return Point((m.d * x - m.c * y) / n + g.bounds.center.x, (m.a * y - m.b * x) / n + g.bounds.center.y)
    }

    private func hit(_ region: RegionSpec, _ q: Point, _ translucentHits: inout [String]) -> String? {
        if region.hidden || !region.isUserInteractionEnabled || region.alpha <= 0.01 || region.hitTest == .ignore { return nil }
        let p = local(q, region)
        if case .redirect(let to, true) = region.hitTest, to != region.id, ids.contains(to) { return to }
        let isInside = region.contains(p)
        if !isInside && !(region.hitTest == .overflow && !region.clipsToBounds) { return nil }
        if region.hitTest == .absorb { return region.id }
        if case .redirect(let to, _) = region.hitTest, to != region.id, ids.contains(to) { return to }
        for child in region.children.reversed() {
            if let hit = hit(child, p, &translucentHits) { return hit }
        }
        if region.hitTest == .translucent { translucentHits.append(region.id) }
        return isInside && region.hitTest != .passThrough && region.hitTest != .translucent ? region.id : nil
    }
}
