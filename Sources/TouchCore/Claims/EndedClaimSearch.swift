/// Compares a sensitive region in two trees, for `EndedClaim`.
struct EndedClaimSearch {
    private let old, new: RegionTree
    /// The ids of regions that edits name; nil: any region may differ.
    private let edited: Set<String>?
    /// The ids of regions that may lie in front, in it and beside it.
    private let own: Set<String>
    private let mayLeadElsewhere: Bool

    init(_ old: RegionTree, _ new: RegionTree, edited: Set<String>? = nil, own: Set<String> = [], mayLeadElsewhere: Bool = false) {
        (self.old, self.new, self.edited, self.own) = (old, new, edited, own)
        self.mayLeadElsewhere = mayLeadElsewhere
    }

    /// Why the claims in a region end; nil: they do not.
    func cause(_ root: RegionID) -> EndedClaim.Cause? {
        guard new.directory.contains(root) else { return .removed }
        guard let newRoot = new[root].sensitiveRoot else { return .notSensitive }
        let parts = old.directory.subtree(of: root).filter(new.directory.contains)
        if parts.contains(where: { new[$0].sensitiveRoot != newRoot && !own.contains(new[$0].id) }) { return .partMovedOut }
        if let cover = cover(of: root) { return .covered(by: new[new[cover].sensitiveRoot ?? cover].id) }
        return !mayLeadElsewhere && (hasEditedPart(root) || isLedElsewhere(root)) ? .ledElsewhere : nil
    }

    // MARK: Cover

    /// A region in front that takes touches of which it has taken none before.
    private func cover(of root: RegionID) -> RegionID? {
        let reach = Reach(of: root, in: new)
        let before = Reach(of: root, in: old)
        for region in candidates(root) where takesTouches(region, new) && !own.contains(new[region].id) {
            let covered = Reach(of: region, in: new).cut(to: reach)
            if covered.isEmpty || !isInFront(region, of: root, new) { continue }
            let wasThere = old.directory.contains(region) && takesTouches(region, old) && isInFront(region, of: root, old)
            if !wasThere || !isUnchanged(region, besides: root) { return region }
            if !Reach(of: region, in: old).cut(to: before).contains(covered) { return region }
        }
        return nil
    }

    /// Whether a region takes the same touches as before. Its reach does not tell: that is a box, also of a round or turned region.
    private func isUnchanged(_ region: RegionID, besides root: RegionID) -> Bool {
        if old.redirectTarget(of: region) != new.redirectTarget(of: region) { return false }
        let ways = new.chain(to: region)
        let around = Set(new.chain(to: root))
        return ways == old.chain(to: region) && ways.allSatisfy { around.contains($0) || hasSamePlace($0) }
    }

    private func hasSamePlace(_ region: RegionID) -> Bool { old.specs[region.slot].place == new.specs[region.slot].place }

    /// Regions of the screen that an edit may have brought in front: those that it names with all that is in them, or, if it names the region
    /// itself or one around it, all.
    private func candidates(_ root: RegionID) -> [RegionID] {
        let all = new.directory.regions(ofScreen: new[root].screen)
        guard let edited, !new.chain(to: root).contains(where: { edited.contains(new[$0].id) }) else { return all }
        let regions = new.directory.inOrder(edited.compactMap { new.region(ofID: $0) }).filter { new[$0].screen == new[root].screen }
        return regions.flatMap { new.directory.subtree(of: $0) }.filter(\.isRegion)
            + all.filter(leadsElsewhere)
    }

    /// Whether the target of a redirect has come or gone.
    private func leadsElsewhere(_ region: RegionID) -> Bool {
        let (before, now) = (old.directory.contains(region) ? old.redirectTarget(of: region) : nil, new.redirectTarget(of: region))
        return before != now && ![before, now].compactMap(\.self).allSatisfy(own.contains)
    }

    /// Whether a hit test can end at the region, or be led on by it.
    private func takesTouches(_ region: RegionID, _ tree: RegionTree) -> Bool {
        tree.specs[region.slot].hitTest != .passThrough && tree.chain(to: region).allSatisfy { tree.specs[$0.slot].refusal == nil }
    }

    /// Whether a region is asked before another one on the same screen, neither of which lies in the other.
    private func isInFront(_ region: RegionID, of other: RegionID, _ tree: RegionTree) -> Bool {
        let directory = tree.directory
        if tree[region].screen != tree[other].screen || region == other { return false }
        if directory.isInside(region, other) || directory.isInside(other, region) { return false }
        let (ways, theirs) = (tree.chain(to: region), tree.chain(to: other))
        let fork = zip(ways, theirs).prefix { $0 == $1 }.count
        let siblings = fork == 0 ? directory.windows(ofScreen: tree[region].screen) : directory.children(of: ways[fork - 1])
        return siblings.first { $0 == ways[fork] || $0 == theirs[fork] } == ways[fork]
    }

    // MARK: Other ways

    /// Whether edits name a part of the region, add one, or move one in that decides about touches. What a part then does, such as to keep
    /// fingers from others, may tell where a finger is.
    private func hasEditedPart(_ root: RegionID) -> Bool {
        guard let edited else { return false }
        let before = Set(old.directory.subtree(of: root))
        if before.contains(where: { $0 != root && edited.contains(old[$0].id) }) { return true }
        return new.directory.subtree(of: root).contains { part in
            if before.contains(part) || own.contains(new[part].id) { return false }
            let spec = new.specs[part.slot]
            return !old.directory.contains(part) || spec.hitTest != nil || spec.fallback != nil || spec.isExclusiveTouch || spec.behaviour != nil
        }
    }

    /// Whether touches that were the region's, or would have been, may go elsewhere: it or a region around it lies elsewhere in the tree, or
    /// takes other touches than before.
    private func isLedElsewhere(_ root: RegionID) -> Bool {
        let around = new.chain(to: root)
        // What no edit names, the claimant itself may have changed.
        if let edited, !around.contains(where: { edited.contains(new[$0].id) }), !old.chain(to: root).contains(where: { edited.contains(old[$0].id) })
        {
            return false
        }
        if around != old.chain(to: root) || !around.allSatisfy(hasSamePlace) { return true }
        return !Reach(of: root, in: new).contains(Reach(of: root, in: old))
    }
}
