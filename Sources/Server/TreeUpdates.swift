import TouchCore
import Wire

/// What a change of the tree means for clients: what they know is down keeps its place in the new one, what they no longer
/// see is over, what comes into view in mid-touch stays hidden; and they are told what regions there are.
final class TreeUpdates: ServerPart {
    /// What comes with a tree from the configuration.
    struct Reload {
        /// Of the new tree, where they have been made already.
        var encoder: FrameEncoder?
        var texts: RegionTexts?
        /// What fingers and clients had made of the tree and is overruled.
        var gaveWay: [GaveWayEntry] = []
        /// What is tried from now on; nil: nothing.
        var trial: TrialEntry?
    }

    unowned let server: Publisher
    private(set) var generation = 1
    /// The regions' texts in lines, for all clients.
    private(set) var texts: RegionTexts
    /// Regions that were set elsewhere or otherwise since the last structural edit: what is in them went with them, and no line has said so.
    private var shifted: Set<RegionID> = []

    init(_ server: Publisher, _ texts: RegionTexts) { (self.server, self.texts) = (server, texts) }

    /// What went with those.
    private var carried: [RegionID] { shifted.isEmpty ? [] : router.tree.carried(by: shifted) }

    /// A new tree is in force from the next frame on.
    ///
    /// - Parameters:
    ///   - change: how it differs from the one before.
    ///   - reload: what comes with it from the configuration; nil: clients have edited the old one.
    func replaceTree(_ change: TreeChange, _ reload: Reload?) {
        let (server, directory) = (server, directory)
        let isReload = reload != nil
        for client in clients {
            // Who lags is told nothing now, but what it knows to be down may be gone.
            if client.isLagging { server.backlog.cancelKnown(client) } else { server.backlog.drain(client, everything: true) }
        }
        server.edits.treeChanged(change)
        if isReload {
            server.streams.treeReloaded(reload?.encoder ?? FrameEncoder(directory))
        } else {
            server.streams.treeEdited(change, directory)
        }
        generation += 1
        globSets.update(change, directory)
        takeOverOwnership()
        server.groups.updateLists(isReload ? nil : change, directory)
        server.claimants.forgetRemoved(change, isReload: isReload, directory)
        server.claimants.endContested(directory)
        if isReload {
            // Before anything ends for its owner: who knows a touch without its place is to hear of no place when it ends.
            for client in clients { server.streams.cancelUnseen(client, .reload) }
            server.streams.noteForeign()
            server.claimants.takeOverAccess()
        }
        for client in clients { server.streams.cancelUnseen(client, .reload) }
        server.streams.noteForeign()
        for client in clients { client.isListStale = false }
        if isReload { texts = reload?.texts ?? RegionTexts() } else { texts.update(change) }
        if let reload {
            announce(reload, change)
        } else {
            let described = Set(shifted.isEmpty ? [] : change.described)
            announceEdit(change, carried: carried.filter { !described.contains($0) })
        }
        shifted = []
        for client in clients { settle(client) }
    }

    /// Says what the configuration is now, where the tree is as before.
    func announceConfiguration(trial: TrialEntry?) {
        announce(Reload(trial: trial), TreeChange())
        for client in clients { settle(client) }
    }

    /// Says whose edits were overruled, then what the configuration is now.
    private func announce(_ reload: Reload, _ change: TreeChange) {
        let (tree, panels) = (router.tree, router.panelEntries)
        for entry in reload.gaveWay {
            guard let client = entry.client.flatMap({ server.connections[$0] }), server.connections.contains(client), !client.isLagging else {
                continue
            }
            if client.outbox.count >= Limit.answers {
                server.backlog.beginAnewLater(client)
            } else {
                tell(client, ServerMessages.overridden(entry.what, generation: generation))
            }
        }
        // What is gone from a sensitive region is for nobody else.
        let hidden = Set(change.removed.filter { tree[$0].sensitiveRoot != nil }.map { tree[$0].id })
        announce(told: { group in
            let gaveWay = reload.gaveWay.filter { entry in
                guard let region = tree.region(ofID: entry.what.region) else { return !hidden.contains(entry.what.region) }
                return !group.listed(of: [region]).isEmpty
            }
            return Told(regions: group.list(tree.directory), gaveWay: gaveWay)
        }) { [generation, texts] in
            ServerMessages.reloaded(
                generation: generation, panels: panels, tree: tree, texts: texts, regions: $0.regions, gaveWay: $0.gaveWay,
                trial: reload.trial)
        }
        for client in clients where client.wantsTreeChanges {
            client.told = client.group.map { ToldRegions($0.list(tree.directory), tree.directory) }
        }
    }

