/// The search for regions of untrusted clients that would lie over a sensitive region of another client after a merge, because the new configuration
/// has a sensitive region there. An untrusted client could not put a region over an existing one.
extension TreeMerge {
    /// Finds the regions changed by untrusted clients that would lie over a sensitive region of another client.
    ///
    /// - Parameters:
    ///   - tree: the tree that results from the merge.
    ///   - old: the tree in force, whose claims count.
    ///   - authors: by region id, the number of the untrusted client that has changed the region.
    /// - Returns: the ids of those regions.
    public static func covers(in tree: RegionTree, succeeding old: RegionTree, by authors: [String: Int]) -> Set<String> {
        if authors.isEmpty || !tree.directory.hasSensitive { return [] }
        let outermost = tree.directory.sensitive.filter { tree[$0].sensitiveRoot == $0 }
            .map { (region: $0, reach: Reach(of: $0, in: tree), owner: old.directory.contains($0) ? old.ownership.claim(over: $0)?.owner : nil) }
        var places = Array(repeating: 0, count: tree.directory.slotCount)
        for (place, region) in tree.directory.regions.enumerated() { places[region.slot] = place }
        var covers: Set<String> = []
        for (id, author) in authors {
            guard let region = tree.region(ofID: id), tree[region].sensitiveRoot == nil else { continue }
            let reach = Reach(of: region, in: tree)
            for other in outermost where tree[other.region].screen == tree[region].screen && other.owner != author {
                // In front of it, and not around it.
                if places[region.slot] < places[other.region.slot], !tree.directory.isInside(other.region, region), reach.overlaps(other.reach) {
                    covers.insert(id)
                }
            }
        }
        return covers
    }
}
