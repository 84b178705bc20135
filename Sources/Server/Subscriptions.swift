import Wire

/// What a client wants to see, from when to when.
extension Publisher {
    func subscribe(_ client: Client, _ subscription: Subscription, _ id: JSONValue?) throws(RequestError) {
        let subscriptions = (client.group?.subscriptions ?? []) + [subscription]
        if subscriptions.count > Limit.subscriptions {
            throw RequestError(
                "\(Limit.subscriptions) subscriptions are the most a connection may have", code: .notAllowed,
                hint: "give up one of them with unsubscribe, or ask for more in one", id: id)
        }
        do { try checkRights(client, subscription) } catch { throw error.of(id) }
        // What waits was filtered by the old subscriptions and comes before the cut.
        drain(client, everything: true)
        client.lastSubscription += 1
        client.subscriptions.append(client.lastSubscription)
        client.since.append(router.nextID)
        regroup(client, subscriptions)
        tell(client, ServerMessages.reply(to: id, subscription: client.lastSubscription))
        sendSnapshot(client)
        router.subscribed()
    }

    /// What only this subscription showed is over for the client; what it had claimed and does not see any more is released.
    func unsubscribe(_ client: Client, _ number: Int, _ id: JSONValue?) throws(RequestError) {
        guard let group = client.group, let place = client.subscriptions.firstIndex(of: number) else {
            throw RequestError("this connection has no subscription \(number)", code: .notFound, id: id)
        }
        drain(client, everything: true)
        var rest = group.subscriptions
        rest.remove(at: place)
        let shown = FilterGroup(rest, client.rights, globSets)
        let lost = claims.receivers(of: client.number).filter { directory.index(ofID: $0).map(shown.matches) != true }
        if !lost.isEmpty {
            giveUp(lost, .clientGone)
            tell(client, ServerMessages.released(lost, reason: .clientGone))
        }
        client.subscriptions.remove(at: place)
        client.since.remove(at: place)
        regroup(client, rest)
        cancelUnseen(client, .reload)
        tell(client, ServerMessages.done(id))
    }

    /// Puts a client where those with the same subscriptions are; nowhere without any.
    private func regroup(_ client: Client, _ subscriptions: [Subscription]) {
        groups.move(client, to: subscriptions, owner: claims.isOwner(client.number) ? client : nil)
    }
}
