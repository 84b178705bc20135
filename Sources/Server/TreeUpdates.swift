import TouchCore
import Wire

/// What a change of the tree means for clients: what they know is down keeps its place in the new one, what they no longer
/// see is over, what comes into view in mid-touch stays hidden; and they are told what regions there are.
extension Publisher {
    /// A new tree is in force from the next frame on.
    ///
    /// - Parameters:
    ///   - change: how it differs from the one before.
    ///   - isReload: whether it comes from the configuration; else clients have edited the old one.
    ///   - newEncoder, newTexts: of the new tree, where they have been made already.
    public func replaceTree(_ change: TreeChange, isReload: Bool, encoder newEncoder: FrameEncoder? = nil, texts newTexts: RegionTexts? = nil) {
        let tree = router.tree
        for client in clients {
            // Who lags is told nothing now, but what it knows to be down may be gone.
            if client.isLagging { cancelKnown(client) } else { drain(client, everything: true) }
        }
        for owner in connections.owners where !owner.added.isEmpty {
            owner.added = isReload ? [] : owner.added.filter { tree.spec(ofID: $0) != nil }
        }
        if let newEncoder { encoder = newEncoder } else { encoder.update(change, tree.directory) }
        sensitive = SensitiveRegions(tree.directory)
        generation += 1
        globSets.update(change)
        takeOverOwnership()
        forgetRemovedClaims()
        if isReload { takeOverAccess() }
        for client in clients { cancelUnseen(client, .reload) }
        noteForeign()
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
    public func regionsChanged(_ ids: [String]) {
        generation += 1
        let texts = RegionTexts(router.tree)
        let changed = directory.inOrder(Set(ids.compactMap { directory.index(ofID: $0) }))
        announce({ group in changed.filter(group.lists) }) { regions in
            regions.isEmpty ? nil : ServerMessages.changed(generation: generation, tree: texts, regions: regions)
        }
        for client in clients { settle(client) }
    }

    /// Tells each subscriber of regions. Groups that are told of the same ones get the same line, written once.
    private func announce(_ told: (FilterGroup) -> [RegionIndex], _ line: ([RegionIndex]) -> [UInt8]?) {
        var lines: [(regions: [RegionIndex], line: [UInt8]?)] = []
        var numbers: [ObjectIdentifier: Int] = [:]
        for group in groups.all {
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
                beginAnewLater(client)
            } else {
                drain(client, everything: true)
                client.outbox.send(line)
            }
        }
    }

    /// Touches, and what is made of them, that a client may see from now on, but whose begin was not its own, stay hidden from it.
    func noteForeign() {
        let down = router.touchesDown
        for client in clients {
            guard let group = client.group else { continue }
            client.stream.setForeign(
                touches: down.map(\.touch).filter { group.isVisible($0.asMove, since: client.since) },
                actions: actions.inProgress.filter { group.isVisible($0.action, since: client.since) })
        }
    }

    /// A region may have another path now, or another owner, and its subscriber no longer see it: what it knows to be down there
    /// is over.
    ///
    /// Also after it has given up a subscription.
    func cancelUnseen(_ client: Client, _ reason: CancelReason) {
        guard let group = client.group else {
            if !client.stream.isEmpty { cancelDown(client, reason) }
            return
        }
        let cancels = client.stream.cancel(
            reason, touches: { !group.isVisible($0.asMove, since: client.since) },
            actions: { !group.isVisible($0, since: client.since) })
        sendCancels(cancels, to: client)
    }
}

extension RoutedTouch {
    /// As `moved`: what is down is shown to who would see it move, whether or not it asked for axes.
    var asMove: RoutedTouch {
        var touch = self
        touch.phase = .moved
        return touch
    }
}