    /// What a group is told of a change of the tree.
    private struct Told: Equatable {
        var regions: [RegionID]
        var gaveWay: [GaveWayEntry] = []
    }

    /// These regions are elsewhere or otherwise from the next frame on; the tree has the same regions as before.
    func regionsChanged(_ ids: [String]) {
        generation += 1
        let tree = router.tree
        let changed = tree.directory.inOrder(ids.compactMap { tree.index(ofID: $0) })
        // Whether it looks otherwise than before is not known. The texts do not say it: they are as old as the last line about the region.
        if clients.contains(where: \.wantsTreeChanges) { shifted.formUnion(changed.filter(\.isRegion)) }
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
        announce(to: those, told: { Told(regions: told($0)) }, ifAny: ifAny) { line($0.regions) }
    }

    private func announce(
        to those: [Client]? = nil, told: (FilterGroup) -> Told, ifAny: Bool = false, _ line: @escaping (Told) -> [UInt8]
    ) {
        var lines = Lines(line)
        announce(to: those) { _, group in
            let what = told(group)
            return ifAny && what.regions.isEmpty ? nil : lines[what]
        }
    }

    /// Tells each subscriber of the regions that it lists now: of changes who wants these, if that is shorter, else of all.
    ///
    /// - Parameter carried: regions that went with others since the last edit, which no line has said.
    private func announceEdit(to those: [Client]? = nil, _ change: TreeChange, carried: [RegionID] = []) {
        if !clients.contains(where: { $0.group != nil }) { return }
        let (router, directory, generation, texts) = (router, directory, generation, texts)
        var whole = Lines { ServerMessages.edited(generation: generation, tree: router.tree, texts: texts, regions: $0) }
        var changes = Lines { ServerMessages.edited(generation: generation, tree: router.tree, texts: texts, $0) }
        announce(to: those) { client, group in
            if client.told != nil {
                let line = changes[client.told!.update(change, carried: carried, directory, group.lists)]
                if line.bytes.count < RegionTexts.fewestBytes * client.told!.count { return line }
                // What the client has been told of is the same with either line.
                let list = whole[group.list(directory)]
                return line.bytes.count < list.bytes.count ? line : list
            }
            let regions = group.list(directory)
            if client.wantsTreeChanges { client.told = ToldRegions(regions, directory) }
            return whole[regions]
        }
    }

    /// The lines that say something to clients, one for all who are told the same.
    private struct Lines<Told: Equatable> {
        private let write: (Told) -> [UInt8]
        private var lines: [(told: Told, line: Line)] = []

        init(_ write: @escaping (Told) -> [UInt8]) { self.write = write }

        subscript(told: Told) -> Line {
            mutating get {
                if let known = lines.first(where: { $0.told == told }) { return known.line }
                lines.append((told, Line { [write] in write(told) }))
                return lines.last!.line
            }
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
    /// - Parameter line: what a client is told, nil for nothing.
    private func announce(to those: [Client]? = nil, _ line: (Client, FilterGroup) -> Line?) {
        for client in those ?? clients where !client.isLagging {
            guard let line = client.group.flatMap({ line(client, $0) }) else { continue }
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
        announce { _, _ in line }
        for client in clients { settle(client) }
    }

    /// Tells all who have subscribed what those with their rights may know.
    func broadcast(_ line: (Rights) -> [UInt8]) {
        announce { _, group in
            let line = line(group.rights)
            return Line { line }
        }
        for client in clients { settle(client) }
    }

    /// From now on groups see what claims leave them: the touches of claimed receivers are for their owners.
    func takeOverOwnership() { server.groups.takeOver(router.ownership, server.streams.sensitive) }

    /// Tells those who may look into more of sensitive regions now, or into less, which regions they know the place of. Who has claimed
    /// hears of it after the reply.
    func tellUnlisted() {
        let those = clients.filter(\.isListStale)
        if those.isEmpty { return }
        for client in those { client.isListStale = false }
        // The others hear with the next edit of what was carried, and these once more.
        announceEdit(to: those, TreeChange(), carried: carried)
        for client in those { settle(client) }
    }

    func checkInvariants() { texts.checkInvariants(router.tree) }
}
