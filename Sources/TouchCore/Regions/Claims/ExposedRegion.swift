/// A sensitive region of the configuration whose touches others may see because of edits in force. A claim would not protect it.
public struct ExposedRegion: Equatable, Sendable {
    /// The id of the outermost sensitive region.
    public let region: String
    public let cause: EndedClaim.Cause

    /// Returns the first exposed region.
    ///
    /// - Parameters:
    ///   - roots: the ids of outermost sensitive regions.
    ///   - tree: the tree in force.
    ///   - without: the tree without the edits of clients other than the claimant.
    ///   - edited: the ids of the regions that those edits name.
    ///   - reordered: the ids of the regions that those edits brought to the front or sent to the back, and the tree with the configuration's order.
    public static func first(
        of roots: Set<String>, inForce tree: RegionTree, without: RegionTree, edited: Set<String>,
        reordered: (regions: Set<String>, configured: RegionTree)
    ) -> ExposedRegion? {
        let search = EndedClaimSearch(without, tree, edited: edited, reordered: reordered)
        return without.directory.inOrder(roots.compactMap { without.region(ofID: $0) }).lazy.filter { without[$0].sensitiveRoot == $0 }
            .compactMap { root in search.cause(root).map { ExposedRegion(region: without[root].id, cause: $0) } }.first
    }
}
