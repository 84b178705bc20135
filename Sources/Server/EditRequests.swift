import TouchCore
import Wire

/// Edits of the tree that clients ask for.
final class EditRequests: ServerPart {
    unowned let server: Publisher
    private let turns: PrincipalTurns
    /// Whether the tree is to stay as it is for a while.
    private var isHeld = false
    /// Edits whose turn has come meanwhile.
    private var held: [() -> Void] = []
    /// Others than tests only look at it.
    var added = AddedRegions()

    init(_ server: Publisher) {
        self.server = server
        turns = PrincipalTurns(server.loop, bounds: 0...(.max))
    }

    /// - Parameter expected: the generation that the edits are for; nil: whichever it is.
    /// - Parameter keeps: whether what is added stays when the connection ends.
    func edit(_ client: Client, _ edits: JSONNode, expected: Int?, keeps: Bool) throws(RequestError) {
        if let expected, expected != server.generation {
            throw RequestError("the tree is of generation \(server.generation), not \(expected)", code: .stale)
        }
        let new = try edit(edits, by: client, check(of: client))
        var rest = new
        while let region = rest.popLast() {
            added.forget(region.id)
            rest += region.children
        }
        // A later edit of the same request may have removed some of them.
        if !keeps { added.add(new.map(\.id).filter(isRegion), by: client.number) }
    }

    /// Edits the tree. Claims of others in sensitive regions that do not survive it end first, so that their touches end in the tree that
    /// they began in.
    private func edit(_ edits: JSONNode, by client: Client, _ check: EditsCheck?) throws(RequestError) -> [RegionSpec] {
        let isTrusted = client.rights.isTrusted
        guard server.claimants.hasOwner(otherThan: client) else {
            return try router.edit(edits, by: client.number, client.principal, isTrusted: isTrusted, check: check)
        }
        var ended: [EndedClaim] = []
        let (old, claims) = (router.tree, claims)
        do {
            return try router.edit(edits, by: client.number, client.principal, isTrusted: isTrusted) { edits, new throws(TreeEditError) in
                try check?(edits, new)
                ended = EndedClaim.all(from: old, to: new, claims, by: .edits(edits, by: client.number))
                // Nothing is done yet.
                if !ended.isEmpty { throw TreeEditError(.impossible, "claims end first") }
            }
        } catch {
            if ended.isEmpty { throw error }
        }
        server.claimants.end(ended, by: client)
        return try router.edit(edits, by: client.number, client.principal, isTrusted: isTrusted, check: check)
    }

    private func isRegion(_ id: String) -> Bool { directory.index(ofID: id)?.isRegion == true }

    /// Another tree is in force. A region that the configuration has in the place of one that a client had added is not the client's.
    func treeChanged(_ change: TreeChange) {
        if added.isEmpty { return }
        let directory = directory
        for region in change.removed { added.forget(directory[region].id) }
    }

    /// Each region that a client has added and that is still there goes with it.
    func removeAdded(by client: Client) {
        let regions = added.take(of: client.number)
        if regions.isEmpty { return }
        let left = router.remove(regions)
        if left.isEmpty { return }
        journal.counters.refusedEdits += left.count
        // The log does not name what is in a sensitive region.
        let first = sensitiveRoot(ofID: left[0]) ?? left[0]
        journal.reportBug(
            "\(left.count) regions that \(client.label) had added could not be removed, the first of them in or at \"\(first)\"", client)
    }

    /// As `RequestReader.later`; of a principal that is not trusted when it is its turn. While edits are held it waits, and so does what
    /// the client asks for after it.
    func later(_ client: Client, _ body: @escaping () throws(RequestError) -> Void) {
        client.isBusy = true
        loop.later { [unowned self] in
            if client.rights.isTrusted { return take(client, body) {} }
            turns.take(client.principal, while: { !client.isGone }) { [unowned self] ended in take(client, body, ended) }
        }
    }

    private func take(_ client: Client, _ body: @escaping () throws(RequestError) -> Void, _ ended: @escaping () -> Void) {
        if isHeld { return held.append { [unowned self] in take(client, body, ended) } }
        // Its client may have gone while it was held.
        guard server.connections.contains(client) else { return ended() }
        server.requests.goOn(client) { () throws(RequestError) in
            defer { ended() }
            try body()
        }
    }

    /// Has edits wait from now on; or has those done that wait, one a turn of the loop.
    func hold(_ isHeld: Bool) {
        self.isHeld = isHeld
        if isHeld { return }
        for edit in held { loop.later(edit) }
        held = []
    }

    /// What edits of a client are held against; nil: it may edit everything.
    private func check(of client: Client) -> EditsCheck? {
        if client.rights.isTrusted { return nil }
        let old = router.tree
        return { edits, new throws(TreeEditError) in
            try EditCheck(edits, from: old, to: new, client.rights, user: client.principal.description, owner: client.number).check()
        }
    }

    func checkInvariants() {
        #if DEBUG
            assert(isHeld || held.isEmpty, "\(held.count) edits wait, and none are held")
            added.checkInvariants(isThere: isRegion)
        #endif
    }
}
