/// Compares a sensitive region in two trees, for `EndedClaim`.
struct EndedClaimSearch {
    private let old, new: RegionTree
    /// The ids of regions that edits name; nil if any region may differ.
    private let edited: Set<String>?
    /// The ids of regions that an edit has reordered, and a tree in which they and their siblings still have their previous order; nil if `old` is
    /// that tree.
    private let reordered: (regions: Set<String>, configured: RegionTree)?
    private let maySendElsewhere: (RegionID) -> Bool

    /// - Parameter maySendElsewhere: returns whether the touches of an outermost sensitive region may go elsewhere without ending its claims.
    init(
        _ old: RegionTree, _ new: RegionTree, edited: Set<String>? = nil, reordered: (regions: Set<String>, configured: RegionTree)? = nil,
        maySendElsewhere: @escaping (RegionID) -> Bool = { _ in false }
    ) {
        (self.old, self.new, self.edited) = (old, new, edited)
        self.reordered = reordered
        self.maySendElsewhere = maySendElsewhere
    }

    /// Returns why the claims in a region end; nil if they do not.
    func cause(_ root: RegionID) -> EndedClaim.Cause? {
        guard new.directory.contains(root) else { return .removed }
        guard let newRoot = new[root].sensitiveRoot else { return .notSensitive }
        let parts = old.directory.subtree(of: root).filter(new.directory.contains)
        if parts.contains(where: { new[$0].sensitiveRoot != newRoot }) { return .partMovedOut }
        if let cover = cover(of: root) { return .covered(by: new[new[cover].sensitiveRoot ?? cover].id) }
        return !maySendElsewhere(root) && (hasEditedPart(root) || losesTouches(root) || hasLostSource(root)) ? .sentElsewhere : nil
    }

    // MARK: Cover

    /// Returns a region in front of `root` that may now take touches that `root` would have got in the old tree; nil if there is none.
    private func cover(of root: RegionID) -> RegionID? {
        let reach = Reach(of: root, in: new)
        let before = Reach(of: root, in: old)
        for region in candidates(root) where takesTouches(region, new) {
            let covered = Reach(of: region, in: new).cut(to: reach)
            if covered.isEmpty || !isInFront(region, of: root, new) { continue }
            let wasThere = old.directory.contains(region) && takesTouches(region, old) && wasInFront(region, of: root)
            if !wasThere || !isUnchanged(region, besides: root) { return region }
            if !Reach(of: region, in: old).cut(to: before).contains(covered) { return region }
        }
        return nil
    }

    /// Whether a region takes the same touches as before. A comparison of its reaches is not enough, because a reach is a box even if the region is
    /// round or turned.
    private func isUnchanged(_ region: RegionID, besides root: RegionID) -> Bool {
        if old.redirectTarget(of: region) != new.redirectTarget(of: region) { return false }
        let ways = new.chain(to: region)
        let around = Set(new.chain(to: root))
        return ways == old.chain(to: region) && ways.allSatisfy { around.contains($0) || hasSamePlace($0) }
    }

    private func hasSamePlace(_ region: RegionID) -> Bool { old.specs[region.slot].place == new.specs[region.slot].place }

    /// Returns the regions of the screen that may have come in front of a region: those that edits name, with everything in them, and
    /// those with another redirect target. Returns all if any region may differ, or if edits name the region or one around it.
    private func candidates(_ root: RegionID) -> [RegionID] {
        let all = new.directory.regions(ofScreen: new[root].screen)
        guard let edited, !new.chain(to: root).contains(where: { edited.contains(new[$0].id) }) else { return all }
        let regions = new.directory.inOrder(edited.compactMap { new.region(ofID: $0) }).filter { new[$0].screen == new[root].screen }
        return regions.flatMap { new.directory.subtree(of: $0) }.filter(\.isRegion)
            + all.filter(hasOtherRedirectTarget)
    }

    /// Whether the target of a region's redirect has changed.
    private func hasOtherRedirectTarget(_ region: RegionID) -> Bool {
        let (before, now) = (old.directory.contains(region) ? old.redirectTarget(of: region) : nil, new.redirectTarget(of: region))
        return before != now
    }

    /// Whether a hit test can end at the region, or be redirected by it.
    private func takesTouches(_ region: RegionID, _ tree: RegionTree) -> Bool {
        tree.specs[region.slot].hitTest != .passThrough && tree.chain(to: region).allSatisfy { tree.specs[$0.slot].refusal == nil }
    }

