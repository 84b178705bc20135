/// A client's claims in one sensitive region that end because somebody else has changed the tree: afterwards the region would not keep its
/// secret, or would not be the region that the client has claimed.
public struct EndedClaim: Equatable, Sendable {
    public enum Cause: Hashable, Sendable {
        case removed, notSensitive, partMovedOut
        /// The id of the region that now lies in front; if it is inside another sensitive region, the id of that one.
        case covered(by: String)
        /// An edit leads touches in it, or beside it, to other regions than before.
        case ledElsewhere
    }

    public let owner: Int
    /// The id of the outermost sensitive region.
    public let region: String
    /// The ids that the client has claimed there, in order.
    public let receivers: [String]
    public let cause: Cause
}

extension EndedClaim {
    /// Finds the claims that a change of the tree ends.
    ///
    /// - Parameters:
    ///   - old: the tree in force.
    ///   - edits: of a client, the edits that make the new tree; nil: a configuration does.
    ///   - author: the client's number. Its own claims go on.
    public static func all(from old: RegionTree, to new: RegionTree, _ claims: ClaimTable, edits: [TreeEdit]?, by author: Int?) -> [EndedClaim] {
        var owned: [RegionID: (owner: Int, receivers: [String])] = [:]
        claims.forEach { receiver, claim in
            guard claim.owner != author, let root = old.index(ofID: receiver).flatMap({ old[$0].sensitiveRoot }) else { return }
            owned[root, default: (claim.owner, [])].receivers.append(receiver)
        }
        if owned.isEmpty { return [] }
        let search = EndedClaimSearch(old, new, edits)
        return old.directory.inOrder(Array(owned.keys)).compactMap { root in
            let claim = owned[root]!
            return search.cause(root).map {
                EndedClaim(owner: claim.owner, region: old[root].id, receivers: claim.receivers.sorted(), cause: $0)
            }
        }
    }
}
