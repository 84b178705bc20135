/// A sensitive region of the configuration that edits in force keep from having its secrets: to claim it would be worth nothing.
public struct SpoiledRegion: Equatable, Sendable {
    /// The id of the outermost sensitive region.
    public let region: String
    public let cause: EndedClaim.Cause

    /// Finds the first.
    ///
    /// - Parameters:
    ///   - roots: the ids of outermost sensitive regions.
    ///   - tree: the one in force.
    ///   - without: the same without the edits of others than the claimant.
    ///   - edited: the ids of the regions that these edits name.
    ///   - reordered: those of them whose place among their siblings was changed, and the tree that has the siblings in the configuration's order.
    public static func first(
        of roots: Set<String>, inForce tree: RegionTree, without: RegionTree, edited: Set<String>,
        reordered: (regions: Set<String>, configured: RegionTree)
    ) -> SpoiledRegion? {
        let search = EndedClaimSearch(without, tree, edited: edited, reordered: reordered)
        return without.directory.inOrder(roots.compactMap { without.region(ofID: $0) }).lazy.filter { without[$0].sensitiveRoot == $0 }
            .compactMap { root in search.cause(root).map { SpoiledRegion(region: without[root].id, cause: $0) } }.first
    }
}
