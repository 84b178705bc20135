/// Regions that would lie over a sensitive region that is somebody else's, because the configuration has come to have one there. Clients that
/// are not trusted could not have put them there.
extension TreeMerge {
    /// - Parameters:
    ///   - tree: that the merge has led to.
    ///   - old: the tree in force, whose claims count.
    ///   - authors: by id, who has changed a region without being trusted: a client's number.
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
                // In front of it, and not what it is in.
                if places[region.slot] < places[other.region.slot], !tree.directory.isInside(other.region, region), reach.overlaps(other.reach) {
                    covers.insert(id)
                }
            }
        }
        return covers
    }
}