    private func wasInFront(_ region: RegionID, of root: RegionID) -> Bool {
        guard let reordered, reordered.configured.directory.contains(region), reordered.configured.directory.contains(root) else {
            return isInFront(region, of: root, old)
        }
        let ways = new.chain(to: region) + new.chain(to: root)
        let isReordered = ways.contains { reordered.regions.contains(new[$0].id) }
        return isInFront(region, of: root, isReordered ? reordered.configured : old)
    }

    /// Whether a region is asked before another one on the same screen. False if one lies in the other.
    private func isInFront(_ region: RegionID, of other: RegionID, _ tree: RegionTree) -> Bool {
        let directory = tree.directory
        if tree[region].screen != tree[other].screen || region == other { return false }
        if directory.isInside(region, other) || directory.isInside(other, region) { return false }
        let (ways, theirs) = (tree.chain(to: region), tree.chain(to: other))
        let fork = zip(ways, theirs).prefix { $0 == $1 }.count
        let siblings = fork == 0 ? directory.windows(ofScreen: tree[region].screen) : directory.children(of: ways[fork - 1])
        return siblings.first { $0 == ways[fork] || $0 == theirs[fork] } == ways[fork]
    }

    // MARK: Touches that go elsewhere

    /// True if edits name a region inside this one, bring a new region into it, or change a property of this region other than its alpha. A changed
    /// part may reveal where a finger is, for example by keeping fingers from other regions or by asking an interceptor.
    private func hasEditedPart(_ root: RegionID) -> Bool {
        guard let edited else { return false }
        let before = Set(old.directory.subtree(of: root))
        if before.contains(where: { $0 != root && edited.contains(old[$0].id) }) { return true }
        if new.directory.subtree(of: root).contains(where: { !before.contains($0) }) { return true }
        func content(_ tree: RegionTree) -> RegionSpec {
            var spec = tree.specs[root.slot]
            spec.alpha = 1
            return spec
        }
        return edited.contains(new[root].id) && content(old) != content(new)
    }

    /// True if touches that the region got, or would have got, may now go elsewhere, because the region or one around it has moved in the tree or
    /// takes other touches than before.
    private func losesTouches(_ root: RegionID) -> Bool {
        // Regions that no edit names are unchanged.
        if !isEdited(root) { return false }
        if new.screens[new[root].screen].id != old.screens[old[root].screen].id || isMoved(root) { return true }
        return !Reach(of: root, in: new).contains(Reach(of: root, in: old))
    }

    /// Whether an edit names a region or one around it, before or after the edit. Always true if `edited` is nil, because any region may then differ.
    private func isEdited(_ region: RegionID) -> Bool {
        guard let edited else { return true }
        return old.chain(to: region).contains { edited.contains(old[$0].id) } || new.chain(to: region).contains { edited.contains(new[$0].id) }
    }

    /// True if a region is inside other regions than before, or if it or a region around it takes other touches than before.
    private func isMoved(_ region: RegionID) -> Bool {
        let around = new.chain(to: region)
        return around != old.chain(to: region) || !around.allSatisfy(hasSamePlace)
    }

    // MARK: Ways into the region

    /// Returns the regions outside that send touches into the region: by a redirect, by a fallback, or by an interceptor that delivers there.
    private func sources(of root: RegionID) -> [RegionID] {
        let inside = Set(old.directory.subtree(of: root).map { old[$0].id })
        return old.directory.regions.flatMap { region -> [RegionID] in
            let spec = old.specs[region.slot]
            var sources = spec.interceptors.filter { $0.deliverTo.map(inside.contains) ?? false }.compactMap { old.region(ofID: $0.insideOf) }
            if (old.redirectTarget(of: region) ?? spec.fallback).map(inside.contains) ?? false { sources.append(region) }
            return sources.filter { !inside.contains(old[$0].id) }
        }
    }

    /// True if edits remove or cover a region that sends touches into this one (`sources`), move that region in the tree, or change which touches it
    /// takes.
    private func hasLostSource(_ root: RegionID) -> Bool {
        if edited == nil { return false }
        return sources(of: root).contains { source in
            guard new.directory.contains(source) else { return true }
            return isEdited(source) && isMoved(source) || cover(of: source) != nil
        }
    }
}
