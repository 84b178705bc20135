import TouchCore
import Wire

/// What a change of the tree means for clients: what they know is down keeps its place in the new one, what they no longer
/// see is over, what comes into view in mid-touch stays hidden; and they are told what regions there are.
final class TreeUpdates: ServerPart {
    unowned let server: Publisher
    private(set) var generation = 1
    /// The regions' texts in lines, for all clients.
    private(set) var texts = RegionTexts()

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
        server.edits.treeChanged(change, isReload: isReload)
        if isReload {
            server.streams.treeReloaded(newEncoder ?? FrameEncoder(tree.directory))
        } else {
            server.streams.treeEdited(change, tree.directory)
        }
        generation += 1
        globSets.update(change)
        takeOverOwnership()
        server.groups.updateLists(isReload ? nil : change, tree.directory)
        server.claimants.forgetRemoved()
        if isReload {
            // Before anything ends for its owner: who knows a touch without its place is to hear of no place when it ends.
            for client in clients { server.streams.cancelUnseen(client, .reload) }
            server.streams.noteForeign()
            server.claimants.takeOverAccess()
        }
        for client in clients { server.streams.cancelUnseen(client, .reload) }
        server.streams.noteForeign()
        for client in clients { client.isListStale = false }
        if isReload { texts = newTexts ?? RegionTexts() } else { texts.update(change) }
        if isReload {
            let panels = router.panelEntries
            announce({ $0.list(tree.directory) }) { [generation, texts] in
                ServerMessages.reloaded(generation: generation, panels: panels, tree: tree, texts: texts, regions: $0)
            }
        } else {
            announce({ $0.list(tree.directory) }) { [generation, texts] in
                ServerMessages.edited(generation: generation, tree: tree, texts: texts, regions: $0)
            }
        }
        for client in clients { settle(client) }
    }

    /// These regions are elsewhere or otherwise from the next frame on; the tree has the same regions as before.
    func regionsChanged(_ ids: [String]) {
        generation += 1
        let tree = router.tree
        let changed = tree.directory.inOrder(ids.compactMap { tree.index(ofID: $0) })
        announce({ group in group.listed(of: changed) }, ifAny: true) { [generation, texts] in
            ServerMessages.changed(generation: generation, tree: tree, texts: texts, regions: $0)
        }
        for client in clients { settle(client) }
    }

    /// Tells each subscriber of regions. Groups that are told of the same ones get the same line, written once, if anybody takes it.
    ///
    /// - Parameter ifAny: whether a group is told nothing of no regions.
    private func announce(
        to those: [Client]? = nil, _ told: (FilterGroup) -> [RegionID], ifAny: Bool = false, _ line: @escaping ([RegionID]) -> [UInt8]
    ) {
        var lines: [(regions: [RegionID], line: Line)] = []
        announce(to: those) { group in
            let regions = told(group)
            if ifAny && regions.isEmpty { return nil }
            if let known = lines.first(where: { $0.regions == regions }) { return known.line }
            lines.append((regions, Line { line(regions) }))
            return lines.last!.line
        }
    }

    /// A line that is written when the first client takes it.
    private final class Line {
        private let write: () -> [UInt8]
        private(set) lazy var bytes = write()

        init(_ write: @escaping () -> [UInt8]) { self.write = write }
    }

    /// Tells each subscriber, in order: what came before is said before. Lines pile up for none: who lags begins anew with a
    /// snapshot, which says as much.
    ///
    /// - Parameter those: who is told; nil: all clients.
    /// - Parameter line: what a group is told, nil for nothing.
    private func announce(to those: [Client]? = nil, _ line: (FilterGroup) -> Line?) {
        for client in those ?? clients where !client.isLagging {
            guard let line = client.group.flatMap(line) else { continue }
            if client.outbox.count >= Limit.answers {
                server.backlog.beginAnewLater(client)
            } else {
                tell(client, line.bytes)
            }
        }
    }

    /// Tells all who have subscribed.
    func broadcast(_ line: [UInt8]) {
        let line = Line { line }
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
        let tree = router.tree
        announce(to: those, { $0.list(tree.directory) }) { [generation, texts] in
            ServerMessages.edited(generation: generation, tree: tree, texts: texts, regions: $0)
        }
        for client in those { settle(client) }
    }

    func checkInvariants() { texts.checkInvariants(router.tree) }
}
