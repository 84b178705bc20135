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
                "\(user) may not observe: no access rule of the configuration allows \"observe\"; subscribe without \"observe\"",
                code: .notAllowed)
        }
        if !client.rights.isTrusted {
            let patterns = clients.reduce(subscription.regions.count) { sum, other in
                let isOne = other.peer.user == client.peer.user && !other.rights.isTrusted
                return isOne ? (other.group?.subscriptions ?? []).reduce(sum) { $0 + $1.regions.count } : sum
            }
            if patterns > Limit.patternsOfUser {
                throw RequestError(
                    "\(user) would have \(patterns) patterns in the \"regions\" of its clients' subscriptions; \(Limit.patternsOfUser) is the most",
                    hint: "use * and ** in fewer patterns, or give up subscriptions")
            }
        }
        let wishes = directory.matches(subscription.regions.map(RegionGlob.init))
        let sought: [Right] = subscription.observe ? [.receive, .observe] : [.receive]
        let places = sought.map { client.rights.places($0, in: directory) }
        if wishes.contains(true), !wishes.indices.contains(where: { index in wishes[index] && places.contains { $0?[index] ?? true } }) {
            throw RequestError(
                "\(user) may not receive any of the regions that \(subscription.regions.joined(separator: ", ")) stands for: no access rule "
                    + "of the configuration allows it", code: .notAllowed)
        }
    }

    /// - Throws: `notAllowed`, when one of them is nothing that the client may claim.
    func checkClaim(_ client: Client, _ receivers: [RegionIndex]) throws(RequestError) {
        // Found out once: it is a walk over the tree.
        guard let places = client.rights.places(.claim, in: directory) else { return }
        for receiver in receivers where !places[Int(receiver)] {
            throw RequestError(
                "user \(client.peer.user) may not claim \"\(directory[receiver].path)\": no access rule of the configuration allows \"claim\" there",
                code: .notAllowed)
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
            let new = FilterGroup(group.subscriptions, client.rights, directory, like: groups, owner: group.owner)
            leaveGroup(client)
            join(client, groups.first { $0.subscriptions == new.subscriptions && $0.rights == new.rights && $0.owner === new.owner } ?? new)
        }
        for group in groups { group.hide(claims, directory) }
        noteForeign()  // before anything that is down ends for its owner
        for client in clients {
            let places = client.rights.places(.claim, in: directory)
            let lost = claims.filter { receiver, claim in
                claim.client === client
                    && directory.index(ofID: receiver).map { places?[Int($0)] ?? true && client.group?.matches($0) == true } == false
            }.keys.sorted()
            if lost.isEmpty { continue }
            giveUp(lost, .reload)
            tell(client, ServerMessages.released(lost, reason: .reload))
        }
    }
}
