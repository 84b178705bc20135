import TouchCore
import Wire

/// What rights mean for what clients ask for, and what becomes of those who lose some.
extension Publisher {
    /// The outermost sensitive region around a region or receiver, or itself; nil when there is none.
    func sensitiveRoot(ofID id: String) -> String? {
        directory.index(ofID: id).flatMap { directory[$0].sensitiveRoot }.map { directory[$0].id }
    }

    /// A subscription to nothing that the client may see is refused; else it gets what of it it may.
    ///
    /// - Throws: `notAllowed`.
    func checkRights(_ client: Client, _ subscription: Subscription) throws(RequestError) {
        let user = "user \(client.peer.user)"
        if subscription.observe && !client.rights.has(.observe) {
            throw RequestError(
                "\(user) may not observe: \(client.rights.sentence(.observe))", code: .notAllowed,
                hint: "subscribe without \"observe\", or have an access rule of the configuration allow it")
        }
        if !client.rights.isTrusted {
            let patterns = clients.reduce(subscription.regions.count) { sum, other in
                let isOne = other.peer.user == client.peer.user && !other.rights.isTrusted
                return isOne ? (other.group?.subscriptions ?? []).reduce(sum) { $0 + $1.regions.count } : sum
            }
            if patterns > Limit.patternsOfUser {
                throw RequestError(
                    "\(user) would have \(patterns) patterns in the \"regions\" of its clients' subscriptions; \(Limit.patternsOfUser) is the most",
                    code: .notAllowed,
                    hint: "use * and ** in fewer patterns, or give up subscriptions")
            }
        }
        let wishes = globSets[subscription.regions].matches
        let sought: [Right] = subscription.observe ? [.receive, .observe] : [.receive]
        let places = sought.map { client.rights.patterns($0).map { globSets[$0].matches } }
        if wishes.contains(true), !wishes.indices.contains(where: { index in wishes[index] && places.contains { $0?[index] ?? true } }) {
            throw RequestError(
                "\(user) may not receive any of the regions that \(subscription.regions.joined(separator: ", ")) stands for: "
                    + client.rights.sentence(.receive), code: .notAllowed)
        }
    }

    /// - Throws: `notAllowed`, when one of them is nothing that the client may claim.
    func checkClaim(_ client: Client, _ receivers: [RegionIndex]) throws(RequestError) {
        guard let places = client.rights.patterns(.claim).map({ globSets[$0].matches }) else { return }
        for receiver in receivers where !places[Int(receiver)] {
            throw RequestError(
                "user \(client.peer.user) may not claim \"\(directory[receiver].path)\": \(client.rights.sentence(.claim))", code: .notAllowed)
        }
    }

    /// What edits of a client are held against; nil: it may edit everything.
    func editCheck(of client: Client) -> EditsCheck? {
        if client.rights.isTrusted { return nil }
        let old = router.tree
        return { edits, new throws(TreeEditError) in
            try EditCheck(edits, from: old, to: new, client.rights, user: "user \(client.peer.user)", owner: client.number).check()
        }
    }

    /// After a reload: whoever is connected has the rights that the new configuration gives. What a client knows to be down and
    /// may not see any more is cancelled for it, what it may not claim any more is claimed no more (`reload`).
    func takeOverAccess() {
        for client in clients {
            client.rights = router.access.rights(of: client.peer, on: client.socket)
            if client.traces && !client.rights.isTrusted {
                client.traces = false
                tracesChanged()
            }
            guard let group = client.group, group.rights != client.rights else { continue }
            groups.move(client, to: group.subscriptions, owner: group.owner)
        }
        takeOverOwnership()
        noteForeign()  // before anything that is down ends for its owner
        for client in clients where claims.isOwner(client.number) {
            let places = client.rights.patterns(.claim).map { globSets[$0].matches }
            let lost = claims.receivers(of: client.number).filter { receiver in
                directory.index(ofID: receiver).map { places?[Int($0)] ?? true && client.group?.matches($0) == true } == false
            }
            if lost.isEmpty { continue }
            giveUp(lost, .reload)
            tell(client, ServerMessages.released(lost, reason: .reload))
        }
    }
}
