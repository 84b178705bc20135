import Logging
import TouchCore
import Wire

/// Clients that have claimed receivers. Only the claimant gets a claimed receiver's touches, while it is connected and responsive (dispatch 11).
final class Claimants: ServerPart {
    unowned let server: Publisher
    private var acks: AckTracker!

    init(_ server: Publisher) {
        self.server = server
        acks = AckTracker(loop) { [unowned self] in checkAcknowledgements() }
    }

    func claim(_ client: Client, _ receivers: [String], _ ackWithin: Int64?, _ id: JSONValue?) {
        changeLater(client, id) { [unowned self] () throws(RequestError) in
            try claim(client, receivers, ackWithin: ackWithin)
            return UncoveredRegions(directory, claims, client).claims(of: receivers)
        }
    }

    func release(_ client: Client, _ receivers: [String], _ id: JSONValue?) {
        changeLater(client, id) { [unowned self] () throws(RequestError) in
            try release(client, receivers)
            return []
        }
    }

    private func changeLater(_ client: Client, _ id: JSONValue?, _ body: @escaping () throws(RequestError) -> [UncoveredClaim]) {
        runLater(client, id) { [unowned self] () throws(RequestError) in
            let uncovered = try body()
            sendLine(client, ServerMessages.claimed(id, generation: server.generation, uncovered: uncovered))
            server.trees.sendStaleLists()
        }
    }

    func claim(_ client: Client, _ receivers: [String], ackWithin: Int64?) throws(RequestError) {
        if !client.rights.isTrusted {
            let count = Set(receivers).union(claims.receivers(of: client.number)).count
            if count > Limit.claims {
                throw RequestError(
                    "the connection would have \(count) claims; the limit is \(Limit.claims)", code: .notAllowed,
                    hint: "claim the regions that contain these receivers")
            }
        }
        var indices: [RegionID] = []
        for receiver in receivers {
            guard let index = directory.index(ofID: receiver) else {
                let meant = directory.receivers.lazy.map { [directory] in directory[$0] }.first { $0.path == receiver }?.id
                throw RequestError(
                    "there is no region, controller or interceptor \"\(receiver)\"", code: .notFound,
                    hint: meant.map { "claims take ids, not paths: \"\($0)\"" })
            }
            indices.append(index)
        }
        try checkRight(client, indices)
        try checkTrial(indices)
        try checkEdits(receivers, of: client)
        for index in indices where directory[index].kind == .surface {
            throw RequestError(
                "\"\(directory[index].path)\" is a surface: its touches go to the applications", code: .notAllowed,
                hint: "observe it, or claim a region in front of it")
        }
        for index in indices where client.group?.matches(index) != true { throw notSubscribed(client, directory[index].path) }
        try ensureUnclaimed(receivers, for: client)
        if let ackWithin { acks.promise(client.number, within: ackWithin) }
        changeClaims { router.touches.claim(receivers, by: client.number) }
    }

    /// Returns the error for a claim of a region that the client does not get: no subscription matches the region, or no rule grants `receive` for
    /// it.
    private func notSubscribed(_ client: Client, _ path: String) -> RequestError {
        let patterns = (client.group?.subscriptions ?? []).flatMap(\.regions)
        if patterns.contains(where: { RegionGlob($0).matches(path) }) {
            return RequestError(
                "\(client.principal) may not claim \"\(path)\", because it may not receive it: \(client.rights.explanation(.receive))",
                code: .notAllowed)
        }
        return RequestError(
            "none of the connection's subscriptions matches \"\(path)\"", code: .notAllowed, hint: "subscribe to it first, then claim it")
    }

    /// Ends the claims of these receivers. Their touches are cancelled; new touches go to the fallback.
    func endClaims(_ receivers: [String], _ reason: CancelReason) {
        // Before the claims end, so that no client sees the end of a touch whose begin it did not see.
        router.touches.abandon(receivers, reason)
        changeClaims { router.touches.release(receivers) }
        server.questions.closeUnanswerableLater()
    }

    /// The maximum number of regions in the fields of a log line. The text of the line names all regions.
    static let mostInLog = 20

    /// Ends all claims of a client that is gone or unresponsive.
    func endClaims(_ client: Client, _ reason: CancelReason) {
        let receivers = claims.receivers(of: client.number)
        acks.clear(client.number)
        if receivers.isEmpty { return }
        // The log names the sensitive region, never a region inside it.
        let regions = Set(receivers.map { sensitiveRoot(ofID: $0) ?? $0 }).sorted()
        let names = regions.joined(separator: ", ")
        let fields = regions.prefix(Self.mostInLog).map { LogField.region($0) }
        if reason == .unresponsive {
            journal.logLimited(.clientUnresponsive, client, "\(client.label) sent no acknowledgement in time; ended its claim of \(names)", fields)
        } else {
            journal.logLimited(.clientGone, client, "\(client.label) disconnected; ended its claim of \(names)", fields)
        }
        endClaims(receivers, reason)
        if !client.isClosed { sendLine(client, ServerMessages.released(receivers, reason: reason)) }
    }

