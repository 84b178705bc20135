import TouchCore
import Wire

/// Edits of the tree that clients request.
final class EditRequests: ServerPart {
    unowned let server: Publisher
    private let turns: PrincipalTurns
    /// True while edits are held.
    private var isHeld = false
    /// Edits whose turn came while they were held.
    private var held: [() -> Void] = []
    /// The regions that clients have added. Only this class changes them; tests read them.
    var added = AddedRegions()

    init(_ server: Publisher) {
        self.server = server
        turns = PrincipalTurns(server.loop, bounds: 0...(.max))
    }

    /// Applies edits of a client, when it is their turn.
    ///
    /// - Parameter expected: the generation that the edits are for; nil for any.
    /// - Parameter keeps: whether added regions stay when the connection ends.
    func edit(_ client: Client, _ edits: JSONNode, expected: Int?, keeps: Bool, _ id: JSONValue?) {
        schedule(client) { [unowned self] () throws(RequestError) in
            do throws(RequestError) { try apply(edits, of: client, expected: expected, keeps: keeps) } catch { throw error.withID(id) }
            reply(client, id)
        }
    }

    private func apply(_ edits: JSONNode, of client: Client, expected: Int?, keeps: Bool) throws(RequestError) {
        if let expected, expected != server.generation {
            throw RequestError("the tree has generation \(server.generation), not \(expected)", code: .stale)
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

    /// Edits the tree. If the edits would end claims of other clients in sensitive regions, these claims end first, so that their touches end in the
    /// tree in which they began.
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
                // Throwing undoes the edits, because the claims must end in the tree in which their touches began.
                if !ended.isEmpty { throw TreeEditError(.impossible, "claims end first") }
            }
        } catch {
            if ended.isEmpty { throw error }
        }
        server.claimants.end(ended, by: client)
        return try router.edit(edits, by: client.number, client.principal, isTrusted: isTrusted, check: check)
    }

    private func isRegion(_ id: String) -> Bool { directory.index(ofID: id)?.isRegion == true }

    /// Forgets added regions that are not in a new tree. If the configuration replaces an added region with another one, the new region does not
    /// belong to the client.
    func treeChanged(_ change: TreeChange) {
        if added.isEmpty { return }
        let directory = directory
        for region in change.removed { added.forget(directory[region].id) }
    }

    /// Removes the regions that a disconnected client has added and that still exist.
    func removeAdded(by client: Client) {
        let regions = added.removeAll(of: client.number)
        if regions.isEmpty { return }
        let left = router.remove(regions)
        if left.isEmpty { return }
        journal.counters.refusedEdits += left.count
        // The log names the sensitive region, never a region inside it.
        let first = sensitiveRoot(ofID: left[0]) ?? left[0]
        journal.reportBug(
            "could not remove \(left.count) regions that \(client.label) had added; the first is in or at \"\(first)\"", client)
    }

    /// Runs an edit request as `RequestReader.runLater` does. An edit of an untrusted principal waits for its turn. Every edit waits while edits are
    /// held, and so do the client's following requests.
    private func schedule(_ client: Client, _ body: @escaping () throws(RequestError) -> Void) {
        postpone(client) { [unowned self] in
            if client.rights.isTrusted { return run(client, body) {} }
            turns.schedule(client.principal, while: { !client.isClosed }) { [unowned self] ended in run(client, body, ended) }
        }
    }

    private func run(_ client: Client, _ body: @escaping () throws(RequestError) -> Void, _ ended: @escaping () -> Void) {
        if isHeld { return held.append { [unowned self] in run(client, body, ended) } }
        // The client may have disconnected while the edit was held.
        guard server.connections.contains(client) else { return ended() }
        server.requests.finish(client) { () throws(RequestError) in
            defer { ended() }
            try body()
        }
    }

    /// Holds edits from now on, or runs the held ones, one in each turn of the loop.
    func hold(_ isHeld: Bool) {
        self.isHeld = isHeld
        if isHeld { return }
        for edit in held { loop.later(edit) }
        held = []
    }

    /// Returns the check for a client's edits; nil if the client may edit everything.
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
