/// Whatever keeps touches from a region because it is in front of all of it.
package enum Cover {
    /// So many of the nearest siblings in front of a region are asked.
    private static let siblingsMax = 1000

    /// The region in front of another one that takes each touch before that one, or anything in it, is asked, wherever fingers scroll and
    /// drag regions to; nil if there is none. A redirect, a fallback or an interceptor may lead touches to the covered one all the same.
    ///
    /// Several that cover it together are not found. O(depth × siblings in front).
    package static func of(_ region: RegionID, in tree: borrowing RegionTree) -> RegionID? {
        guard tree.specs[region.slot].confines else { return nil }
        var box = Reach(aroundHitBoundsOf: region, in: tree)
        var inner = region
        // What fingers move leaves its cover behind.
        while !box.isEmpty, tree.specs[inner.slot].behaviour != .dragSelf {
            if let cover = cover(of: box, inFrontOf: inner, tree) { return cover }
            guard let parent = tree[inner].parent, tree.specs[parent.slot].kind != .scrollView else { return nil }
            if tree.specs[parent.slot].confines { box = box.cut(to: Reach(aroundHitBoundsOf: parent, in: tree)) }
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

    /// Whichever of a region and what is in it answers for a whole box.
    private static func cover(of box: Reach, by region: RegionID, _ tree: borrowing RegionTree) -> RegionID? {
        let node = tree.hitTester.nodes[region.slot]
        if node.flags.contains(.redirectAlways), tree.hitTester.redirects[region] != nil { return region }
        let isOver = node.minX <= box.minX && node.minY <= box.minY && box.maxX <= node.maxX && box.maxY <= node.maxY
        let asksOutside = node.flags.contains(.overflow)
        guard isOver || asksOutside else { return nil }
        let spec = tree.specs[region.slot]
        if spec.refusal != nil || spec.behaviour == .dragSelf { return nil }
        let isOverAll = isOver && !node.flags.contains(.shaped)
        if isOverAll, !spec.letsThrough { return region }
        // Of one that lets touches through, or asks outside itself, that which is in it may answer; not if it scrolls.
        guard isOverAll || asksOutside, spec.kind != .scrollView else { return nil }
        for child in tree.directory.children(of: region) {
            if let cover = cover(of: box, by: child, tree) { return cover }
        }
        return nil
    }
}
