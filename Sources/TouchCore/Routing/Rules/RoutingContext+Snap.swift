extension RoutingContext {
    /// The distance that keeps a snapped point inside the element, because its far edges are outside.
    private static var inset: Double { 1.0 / 64 }

    /// Returns the place at which a finger begins that has come down at `p`: the nearest point of the nearest element that can be operated, if a profile
    /// of the screen says so (rule A7). Returns nil if it begins where it is: on an element, on a surface, in a sensitive or `direct` region, or too far
    /// from all elements.
    func snapped(_ p: Point, screen: Int) -> Point? {
        guard let reach = glasses.touchRules(screen)?.snap else { return nil }
        let accessible = AccessibleTree(tree)
        // Sensitive regions are closed: a finger is never moved into one.
        let ring = accessible.focusRing(ofScreen: screen) { _ in false }
        if let hit = tree.hitTest(p, screen: screen) {
            if tree.isSurface(hit) || tree[hit].sensitiveRoot != nil || isDirect(hit) { return nil }
            var next: RegionID? = hit
            while let region = next {
                if ring.contains(region) { return nil }
                next = tree[region].parent
            }
        }
        var best: (point: Point, distance: Double)?
        for region in ring where tree[region].sensitiveRoot == nil && accessible.isOperable(region) && !isDirect(region) {
            let box = tree.mapToScreen(from: region).box(tree.specs[region.slot].targetBounds)
            let point = Point(Self.nearest(to: p.x, box.minX, box.maxX), Self.nearest(to: p.y, box.minY, box.maxY))
            let distance = ((point.x - p.x) * (point.x - p.x) + (point.y - p.y) * (point.y - p.y)).squareRoot()
            // If two elements are equally near, the one that comes first in the order wins.
            if distance < reach, distance < best?.distance ?? .infinity, accessible.isActivated(region, by: point) { best = (point, distance) }
        }
        return best?.point
    }

    private static func nearest(to value: Double, _ low: Double, _ high: Double) -> Double { max(low, min(value, high - inset)) }

    /// Whether a region, or one that it is in, takes fingers as they are.
    func isDirect(_ region: RegionID) -> Bool {
        var next: RegionID? = region
        while let region = next {
            if region.isRegion, tree.specs[region.slot].accessibility?.isDirect == true { return true }
            next = tree[region].parent
        }
        return false
    }
}
