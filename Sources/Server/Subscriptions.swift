import Wire

/// The subscriptions of clients.
final class Subscriptions: ServerPart {
    unowned let server: Publisher

    init(_ server: Publisher) { self.server = server }

    func subscribe(_ client: Client, _ subscription: Subscription, _ id: JSONValue?) {
        runLater(client, id) { [unowned self] () throws(RequestError) in try subscribe(client, to: subscription, id) }
    }

    /// Ends a subscription. Touches that only it showed are cancelled for the client, and claims of regions that the client no longer sees are
    /// released.
    func unsubscribe(_ client: Client, _ number: Int, _ id: JSONValue?) {
        runLater(client, id) { [unowned self] () throws(RequestError) in try unsubscribe(client, from: number, id) }
    }

    private func subscribe(_ client: Client, to subscription: Subscription, _ id: JSONValue?) throws(RequestError) {
        let subscriptions = (client.group?.subscriptions ?? []) + [subscription]
        if subscriptions.count > Limit.subscriptions {
            throw RequestError(
                "a connection may have at most \(Limit.subscriptions) subscriptions", code: .notAllowed,
                hint: "unsubscribe from one of them, or name more regions in one")
        }
        try checkRights(client, subscription)
        // Waiting frames were filtered by the old subscriptions, so they must be sent before the new subscription begins.
        server.backlog.drain(client, everything: true)
        client.lastSubscription += 1
        client.subscriptions.append(client.lastSubscription)
        client.since.append(router.nextID)
        regroup(client, subscriptions)
        sendLine(client, ServerMessages.reply(to: id, subscription: client.lastSubscription, client.group!.latestMatches(directory)))
        server.streams.sendSnapshot(client)
        if subscription.wantsAny { router.subscribed() }
    }

    private func unsubscribe(_ client: Client, from number: Int, _ id: JSONValue?) throws(RequestError) {
        guard let group = client.group, let place = client.subscriptions.firstIndex(of: number) else {
            throw RequestError("this connection has no subscription \(number)", code: .notFound)
        }
        server.backlog.drain(client, everything: true)
        var rest = group.subscriptions
        rest.remove(at: place)
        let shown = FilterGroup(rest, client.rights, globSets)
        let lost = claims.receivers(of: client.number).filter { directory.index(ofID: $0).map(shown.matches) != true }
        if !lost.isEmpty {
            server.claimants.endClaims(lost, .clientGone)
            sendLine(client, ServerMessages.released(lost, reason: .clientGone))
        }
        client.subscriptions.remove(at: place)
        client.since.remove(at: place)
        client.sentRegions = nil
        regroup(client, rest)
        server.streams.cancelUnseen(client, .reload)
        sendLine(client, ServerMessages.done(id))
    }

    /// Moves a client to the group with these subscriptions; to no group if there are none.
    private func regroup(_ client: Client, _ subscriptions: [Subscription]) {
        server.groups.move(client, to: subscriptions, owner: claims.isOwner(client.number) ? client : nil)
    }

    /// Refuses a subscription none of whose regions the client may see. Any other is later limited to the regions that it may see (`Filter`).
    ///
    /// - Throws: `notAllowed`.
    private func checkRights(_ client: Client, _ subscription: Subscription) throws(RequestError) {
        let who = client.principal
        if subscription.observe && !client.rights.has(.observe) {
            throw RequestError(
                "\(who) may not observe: \(client.rights.explanation(.observe))", code: .notAllowed,
                hint: "subscribe without \"observe\", or add an access rule that allows it")
        }
        if subscription.raw && !client.rights.isTrusted {
            throw RequestError(
                "\(who) may not ask for \"raw\": only root, touchd's own user, users in server.trusted and clients of the admin socket may",
                code: .notAllowed, hint: "subscribe without \"raw\", or use the admin socket")
        }
        if !client.rights.isTrusted {
            let patterns = clients.reduce(subscription.regions.count) { sum, other in
                let isOne = other.principal == who && !other.rights.isTrusted
                return isOne ? (other.group?.subscriptions ?? []).reduce(sum) { $0 + $1.regions.count } : sum
            }
            if patterns > Limit.patternsOfUser {
                throw RequestError(
                    "\(who) would have \(patterns) patterns in the \"regions\" of all its subscriptions; the limit is \(Limit.patternsOfUser)",
                    code: .notAllowed,
                    hint: "use fewer patterns, with * and **, or unsubscribe")
            }
        }
        let wishes = globSets[subscription.regions].matches
        let sought: [Right] = subscription.observe ? [.receive, .observe] : [.receive]
        let places = sought.map { client.rights.patterns($0).map { globSets[$0].matches } }
        if wishes.contains(true), !wishes.indices.contains(where: { index in wishes[index] && places.contains { $0?[index] ?? true } }) {
            throw RequestError(
                "\(who) may not receive any of the regions that \(subscription.regions.joined(separator: ", ")) matches: "
                    + client.rights.explanation(.receive), code: .notAllowed)
        }
    }
}
