/// The places of the focus on a screen, as a finger that explores finds them.
struct ExploredPlaces: Sendable {
    let all: Set<RegionID>
    /// The places that no touch hits, such as texts, in the order of the focus.
    let untouchable: [RegionID]

    /// - Parameter ring: The order of the focus, with the sensitive regions that are open to the finger.
    init(_ ring: [RegionID], in tree: RegionTree) {
        all = Set(ring)
        untouchable = ring.filter { !tree.isReachable($0) }
    }
}

/// The element under a finger that explores (contract 10, rule E14).
extension AccessibleTree {
    /// Returns the region that a touch at a point of the screen would hit, and the element there: the region itself, or the nearest one around it that
    /// is a place. A text, which takes no touches, is found in front of the region that a touch there would hit.
    func explored(at point: Point, screen: Int, _ places: ExploredPlaces) -> (hit: RegionID?, element: RegionID?) {
        let size = tree.screens[screen].size
        guard Rect(0, 0, size.width, size.height).contains(point) else { return (nil, nil) }
        let hit = tree.hitTest(point, screen: screen)
        if let text = places.untouchable.last(where: { tree.contains(point, $0) && isInFront($0, of: hit, at: point) }) { return (hit, text) }
        var next = hit
        while let region = next {
            if places.all.contains(region) { return (hit, region) }
            // An element around a sensitive region says nothing about what is in it.
            if tree[region].sensitiveRoot == region { break }
            next = tree[region].parent
        }
        return (hit, nil)
    }

    /// Whether a region that takes no touches is inside the region that a touch hits, or nothing is hit, and no region between them cuts the point off.
    private func isInFront(_ region: RegionID, of hit: RegionID?, at point: Point) -> Bool {
        var next = tree[region].parent
        while let around = next {
            if around == hit { return true }
            if !tree.contains(point, around) { return false }
            next = tree[around].parent
        }
        return hit == nil
    }
}
