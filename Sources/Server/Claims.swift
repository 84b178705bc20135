import TouchCore
import Wire

/// Clients that answer for receivers: the only ones who get their touches, as long as they live and answer (dispatch 11).
extension Publisher {
    func claim(_ client: Client, _ receivers: [String], ackWithin: Int64?) throws(RequestError) {
        if !client.rights.isTrusted {
            let count = Set(receivers).union(claims.receivers(of: client.number)).count
            if count > Limit.claims {
                throw RequestError(
                    "the connection would have claimed \(count) receivers; \(Limit.claims) is the most", code: .notAllowed,
                    hint: "claim what they are in")
            }
        }
        var indices: [RegionIndex] = []
        for receiver in receivers {
            guard let index = directory.index(ofID: receiver) else {
                let meant = directory.receivers.lazy.map { [directory] in directory[$0] }.first { $0.path == receiver }?.id
                throw RequestError(
                    "there is no region, controller or interceptor \"\(receiver)\"", code: .notFound,
                    hint: meant.map { "claims take ids, not paths: \"\($0)\"" })
            }
            indices.append(index)
        }
        try checkClaim(client, indices)
        for index in indices where client.group?.matches(index) != true { throw notSubscribed(client, directory[index].path) }
        var gone: [Client] = []
        for receiver in receivers {
            guard let claim = claims[receiver], claim.owner != client.number, let owner = connections[claim.owner] else { continue }
            if owner.outbox.isBroken {
                gone.append(owner)  // which keeps nobody from what it had claimed
                continue
            }
            throw RequestError("\"\(receiver)\" is claimed by \(owner.label)", code: .taken)
        }
        for other in gone { giveUp(other, .clientGone) }
        if let ackWithin { acks.promise(client.number, within: ackWithin) }
        changeClaims { router.claim(receivers, by: client.number) }
    }

    /// Tells those who may look into more of sensitive regions now, or into less, which regions they know the place of. Who has claimed
    /// hears of it after the reply.
    func tellUnlisted() {
        let those = clients.filter(\.isListStale)
        if those.isEmpty { return }
        for client in those { client.isListStale = false }
        let texts = RegionTexts(router.tree)
        let receivers = directory.receivers
        announce(to: those) { ServerMessages.edited(generation: generation, tree: texts, regions: receivers.filter($0.lists)) }
        for client in those { settle(client) }
    }

    /// Why a client does not get a region: it has not subscribed to it, or no rule lets it see what it has subscribed to.
    private func notSubscribed(_ client: Client, _ path: String) -> RequestError {
        let patterns = (client.group?.subscriptions ?? []).flatMap(\.regions)
        if patterns.contains(where: { RegionGlob($0).matches(path) }) {
            return RequestError(
                "user \(client.peer.user) may not claim \"\(path)\", since it may not receive it: \(client.rights.sentence(.receive))",
                code: .notAllowed)
        }
        return RequestError(
            "none of the connection's subscriptions matches \"\(path)\"", code: .notAllowed, hint: "subscribe to it first, then claim it")
    }

    func release(_ client: Client, _ receivers: [String]) throws(RequestError) {
        for receiver in receivers where !claims.isOwner(client.number, of: receiver) {
            throw RequestError("this connection has not claimed \"\(receiver)\"", code: .notFound, hint: "release only what it has claimed")
        }
        giveUp(receivers, .clientGone)
    }

    /// Nobody answers for these any more: their touches are over, and the next go to the fallback.
    func giveUp(_ receivers: [String], _ reason: CancelReason) {
        // While they are still claimed, so that nobody sees the end of touches whose begin was not theirs.
        router.abandon(receivers, reason)
        changeClaims { router.release(receivers) }
        settleQuestionsLater()
    }

    /// What a client that is gone, or does not answer, had claimed.
    func giveUp(_ client: Client, _ reason: CancelReason) {
        let receivers = claims.receivers(of: client.number)
        acks.clear(client.number)
        if receivers.isEmpty { return }
        // The log does not name what is in a sensitive region.
        let names = Set(receivers.map { sensitiveRoot(ofID: $0) ?? $0 }).sorted().joined(separator: ", ")
        complain(.lostClaims, client, "\(client.label) \(reason == .unresponsive ? "does not answer" : "is gone"): \(names) is claimed no more")
        giveUp(receivers, reason)
        if !client.isGone { tell(client, ServerMessages.released(receivers, reason: reason)) }
    }

    /// Regions that are not in a new tree, or that their claimant does not see in it, are claimed no more; their touches are
    /// over for it already.
    func forgetRemovedClaims() {
        var lost: [String] = []
        for client in clients {
            let receivers = claims.receivers(of: client.number).filter { receiver in
                directory.index(ofID: receiver).map { client.group?.matches($0) == true } != true
            }
            if receivers.isEmpty { continue }
            lost += receivers
            tell(client, ServerMessages.released(receivers, reason: .regionRemoved))
        }
        changeClaims(.reload, isReplaced: true) { router.release(lost) }
        settleQuestionsLater()
    }

    /// - Parameter reason: why what a client may not see any more is over for it.
    /// - Parameter isReplaced: with the tree, of which all are told next.
    private func changeClaims(_ reason: CancelReason = .clientGone, isReplaced: Bool = false, _ change: () -> Void) {
        let unlisted = directory.hasSensitive && !isReplaced ? clients.map { $0.group?.unlisted ?? [] } : []
        change()
        let claimants = claims.owners
        acks.clear(allBut: claimants)  // who has nothing left that it would have to answer for
        // A claimant sees what those with the same subscriptions do not, so it is a group of its own.
        for client in clients {
            guard let group = client.group, group.owner !== client, claimants.contains(client.number) else { continue }
            groups.move(client, to: group.subscriptions, owner: client)
        }
        takeOverOwnership()
        for (client, before) in zip(clients, unlisted) where client.group?.unlisted ?? [] != before { client.isListStale = true }
        if clients.contains(where: \.isListStale) { loop.later { [unowned self] in tellUnlisted() } }
        for client in clients where !client.isLagging {
            // What waits is its own; then it knows all that is down as it was.
            drain(client, everything: true)
        }
        if directory.hasSensitive { for client in clients { cancelUnseen(client, reason) } }
        noteForeign()
        for client in clients where client.isBehind || client.outbox.isBroken { settle(client) }
    }

    /// From now on groups see what claims leave them: the touches of claimed receivers are for their owners.
    func takeOverOwnership() {
        groups.takeOver(router.tree.ownership, sensitive)
    }

    /// Who has promised to acknowledge lines and does not is taken to be stuck: it loses what it has claimed.
    func checkAcknowledgements() {
        for number in acks.expired() {
            guard let client = connections[number] else { continue }
            counters.unresponsive += 1
            giveUp(client, .unresponsive)
            settle(client)
        }
    }
}
