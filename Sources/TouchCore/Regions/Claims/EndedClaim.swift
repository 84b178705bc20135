/// A client's claims in one sensitive region that end because somebody else has changed the tree. They end because the changed region could reveal
/// its touches to others, or is no longer the region that the client claimed.
public struct EndedClaim: Hashable, Sendable {
    public enum Cause: Hashable, Sendable {
        case removed, notSensitive, partMovedOut
        /// The id of the region that now lies in front. If that region is in a sensitive region, the id of the outermost sensitive region around it.
        case covered(by: String)
        /// Touches in the region, or touches that other regions send into it, may now go elsewhere.
        case sentElsewhere
    }

    public let owner: Int
    /// The id of the outermost sensitive region.
    public let region: String
    /// The ids of the receivers that the client has claimed there, in order.
    public let receivers: [String]
    public let cause: Cause
}

extension EndedClaim {
    /// The cause of the change from the old tree to the new one.
    public enum Change {
        /// Edits by the client with this number. Its own claims continue.
        case edits([TreeEdit], by: Int)
        /// A trial of another configuration in place of the given one. `TrialComparison` has made sure that the trial does not affect the sensitive
        /// regions of the given one.
        case trial(inPlaceOf: ConfiguredTree)
        /// Edits that show or hide regions, because a profile begins or ends. The configuration file may send touches elsewhere.
        case profile([TreeEdit])
        /// The configuration file. It may move its regions and send touches elsewhere (docs/access.md).
        case file
    }

    /// Finds the claims that a change of the tree ends.
    public static func all(from old: RegionTree, to new: RegionTree, _ claims: ClaimTable, by change: Change) -> [EndedClaim] {
        let author: Int? = if case .edits(_, let client) = change { client } else { nil }
        var owned: [RegionID: (owner: Int, receivers: [String])] = [:]
        claims.forEach { receiver, claim in
            guard claim.owner != author, let root = old.index(ofID: receiver).flatMap({ old[$0].sensitiveRoot }) else { return }
            owned[root, default: (claim.owner, [])].receivers.append(receiver)
        }
        if owned.isEmpty { return [] }
        let search =
            switch change {
            case .edits(let edits, _): EndedClaimSearch(old, new, edited: Set(edits.map(\.region)))
            case .profile(let edits): EndedClaimSearch(old, new, edited: Set(edits.map(\.region))) { _ in true }
            case .trial(let configured): EndedClaimSearch(old, new) { configured.contains(old[$0].id) }
            case .file: EndedClaimSearch(old, new) { _ in true }
            }
        return old.directory.inOrder(Array(owned.keys)).compactMap { root in
            let claim = owned[root]!
            return search.cause(root).map {
                EndedClaim(owner: claim.owner, region: old[root].id, receivers: claim.receivers.sorted(), cause: $0)
            }
        }
    }
}
