import TouchCore
import Wire

/// A sensitive region has one owner. This part decides who may claim something in it, and what ends the owner's claims.
extension Claimants {
    /// Checks that no other client has claimed the receivers, or anything in the sensitive regions around them. Ends conflicting claims of clients
    /// whose connection is broken.
    ///
    /// - Throws: `taken`.
    func ensureUnclaimed(_ receivers: [String], for client: Client) throws(RequestError) {
        var gone: [Client] = []
        func checkConflict(at number: Int, _ refusal: (Client) -> String) throws(RequestError) {
            guard number != client.number, let owner = server.connections[number] else { return }
            if owner.outbox.isBroken { return gone.append(owner) }
            throw RequestError(refusal(owner), code: .taken)
        }
        for receiver in receivers {
            if let claim = claims[receiver] { try checkConflict(at: claim.owner) { "\"\(receiver)\" is claimed by \($0.label)" } }
        }
        let roots = Set(receivers.compactMap { sensitiveRoot(ofID: $0) })
        for claimed in roots.isEmpty ? [] : claims.receivers.sorted() {
            guard let root = sensitiveRoot(ofID: claimed), roots.contains(root) else { continue }
            try checkConflict(at: claims[claimed]!.owner) {
                "the sensitive region \"\(root)\" can have only one owner, and \($0.label) has claimed it or a part of it"
            }
        }
        for other in gone { endClaims(other, .clientGone) }
    }

    /// Throws if edits by other principals let others see touches in a sensitive region around the receivers. Such an edit ends an existing claim,
    /// and it stays in force after its author has disconnected, so it also prevents a new claim.
    ///
    /// - Throws: `taken`.
    func checkEdits(_ receivers: [String], of client: Client) throws(RequestError) {
        guard let spoiled = router.exposedRegion(of: receivers, for: client.principal) else { return }
        throw RequestError(
            "\"\(spoiled.region)\" is sensitive, and an edit by somebody else \(spoiled.cause.sentence)", code: .taken,
            hint: "undo that edit, or undo the edits of all clients: touchctl reload --reset")
    }

    /// Returns true if another client has claimed something in a sensitive region.
    func hasOwner(otherThan client: Client) -> Bool {
        directory.hasSensitive && claims.receivers.contains { claims[$0]!.owner != client.number && sensitiveRoot(ofID: $0) != nil }
    }

    /// Ends claims. An administrator may end the claims of other clients; touchd then notifies these clients and logs it.
    func release(_ client: Client, _ receivers: [String]) throws(RequestError) {
        var others: [Int: [String]] = [:]
        for receiver in receivers where !claims.isOwner(client.number, of: receiver) {
            guard client.rights.isAdmin else {
                throw RequestError("this connection has not claimed \"\(receiver)\"", code: .notFound, hint: "release only what it has claimed")
            }
            guard let claim = claims[receiver] else { throw RequestError("nobody has claimed \"\(receiver)\"", code: .notFound) }
            others[claim.owner, default: []].append(receiver)
        }
        endClaims(receivers.filter { claims.isOwner(client.number, of: $0) }, .clientGone)
        for (number, lost) in others.sorted(by: { $0.key < $1.key }) {
            guard let owner = server.connections[number] else { continue }
            let lost = Set(lost).sorted()
            let names = Set(lost.map { sensitiveRoot(ofID: $0) ?? $0 }).sorted()
            for root in Set(lost.compactMap { sensitiveRoot(ofID: $0) }).sorted() {
                router.abandon(region: root, since: lost.compactMap { claims[$0]?.since }.min() ?? .first, .clientGone)
            }
            endClaims(lost, .clientGone)
            reportLoss(owner, lost, .clientGone, names, "\(client.source(nil)) has released it")
            updateConnection(owner)
        }
    }

