/// Regions that keep touches from another region because they are in front of all of it.
package enum Cover {
    /// The number of nearest siblings in front of a region that are checked.
    private static let siblingsMax = 1000

    /// Returns a region in front that takes every touch before the given region, or anything in it, is asked; nil if there is none. This holds
    /// wherever fingers scroll and drag regions. A redirect, a fallback or an interceptor may still send touches to the covered region.
    ///
    /// Several regions that only together cover it are not found. O(depth × siblings in front).
    package static func of(_ region: RegionID, in tree: borrowing RegionTree) -> RegionID? {
        guard tree.specs[region.slot].confinesHits else { return nil }
        var box = Reach(aroundHitBoundsOf: region, in: tree)
        var inner = region
        // A region that fingers can drag may be dragged out from under its cover.
        while !box.isEmpty, tree.specs[inner.slot].behaviour != .dragSelf {
            if let cover = cover(of: box, inFrontOf: inner, tree) { return cover }
            guard let parent = tree[inner].parent, tree.specs[parent.slot].kind != .scrollView else { return nil }
            if tree.specs[parent.slot].confinesHits { box = box.cut(to: Reach(aroundHitBoundsOf: parent, in: tree)) }
            inner = parent
        }
        return nil
    }

    private static func cover(of box: Reach, inFrontOf region: RegionID, _ tree: borrowing RegionTree) -> RegionID? {
        var slot = tree.directory.links[region.slot].inFront
        for _ in 0..<siblingsMax where slot >= 0 {
            if let cover = cover(of: box, by: tree.directory.id(at: slot), tree) { return cover }
            slot = tree.directory.links[Int(slot)].inFront
        }
        return nil
    }

    /// Returns the given region, or one in it, if it takes every touch in a box; otherwise nil.
    private static func cover(of box: Reach, by region: RegionID, _ tree: borrowing RegionTree) -> RegionID? {
        let node = tree.hitTester.nodes[region.slot]
        if node.flags.contains(.redirectAlways), tree.hitTester.redirects[region] != nil { return region }
        let isOver = node.minX <= box.minX && node.minY <= box.minY && box.maxX <= node.maxX && box.maxY <= node.maxY
        let asksOutside = node.flags.contains(.overflow)
        guard isOver || asksOutside else { return nil }
        let spec = tree.specs[region.slot]
        if spec.refusal != nil || spec.behaviour == .dragSelf { return nil }
        let isOverAll = isOver && !node.flags.contains(.shaped)
        if isOverAll, !spec.passesTouchesThrough { return region }
        // If the region lets touches through, or asks its children outside itself, a child may take them. Children of a scroll view do not count,
        // because they can be scrolled away.
        guard isOverAll || asksOutside, spec.kind != .scrollView else { return nil }
        for child in tree.directory.children(of: region) {
            if let cover = cover(of: box, by: child, tree) { return cover }
        }
        return nil
    }
}
