/// A sensitive region of the configuration that edits in force keep from having its secrets: to claim it would be worth nothing.
public struct SpoiledRegion: Equatable, Sendable {
    /// The id of the outermost sensitive region.
    public let region: String
    public let cause: EndedClaim.Cause

    /// Finds the first.
    ///
    /// - Parameters:
    ///   - receivers: the ids of what is to be claimed.
    ///   - configured: the tree without any edits, a relative of the tree in force.
    ///   - others: the ids of regions that others than the claimant have edited.
    ///   - own: the ids of regions that are the claimant's work alone: they may lie in front.
    public static func first(
        of receivers: [String], configured: RegionTree, inForce tree: RegionTree, others: Set<String>, own: Set<String>
    ) -> SpoiledRegion? {
        let roots = Set(receivers.compactMap { configured.index(ofID: $0).flatMap { configured[$0].sensitiveRoot } })
        let search = EndedClaimSearch(configured, tree, edited: others, own: own)
        return configured.directory.inOrder(Array(roots)).lazy.compactMap { root in
            search.cause(root).map { SpoiledRegion(region: configured[root].id, cause: $0) }
        }.first
    }
}
