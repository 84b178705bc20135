import TouchCore
import Wire

/// Edits of the tree that clients ask for.
final class EditRequests: ServerPart {
    unowned let server: Publisher
    private var pace = EditPace()
    private var timer: EventLoop.Timer!

    init(_ server: Publisher) {
        self.server = server
        timer = loop.timer { [unowned self] in takeTurns() }
    }

    /// - Parameter expected: the generation that the edits are for; nil: whichever it is.
    /// - Parameter keeps: whether what is added stays when the connection ends.
    func edit(_ client: Client, _ edits: JSONNode, expected: Int?, keeps: Bool) throws(RequestError) {
        if let expected, expected != server.generation {
            throw RequestError("the tree is of generation \(server.generation), not \(expected)", code: .stale)
        }
        let added = try router.edit(edits, check: check(of: client))
        let anew = Set(added)
        for other in server.connections.owners where !other.added.isEmpty { other.added.removeAll(where: anew.contains) }
        // A later edit of the same request may have removed some of them.
        if !keeps { client.added += added.filter { router.tree.spec(ofID: $0) != nil } }
    }

    /// As `later`, when it is the turn of a user who is not trusted (`EditPace`).
    func later(_ client: Client, _ body: @escaping () throws(RequestError) -> Void) {
        if client.rights.isTrusted { return server.requests.later(client, body) }
        client.isBusy = true
        loop.later { [unowned self] in takeTurn(client, body) }
    }

    private func takeTurn(_ client: Client, _ body: @escaping () throws(RequestError) -> Void) {
        let (user, began) = (client.peer.user, loop.now())
        if client.isGone { return }
        guard pace.isTurn(of: user, at: began) else {
            pace.wait(user) { [unowned self] in takeTurn(client, body) }
            return setTimer()
        }
        server.requests.goOn(client) {
            do throws(RequestError) { try body() } catch { server.requests.refuse(error, client) }
            pace.note(user, from: began, to: loop.now())
        }
        setTimer()
    }

    private func takeTurns() {
        for act in pace.due(at: loop.now()) { act() }
        setTimer()
    }

    private func setTimer() {
        if let next = pace.next { timer.set(after: max(next - loop.now(), 1)) } else { timer.clear() }
    }

    /// What edits of a client are held against; nil: it may edit everything.
    private func check(of client: Client) -> EditsCheck? {
        if client.rights.isTrusted { return nil }
        let old = router.tree
        return { edits, new throws(TreeEditError) in
            try EditCheck(edits, from: old, to: new, client.rights, user: "user \(client.peer.user)", owner: client.number).check()
        }
    }
}