    /// Changes claims and updates the groups. Claimants move to separate groups, and touches that a client may no longer see are cancelled for it.
    ///
    /// - Parameter reason: the reason given for these cancels.
    /// - Parameter isReplaced: whether the tree is being replaced, too. Every client then gets the new tree next.
    func changeClaims(_ reason: CancelReason = .clientGone, isReplaced: Bool = false, _ change: () -> Void) {
        let unlisted = directory.hasSensitive && !isReplaced ? clients.map { $0.group?.unlisted ?? [] } : []
        change()
        let claimants = claims.owners
        acks.clear(allBut: claimants)  // clients without claims owe nothing
        // A claimant sees touches that clients with the same subscriptions do not see, so it gets its own group.
        for client in clients {
            guard let group = client.group, group.owner !== client, claimants.contains(client.number) else { continue }
            server.groups.move(client, to: group.subscriptions, owner: client)
        }
        server.trees.updateOwnership()
        for (client, before) in zip(clients, unlisted) where client.group?.unlisted ?? [] != before { client.isListStale = true }
        if clients.contains(where: \.isListStale) { loop.later { [unowned self] in server.trees.sendStaleLists() } }
        for client in clients where !client.isLagging {
            // The waiting frames are from before the change. Once they are sent, the client knows all touches that were down before the change.
            server.backlog.drain(client, everything: true)
        }
        if directory.hasSensitive { for client in clients { server.streams.cancelUnseen(client, reason) } }
        server.streams.hideForeign()
        updateConnectionsBehind()
    }

    /// Ends the claims of clients whose promised acknowledgements are late, because such a client is probably stuck.
    func checkAcknowledgements() {
        for number in acks.expired() {
            guard let client = server.connections[number] else { continue }
            journal.counters.unresponsive += 1
            endClaims(client, .unresponsive)
            updateConnection(client)
        }
    }

    /// Applies the access rules of a new configuration to connected clients. Touches that a client may no longer see are cancelled for it, and claims
    /// that it may no longer hold are ended (`reload`).
    func applyAccessRules() {
        for client in clients {
            if client.identity != .barred { client.rights = router.access.rights(of: client.peer, on: client.socket, token: client.token) }
            if client.traces && !client.rights.isTrusted {
                client.traces = false
                server.connections.tracesChanged()
            }
            guard let group = client.group, group.rights != client.rights else { continue }
            server.groups.move(client, to: group.subscriptions, owner: group.owner)
        }
        server.typing.applyAccessRules()
        // In a later turn of the loop, because the tree is being replaced now.
        if !server.injections.all.isEmpty { loop.later { [unowned server] in server.injections.applyAccessRules() } }
        server.trees.updateOwnership()
        server.streams.hideForeign()  // before claims end
        for client in clients where claims.isOwner(client.number) {
            let places = client.rights.patterns(.claim).map { globSets[$0].matches }
            let lost = claims.receivers(of: client.number).filter { receiver in
                directory.index(ofID: receiver).map { places?[$0.slot] ?? true && client.group?.matches($0) == true } == false
            }
            if lost.isEmpty { continue }
            endClaims(lost, .reload)
            let roots = Set(lost.compactMap { sensitiveRoot(ofID: $0) }).sorted()
            reportLoss(client, lost, .reload, roots, "no access rule allows the claim any more, or no subscription matches the region")
        }
    }

    /// Checks that the client may claim these receivers.
    ///
    /// - Throws: `notAllowed`, if it may not claim one of them.
    private func checkRight(_ client: Client, _ receivers: [RegionID]) throws(RequestError) {
        guard let places = client.rights.patterns(.claim).map({ globSets[$0].matches }) else { return }
        for receiver in receivers where !places[receiver.slot] {
            throw RequestError(
                "\(client.principal) may not claim \"\(directory[receiver].path)\": \(client.rights.explanation(.claim))", code: .notAllowed)
        }
    }

    // MARK: Acknowledgements

    /// Records a line sent to a claimant. If the client promised acknowledgements and the line has touches of its claims, the client must acknowledge
    /// the line.
    func sent(_ frame: RoutedFrame, _ client: Client, _ seq: UInt64) {
        if acks.within(client.number) == nil { return }
        let (claims, directory) = (claims, directory)
        func isClaimed(_ receiver: RegionID) -> Bool { claims.isOwner(client.number, of: directory[receiver].id) }
        if frame.events.contains(where: { $0.receiver.map(isClaimed) == true }) {
            acks.sent(seq, to: client.number)
        }
    }

    func acknowledge(_ client: Client, upTo seq: UInt64) { acks.acknowledge(client.number, upTo: seq, lastSent: client.lastSeq) }

    func lastAcknowledged(_ client: Int) -> UInt64? { acks.lastAcknowledged(client) }

    /// Adds the client's claims and acknowledgements to its entry in the reply to `clients`.
    func describe(_ client: Client, in entry: inout ClientEntry) {
        entry.claims = claims.receivers(of: client.number)
        entry.ackWithin = acks.within(client.number)
        entry.traffic.lastAck = lastAcknowledged(client.number)
        entry.traffic.unacknowledged = acks.unacknowledged(client.number)
    }

    /// Forgets the acknowledgements of a closed client.
    func forget(_ client: Client) { acks.remove(client.number) }

    func checkInvariants() {
        #if DEBUG
            acks.checkInvariants()
            let claims = claims
            for owner in claims.owners {
                guard let client = server.connections[owner] else {
                    assertionFailure("client \(owner), which is gone, has claimed \(claims.receivers(of: owner))")
                    continue
                }
                if client.isClosed { continue }
                assert(client.group?.owner === client, "client \(owner) has claimed something and shares what it sees")
                for receiver in claims.receivers(of: owner) {
                    let isSeen = directory.index(ofID: receiver).map { client.group?.matches($0) == true } ?? false
                    assert(isSeen, "client \(owner) has claimed \"\(receiver)\", which it does not see")
                    guard let index = directory.index(ofID: receiver) else { continue }
                    for group in server.groups.all {
                        let isHidden = group.isHidden(router.nextID, index)
                        assert(isHidden == (group.owner !== client), "others get touches of \"\(receiver)\", or its claimant does not")
                    }
                }
            }
        #endif
    }
}
