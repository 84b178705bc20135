import TouchCore
import Wire

/// Edits of the tree that clients ask for.
extension Publisher {
    /// - Parameter expected: the generation that the edits are for; nil: whichever it is.
    /// - Parameter keeps: whether what is added stays when the connection ends.
    func edit(_ client: Client, _ edits: JSONNode, expected: Int?, keeps: Bool) throws(RequestError) {
        if let expected, expected != generation {
            throw RequestError("the tree is of generation \(generation), not \(expected)", code: .stale)
        }
        let added = try router.edit(edits, check: editCheck(of: client))
        let anew = Set(added)
        for other in connections.owners where !other.added.isEmpty { other.added.removeAll(where: anew.contains) }
        // A later edit of the same request may have removed some of them.
        if !keeps { client.added += added.filter { router.tree.spec(ofID: $0) != nil } }
    }

    /// As `later`, when it is the turn of a user who is not trusted (`EditPace`).
    func laterAtItsPace(_ client: Client, _ body: @escaping () throws(RequestError) -> Void) {
        if client.rights.isTrusted { return later(client, body) }
        client.isBusy = true
        loop.later { [unowned self] in takeTurn(client, body) }
    }

    private func takeTurn(_ client: Client, _ body: @escaping () throws(RequestError) -> Void) {
        let (user, began) = (client.peer.user, loop.now())
        if client.isGone { return }
        guard editPace.isTurn(of: user, at: began) else {
            editPace.wait(user) { [unowned self] in takeTurn(client, body) }
            return setEditTimer()
        }
        goOn(client) {
            do throws(RequestError) { try body() } catch { refuse(error, client) }
            editPace.note(user, from: began, to: loop.now())
        }
        setEditTimer()
    }

    func takeEditTurns() {
        for act in editPace.due(at: loop.now()) { act() }
        setEditTimer()
    }

    private func setEditTimer() {
        if let next = editPace.next { editTimer.set(after: max(next - loop.now(), 1)) } else { editTimer.clear() }
    }
}
