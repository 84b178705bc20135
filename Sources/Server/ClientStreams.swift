import TouchCore
import Wire

/// The stream of each client: of a frame it gets what it has subscribed to and may see.
final class ClientStreams: ServerPart {
    unowned let server: Publisher
    // What each frame needs, at hand.
    private unowned let router: any Router
    private let groups: GroupTable
    private let connections: Connections
    let journal: Journal
    private(set) var encoder: FrameEncoder
    /// Which regions are sensitive, as clients know it: a change is taken over between two frames.
    var sensitive: SensitiveRegions { encoder.sensitive }
    /// Gestures, controls and scroll views in progress, whoever knows of them.
    private var actions = ActionState()

    init(_ server: Publisher) {
        self.server = server
        (router, groups, connections, journal) = (server.router, server.groups, server.connections, server.journal)
        encoder = FrameEncoder(router.tree.directory)
    }

    /// Gives a frame to everybody who subscribed to anything in it. Encodes once for each set of subscriptions.
    func publish(_ frame: RoutedFrame, panel: String) {
        if sensitive.isEmpty || frame.isHeard(outsideOf: sensitive) { journal.counters.frames += 1 }
        var firstID = TouchID(.max)
        for event in frame.events where event.id < firstID { firstID = event.id }
        for action in frame.actions where action.first < firstID { firstID = action.first }
        for touch in frame.redactions where touch.id < firstID { firstID = touch.id }
        for action in frame.actions {
            do { try actions.apply(action, panel: panel, panelID: frame.panel, time: frame.time) } catch { journal.reportViolation("\(error)", nil) }
        }
        var needsSettling = false
        releaseHeld(upTo: frame.time, ofPanel: frame.panel)
        let linesBefore = journal.counters.lines
        for group in groups.all {
            group.beginFrame()
            let visible = group.visible(frame)
            if visible.isEmpty { continue }
            for client in group.clients {
                if client.isBehind || firstID < client.latestCut || !client.stream.knowsAll || client.pace != nil {
                    publishOwn(visible, panel: panel, to: client, in: group)
                } else if check(visible, panel: panel, client) {
                    if !group.isEncoded {
                        group.encode(visible, panel: panel, encoder)
                        if !group.looksIn { journal.counters.encodings += 1 }
                    }
                    let seq = group.sendLine(to: client)
                    if !group.looksIn { journal.counters.lines += 1 }
                    if group.owner != nil { server.claimants.sent(visible, client, seq) }
                }
                if client.isBehind || client.outbox.isBroken { needsSettling = true }
            }
        }
        if sensitive.isEmpty || frame.hasOpenPart(sensitive) { journal.openLines += journal.counters.lines - linesBefore }
        // Not while walking the groups: a client that is closed leaves its group.
        if needsSettling { settleThoseBehind() }
    }

    /// Tells those who asked why touches began where they did; before the frame in which they begin.
    func publish(_ explanations: [Explanation], time: Int64, panel: String) {
        if explanations.isEmpty { return }
        for explanation in explanations {
            let line = ServerMessages.trace(explanation, time: time, panel: panel, directory)
            for client in connections.clients where client.takesTraces { tell(client, line) }
        }
        // Who has not subscribed is not settled with any frame.
        for client in connections.clients where client.traces { settle(client) }
    }

    /// For a client that does not see what its group sees, or not yet.
    private func publishOwn(_ frame: RoutedFrame, panel: String, to client: Client, in group: FilterGroup) {
        let own = group.visible(frame, panel: panel, to: client)
        if own.isEmpty { return }
        if client.pace != nil {
            let offset = router.clockOffset(ofPanel: own.panel)
            if client.pace!.holds(own, panel: panel, offset: offset, keepsSamples: group.coalesces) { return }
            releaseHeld(client)  // what came before is said before
        }
        deliver(own, panel: panel, to: client)
    }

    /// Sends a frame that is this client's own, or keeps it while the client is behind.
    func deliver(_ frame: RoutedFrame, panel: String, to client: Client) {
        if client.isBehind {
            server.backlog.keep(frame, panel: panel, for: client)
        } else if check(frame, panel: panel, client) {
            send(frame, panel: panel, to: client)
        }
    }

    /// Sends a frame that only this client sees so.
    func send(_ frame: RoutedFrame, panel: String, to client: Client, since: Int64 = 0) {
        let seq = sendOwn(frame, panel: panel, to: client, since: since)
        if client.group?.owner != nil { server.claimants.sent(frame, client, seq) }
    }

    @discardableResult
    func sendOwn(_ frame: RoutedFrame, panel: String, to client: Client, since: Int64 = 0) -> UInt64 {
        if client.group?.looksIn != true {
            journal.counters.encodings += 1
            journal.counters.lines += 1
        }
        return client.sendOwn(frame, panel: panel, encoder, since: since)
    }

    /// How things stand now, for a client.
    func sendSnapshot(_ client: Client) {
        guard let group = client.group else { return }
        client.isListStale = false
        let touches = router.touchesDown.filter { group.isVisible($0.touch.asMove) }
        client.outbox.send(
            ServerMessages.snapshot(
                seq: client.nextSeq(), generation: server.generation, panels: router.panelEntries,
                screens: router.screenStates.map { server.status.screen($0, for: client.rights) },
                encoder: encoder, tree: router.tree, texts: server.trees.texts, regions: group.list(directory), touches: touches))
    }

    /// The tree has been edited.
    func treeEdited(_ change: TreeChange, _ directory: RegionDirectory) { encoder.update(change, directory) }

    /// Another tree is in force, with this encoder.
    func treeReloaded(_ new: FrameEncoder) { encoder = new }

    /// Touches, and what is made of them, that a client may see from now on, but whose begin was not its own, stay hidden from it.
    func noteForeign() {
        let down = router.touchesDown
        for client in connections.clients {
            guard let group = client.group else { continue }
            client.stream.setForeign(
                touches: down.map(\.touch).filter { group.isVisible($0.asMove, since: client.since) },
                actions: actions.inProgress.filter { group.isVisible($0.action, since: client.since) })
        }
    }

    func checkInvariants() {
        #if DEBUG
            actions.checkInvariants()
            let directory = directory
            for client in connections.clients {
                for known in client.stream.touches {
                    let isThere = known.touch.receiver.map(directory.contains) ?? true
                    assert(isThere, "client \(client.number) knows touch \(known.touch.id.rawValue) of a region that is gone")
                }
            }
        #endif
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
