import TouchCore
import Wire

/// Applies changes of the tree to clients. A touch that a client knows continues in the new tree if the client still sees it; otherwise it is
/// cancelled for the client. A touch that comes into the client's view after its begin stays hidden. Clients get a line about the new regions.
final class TreeUpdates: ServerPart {
    /// The data that comes with a tree from the configuration.
    struct Reload {
        /// The encoder and the texts of the new tree, if they have been made already.
        var encoder: FrameEncoder?
        var texts: RegionTexts?
        /// Changes by fingers and clients that the configuration overrules.
        var gaveWay: [GaveWayEntry] = []
        /// The trial that begins; nil if there is none.
        var trial: TrialEntry?
    }

    unowned let server: Publisher
    private(set) var generation = 1
    /// The texts of regions in lines, shared by all clients.
    private(set) var texts: RegionTexts
    /// Regions moved or changed since the last structural edit. No line has reported that their content has moved with them.
    private var shifted: Set<RegionID> = []

    init(_ server: Publisher, _ texts: RegionTexts) { (self.server, self.texts) = (server, texts) }

    /// The regions that have moved with `shifted`.
    private var carried: [RegionID] { shifted.isEmpty ? [] : router.tree.receiversMoved(by: shifted) }

    /// Applies a new tree to the clients. The tree is in force from the next frame on.
    ///
    /// - Parameters:
    ///   - change: the difference from the previous tree.
    ///   - reload: the data that comes with it from the configuration; nil if clients have edited the tree.
    func replaceTree(_ change: TreeChange, _ reload: Reload?) {
        let (server, directory) = (server, directory)
        let isReload = reload != nil
        for client in clients {
            // A lagging client gets no lines now, but some touches that it knows may end with the old tree, so cancel all of them.
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
        updateOwnership()
        server.groups.updateLists(isReload ? nil : change, directory)
        server.claimants.forgetRemoved(change, isReload: isReload, directory)
        server.claimants.endContested(directory)
        if isReload {
            // Before claims end: a client that knows only the redacted form of a touch must not learn the place of the touch when it ends.
            for client in clients { server.streams.cancelUnseen(client, .reload) }
            server.streams.hideForeign()
            server.claimants.applyAccessRules()
        }
        for client in clients { server.streams.cancelUnseen(client, .reload) }
        server.streams.hideForeign()
        for client in clients { client.isListStale = false }
        if isReload { texts = reload?.texts ?? RegionTexts() } else { texts.update(change) }
        if let reload {
            announce(reload, change)
        } else {
            let described = Set(shifted.isEmpty ? [] : change.described)
            announceEdit(change, carried: carried.filter { !described.contains($0) })
        }
        shifted = []
        for client in clients { updateConnection(client) }
    }

    /// Announces the configuration when the tree is unchanged.
    func announceConfiguration(trial: TrialEntry?) {
        announce(Reload(trial: trial), TreeChange())
        for client in clients { updateConnection(client) }
    }

    /// Tells clients that their edits were overruled, then announces the configuration.
    private func announce(_ reload: Reload, _ change: TreeChange) {
        let (tree, panels) = (router.tree, router.panelEntries)
        for entry in reload.gaveWay {
            guard let client = entry.client.flatMap({ server.connections[$0] }), server.connections.contains(client), !client.isLagging else {
                continue
            }
            if client.outbox.count >= Limit.answers {
                server.backlog.markLagging(client)
            } else {
                sendLine(client, ServerMessages.overridden(entry.what, generation: generation))
            }
        }
        // The `reloaded` line does not mention regions removed from a sensitive region.
        let hidden = Set(change.removed.filter { tree[$0].sensitiveRoot != nil }.map { tree[$0].id })
        announce(told: { group in
            let gaveWay = reload.gaveWay.filter { entry in
                guard let region = tree.region(ofID: entry.what.region) else { return !hidden.contains(entry.what.region) }
                return !group.listed(of: [region]).isEmpty
            }
            return LineContent(regions: group.list(tree.directory), gaveWay: gaveWay)
        }) { [generation, texts] in
            ServerMessages.reloaded(
                generation: generation, panels: panels, tree: tree, texts: texts, regions: $0.regions, gaveWay: $0.gaveWay,
                trial: reload.trial)
        }
        for client in clients where client.wantsTreeChanges {
            client.sentRegions = client.group.map { SentRegions($0.list(tree.directory), tree.directory) }
        }
    }

    /// The content of a line about the tree for one group.
    private struct LineContent: Equatable {
        var regions: [RegionID]
        var gaveWay: [GaveWayEntry] = []
    }

    /// Announces regions whose properties have changed. The changes apply from the next frame on. The set of regions is unchanged.
    func regionsChanged(_ ids: [String]) {
        generation += 1
        let tree = router.tree
        let changed = tree.directory.inOrder(ids.compactMap { tree.index(ofID: $0) })
        // Every changed region counts as shifted. Comparing texts would not show whether the region has changed, because its text dates from the last
        // line about it.
        if clients.contains(where: \.wantsTreeChanges) { shifted.formUnion(changed.filter(\.isRegion)) }
        announce({ group in group.listed(of: changed) }, ifAny: true) { [generation, texts] in
            ServerMessages.changed(generation: generation, tree: tree, texts: texts, regions: $0)
        }
        for client in clients { updateConnection(client) }
    }

    /// Announces regions to each subscriber. Groups with the same regions share one line, which is encoded when a client first takes it.
    ///
    /// - Parameter ifAny: whether a group without regions gets no line.
    private func announce(
        to those: [Client]? = nil, _ told: (FilterGroup) -> [RegionID], ifAny: Bool = false, _ line: @escaping ([RegionID]) -> [UInt8]
    ) {
        announce(to: those, told: { LineContent(regions: told($0)) }, ifAny: ifAny) { line($0.regions) }
    }

    private func announce(
        to those: [Client]? = nil, told: (FilterGroup) -> LineContent, ifAny: Bool = false, _ line: @escaping (LineContent) -> [UInt8]
    ) {
        var lines = Lines(line)
        announce(to: those) { _, group in
            let what = told(group)
            return ifAny && what.regions.isEmpty ? nil : lines[what]
        }
    }

    /// Announces the current region list to each subscriber. A client that wants changes gets only the changes if their line is shorter than the
    /// whole list. All other clients get the whole list.
    ///
    /// - Parameter carried: regions that have moved with others since the last edit and that no line has reported.
    private func announceEdit(to those: [Client]? = nil, _ change: TreeChange, carried: [RegionID] = []) {
        if !clients.contains(where: { $0.group != nil }) { return }
        let (router, directory, generation, texts) = (router, directory, generation, texts)
        var whole = Lines { ServerMessages.edited(generation: generation, tree: router.tree, texts: texts, regions: $0) }
        var changes = Lines { ServerMessages.edited(generation: generation, tree: router.tree, texts: texts, $0) }
        announce(to: those) { client, group in
            if client.sentRegions != nil {
                let line = changes[client.sentRegions!.update(change, carried: carried, directory, group.lists)]
                if line.bytes.count < RegionTexts.minimumLength * client.sentRegions!.count { return line }
                // Either line leaves the client with the same list.
                let list = whole[group.list(directory)]
                return line.bytes.count < list.bytes.count ? line : list
            }
            let regions = group.list(directory)
            if client.wantsTreeChanges { client.sentRegions = SentRegions(regions, directory) }
            return whole[regions]
        }
    }

    /// The lines for clients, one for each different content.
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

    /// A line that is encoded when a client first takes it.
    private final class Line {
        private let write: () -> [UInt8]
        private(set) lazy var bytes = write()

        init(_ write: @escaping () -> [UInt8]) { self.write = write }
    }

    /// Sends a line to each subscriber, after everything that waits for the client. A lagging client does not get the line, so that lines do not pile
    /// up. Its next snapshot has the same information.
    ///
    /// - Parameter those: the clients; nil for all.
    /// - Parameter line: returns the line for a client; nil for none.
    private func announce(to those: [Client]? = nil, _ line: (Client, FilterGroup) -> Line?) {
        for client in those ?? clients where !client.isLagging {
            guard let line = client.group.flatMap({ line(client, $0) }) else { continue }
            if client.outbox.count >= Limit.answers {
                server.backlog.markLagging(client)
            } else {
                sendLine(client, line.bytes)
            }
        }
    }

    /// Sends a line to all subscribers.
    func broadcast(_ line: [UInt8]) {
        let line = Line { line }
        announce { _, _ in line }
        for client in clients { updateConnection(client) }
    }

    /// Sends all subscribers a line that depends on their rights.
    func broadcast(_ line: (Rights) -> [UInt8]) {
        announce { _, group in
            let line = line(group.rights)
            return Line { line }
        }
        for client in clients { updateConnection(client) }
    }

    /// Applies the current claims to the groups: the touches of claimed receivers go only to their owners.
    func updateOwnership() { server.groups.updateOwnership(router.ownership, server.streams.sensitive) }

    /// Sends a new region list to clients whose view of sensitive regions has changed. A claimant gets it after the reply to its request.
    func sendStaleLists() {
        let those = clients.filter(\.isListStale)
        if those.isEmpty { return }
        for client in those { client.isListStale = false }
        // `shifted` is kept, because the other clients get the carried regions with the next edit. These clients then get them a second time.
        announceEdit(to: those, TreeChange(), carried: carried)
        for client in those { updateConnection(client) }
    }

    func checkInvariants() { texts.checkInvariants(router.tree) }
}
