import TouchCore
import Wire

/// What a change of the tree means for clients: what they know is down keeps its place in the new one, what they no longer
/// see is over, what comes into view in mid-touch stays hidden; and they are told what regions there are.
final class TreeUpdates: ServerPart {
    unowned let server: Publisher
    private(set) var generation = 1

    init(_ server: Publisher) { self.server = server }

    /// A new tree is in force from the next frame on.
    ///
    /// - Parameters:
    ///   - change: how it differs from the one before.
    ///   - isReload: whether it comes from the configuration; else clients have edited the old one.
    ///   - newEncoder, newTexts: of the new tree, where they have been made already.
    func replaceTree(_ change: TreeChange, isReload: Bool, encoder newEncoder: FrameEncoder?, texts newTexts: RegionTexts?) {
        let tree = router.tree
        for client in clients {
            // Who lags is told nothing now, but what it knows to be down may be gone.
            if client.isLagging { server.backlog.cancelKnown(client) } else { server.backlog.drain(client, everything: true) }
        }
        for owner in server.connections.owners where !owner.added.isEmpty {
            owner.added = isReload ? [] : owner.added.filter { tree.spec(ofID: $0) != nil }
        }
        server.streams.takeOver(change, tree.directory, encoder: newEncoder)
        generation += 1
        globSets.update(change)
        takeOverOwnership()
        server.claimants.forgetRemoved()
        if isReload { server.claimants.takeOverAccess() }
        for client in clients { server.streams.cancelUnseen(client, .reload) }
        server.streams.noteForeign()
        for client in clients { client.isListStale = false }
        let texts = newTexts.flatMap { $0.areOf(tree) ? $0 : nil } ?? RegionTexts(tree)
        let panels = isReload ? router.panelEntries : []
        let receivers = tree.directory.receivers
        announce({ receivers.filter($0.lists) }) { regions in
            isReload
                ? ServerMessages.reloaded(generation: generation, panels: panels, tree: texts, regions: regions)
                : ServerMessages.edited(generation: generation, tree: texts, regions: regions)
        }
        for client in clients { settle(client) }
    }

    /// These regions are elsewhere or otherwise from the next frame on; the tree has the same regions as before.
    func regionsChanged(_ ids: [String]) {
        generation += 1
        let texts = RegionTexts(router.tree)
        let changed = directory.inOrder(Set(ids.compactMap { directory.index(ofID: $0) }))
        announce({ group in changed.filter(group.lists) }) { regions in
            regions.isEmpty ? nil : ServerMessages.changed(generation: generation, tree: texts, regions: regions)
        }
        for client in clients { settle(client) }
    }

    /// Tells each subscriber of regions. Groups that are told of the same ones get the same line, written once.
    private func announce(_ told: (FilterGroup) -> [RegionID], _ line: ([RegionID]) -> [UInt8]?) {
        var lines: [(regions: [RegionID], line: [UInt8]?)] = []
        var numbers: [ObjectIdentifier: Int] = [:]
        for group in server.groups.all {
            let regions = told(group)
            let number = lines.firstIndex { $0.regions == regions } ?? lines.count
            if number == lines.count { lines.append((regions, line(regions))) }
            numbers[ObjectIdentifier(group)] = number
        }
        announce { group in numbers[ObjectIdentifier(group)].flatMap { lines[$0].line } }
    }

    /// Tells each subscriber, in order: what came before is said before. Lines pile up for none: who lags begins anew with a
    /// snapshot, which says as much.
    ///
    /// - Parameter those: who is told; nil: all clients.
    /// - Parameter line: what a group is told, nil for nothing.
    func announce(to those: [Client]? = nil, _ line: (FilterGroup) -> [UInt8]?) {
        for client in those ?? clients where !client.isLagging {
            guard let line = client.group.flatMap(line) else { continue }
            if client.outbox.count >= Limit.answers {
                server.backlog.beginAnewLater(client)
            } else {
                tell(client, line)
            }
        }
    }

    /// Tells all who have subscribed.
    func broadcast(_ line: [UInt8]) {
        announce { _ in line }
        for client in clients { settle(client) }
    }

    /// From now on groups see what claims leave them: the touches of claimed receivers are for their owners.
    func takeOverOwnership() { server.groups.takeOver(router.tree.ownership, server.streams.sensitive) }

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
}
