import TouchCore
import Wire

/// Clients that answer for receivers: the only ones who get their touches, as long as they live and answer (dispatch 11).
extension Publisher {
    struct Claim {
        let client: Client
        /// The first touch that is the claimant's alone; older ones stay with those who know them.
        let since: TouchID
    }

    func claim(_ client: Client, _ receivers: [String], ackWithin: Int64?) throws(RequestError) {
        if !client.rights.isTrusted {
            let count = Set(receivers).union(claims.filter { $0.value.client === client }.keys).count
            if count > Limit.claims {
                throw RequestError(
                    "the connection would have claimed \(count) receivers; \(Limit.claims) is the most", code: .notAllowed,
                    hint: "claim what they are in")
            }
        }
        var indices: [RegionIndex] = []
        for receiver in receivers {
            guard let index = directory.index(ofID: receiver) else {
                let meant = directory.records.first { $0.path == receiver }?.id
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
            if let claim = claims[receiver], claim.client !== client {
                if claim.client.outbox.isBroken {
                    gone.append(claim.client)  // which keeps nobody from what it had claimed
                    continue
                }
                throw RequestError("\"\(receiver)\" is claimed by \(claim.client.label)", code: .taken)
            }
        }
        for other in gone { giveUp(other, .clientGone) }
        for receiver in receivers where claims[receiver] == nil { claims[receiver] = Claim(client: client, since: router.nextID) }
        if let ackWithin { acks.promise(client.number, within: ackWithin) }
        claimsChanged()
    }

    /// Tells those who may look into more of sensitive regions now, or into less, which regions they know the place of. Who has claimed
    /// hears of it after the reply.
    func tellUnlisted() {
        let those = clients.filter(\.isListStale)
        if those.isEmpty { return }
        for client in those { client.isListStale = false }
        let texts = RegionTexts(router.tree)
        announce(to: those) { ServerMessages.edited(generation: generation, tree: texts, regions: $0.listed) }
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
        for receiver in receivers where claims[receiver]?.client !== client {
            throw RequestError("this connection has not claimed \"\(receiver)\"", code: .notFound, hint: "release only what it has claimed")
        }
        giveUp(receivers, .clientGone)
    }

    /// Nobody answers for these any more: their touches are over, and the next go to the fallback.
    func giveUp(_ receivers: [String], _ reason: CancelReason) {
        // While they are still claimed, so that nobody sees the end of touches whose begin was not theirs.
        let all = Set(receivers)
        router.abandon(claims.filter { all.contains($0.key) }.mapValues(\.since), reason)
        for receiver in receivers { claims[receiver] = nil }
        claimsChanged()
        settleQuestionsLater()
    }

    /// What a client that is gone, or does not answer, had claimed.
    func giveUp(_ client: Client, _ reason: CancelReason) {
        let receivers = claims.filter { $0.value.client === client }.keys.sorted()
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
        var lost: [Int: [String]] = [:]
        for (receiver, claim) in claims where directory.index(ofID: receiver).map({ claim.client.group?.matches($0) == true }) != true {
            lost[claim.client.number, default: []].append(receiver)
        }
        for client in clients {
            guard let receivers = lost[client.number]?.sorted() else { continue }
            for receiver in receivers { claims[receiver] = nil }
            tell(client, ServerMessages.released(receivers, reason: .regionRemoved))
        }
        claimsChanged(.reload, isReplaced: true)
        settleQuestionsLater()
    }

    /// - Parameter reason: why what a client may not see any more is over for it.
    /// - Parameter isReplaced: with the tree, of which all are told next.
    private func claimsChanged(_ reason: CancelReason = .clientGone, isReplaced: Bool = false) {
        let unlisted = directory.hasSensitive && !isReplaced ? clients.map { $0.group?.unlisted ?? [] } : []
        router.setClaimed(claims.mapValues(\.client.number))
        let claimants = Set(claims.values.map(\.client.number))
        acks.clear(allBut: claimants)  // who has nothing left that it would have to answer for
        // A claimant sees what those with the same subscriptions do not, so it is a group of its own.
        for client in clients {
            guard let group = client.group, group.owner !== client, claimants.contains(client.number) else { continue }
            let own = FilterGroup(group.subscriptions, group.rights, globSets, owner: client)
            leaveGroup(client)
            join(client, own)
        }
        hide(from: groups)
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

    /// What is somebody's touches are not for these groups, unless it is theirs.
    func hide(from groups: [FilterGroup]) {
        let claimed = ClaimedReceivers(claims, directory)
        for group in groups { group.hide(claims, claimed, directory) }
    }

    /// Who has promised to acknowledge lines and does not is taken to be stuck: it loses what it has claimed.
    func checkAcknowledgements() {
        for number in acks.expired() {
            guard let client = clients.first(where: { $0.number == number }) else { continue }
            counters.unresponsive += 1
            giveUp(client, .unresponsive)
            settle(client)
        }
    }
}