    /// Ends the claims that cannot outlast a change of the tree (`EndedClaim`). Call it before the change. Touches in these regions are cancelled for
    /// everybody.
    ///
    /// - Parameter author: the client that edits; nil if the configuration changes.
    func end(_ ended: [EndedClaim], by author: Client?) {
        for claim in ended {
            guard let owner = server.connections[claim.owner] else { continue }
            let reason: CancelReason = claim.cause == .removed ? .regionRemoved : .reload
            router.abandon(region: claim.region, since: claim.receivers.compactMap { claims[$0]?.since }.min() ?? .first, reason)
            endClaims(claim.receivers, reason)
            let who = author?.label ?? "the configuration now in force"
            reportLoss(owner, claim.receivers, reason, [claim.region], "\(who) \(claim.cause.sentence)")
        }
    }

    /// Ends the claims of regions that a new tree no longer has, or that their claimant no longer sees in the new tree. The touches of these regions
    /// have already been cancelled for the claimant.
    func forgetRemoved(_ change: TreeChange, isReload: Bool, _ directory: RegionDirectory) {
        // After a reload, a new region with the id of a removed one is not claimed yet.
        let gone = Dictionary(change.removed.map { (directory[$0].id, directory[$0].sensitiveRoot) }, uniquingKeysWith: { first, _ in first })
        var lost: [String] = []
        for client in claims.isEmpty ? [] : clients {
            let receivers = claims.receivers(of: client.number).filter { receiver in
                isReload && gone[receiver] != nil || directory.index(ofID: receiver).map { client.group?.matches($0) == true } != true
            }
            if receivers.isEmpty { continue }
            lost += receivers
            let roots = receivers.compactMap { sensitiveRoot(ofID: $0) ?? gone[$0].flatMap { $0 }.map { directory[$0].id } }
            reportLoss(client, receivers, .regionRemoved, Set(roots).sorted(), "a claimed region was removed, or its path changed")
        }
        // Groups and streams already have the current claims, so there is nothing to do if none has ended. With sensitive regions in the tree,
        // gestures of a region that became sensitive may still have to end.
        if !lost.isEmpty || directory.hasSensitive { changeClaims(.reload, isReplaced: true) { router.touches.release(lost) } }
        server.questions.closeUnanswerableLater()
    }

    /// Ends all claims in each sensitive region in which several clients have claims. This happens if a region becomes sensitive after they claimed
    /// parts of it.
    func endContested(_ directory: RegionDirectory) {
        if !directory.hasSensitive || claims.isEmpty { return }
        var byRoot: [String: [Int: [String]]] = [:]
        claims.forEach { receiver, claim in
            if let root = sensitiveRoot(ofID: receiver) { byRoot[root, default: [:]][claim.owner, default: []].append(receiver) }
        }
        for (root, owners) in byRoot.sorted(by: { $0.key < $1.key }) where owners.count > 1 {
            let receivers = owners.values.flatMap { $0 }
            router.abandon(region: root, since: receivers.compactMap { claims[$0]?.since }.min() ?? .first, .reload)
            endClaims(receivers, .reload)
            for (number, lost) in owners.sorted(by: { $0.key < $1.key }) {
                guard let owner = server.connections[number] else { continue }
                reportLoss(owner, lost.sorted(), .reload, [root], "the region became sensitive, and \(owners.count) clients had claimed parts of it")
            }
        }
    }

    /// Tells a client that it has lost claims, and logs it.
    ///
    /// - Parameter regions: the names for the log, without regions inside a sensitive one. If empty, nothing is logged.
    func reportLoss(_ owner: Client, _ receivers: [String], _ reason: CancelReason, _ regions: [String], _ why: String) {
        sendLine(owner, ServerMessages.released(receivers, reason: reason))
        if regions.isEmpty { return }
        journal.logLimited(
            .claimLost, owner, "\(owner.label) has lost its claim of \(regions.joined(separator: ", ")): \(why)",
            regions.prefix(Self.mostInLog).map { .region($0) })
    }
}

extension EndedClaim.Cause {
    /// The sentence for the log that follows the author.
    fileprivate var sentence: String {
        switch self {
        case .removed: "has removed it"
        case .notSensitive: "has made it not sensitive"
        case .partMovedOut: "has moved a part out of it"
        case .covered(let cover): "has put \(cover) in front of it"
        case .sentElsewhere: "has led its touches elsewhere"
        }
    }
}
