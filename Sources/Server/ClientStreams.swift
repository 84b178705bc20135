import TouchCore
import Wire

/// The stream of each client: of a frame it gets what it has subscribed to and may see.
final class ClientStreams: ServerPart {
    unowned let server: Publisher
    // What each frame needs, at hand.
    private unowned let router: any Router
    let groups: GroupTable
    private let connections: Connections
    let journal: Journal
    private(set) var encoder: FrameEncoder
    /// The encoder's, at hand: which regions are sensitive, as clients know it. A change is taken over between two frames.
    private(set) var sensitive: SensitiveRegions
    /// The number of the frame that is being published.
    private(set) var frameNumber: UInt64 = 0
    /// Of a frame of which somebody sees all, by format.
    private let wholeLines = FrameFormat.all.map { _ in FrameLine() }
    /// Gestures, controls and scroll views in progress, whoever knows of them.
    private var actions = ActionState()

    /// - Parameter encoder: of the tree of now.
    init(_ server: Publisher, _ encoder: FrameEncoder) {
        self.server = server
        (router, groups, connections, journal) = (server.router, server.groups, server.connections, server.journal)
        self.encoder = encoder
        sensitive = encoder.sensitive
    }

    /// Gives a frame to everybody who subscribed to anything in it. What is the same for several is encoded once, and verified once for those
    /// of a group who have seen the same before.
    func publish(_ frame: RoutedFrame, panel: String) {
        if sensitive.isEmpty || frame.isHeard(outsideOf: sensitive) { journal.counters.frames += 1 }
        actions.follow(frame, panel: panel) { journal.reportViolation("\($0)", nil) }
        releaseHeld(upTo: frame.time, ofPanel: frame.panel)
        let first = frame.firstTouch
        let linesBefore = journal.counters.lines
        var needsSettling = false
        frameNumber += 1
        for group in groups.all {
            switch group.visible(frame) {
            case .nothing: continue
            case .all: send(frame, first, panel: panel, to: group, through: wholeLines[group.format.number], &needsSettling)
            case .part(let part): send(part, first, panel: panel, to: group, through: group.line, &needsSettling)
            }
        }
        if sensitive.isEmpty || frame.hasOpenPart(sensitive) { journal.openLines += journal.counters.lines - linesBefore }
        // Not while walking the groups: a client that is closed leaves its group.
        if needsSettling { settleThoseBehind() }
    }

    /// Sends what a group sees of a frame to its clients.
    ///
    /// - Parameter first: the earliest touch that the frame is about.
    private func send(
        _ frame: RoutedFrame, _ first: TouchID, panel: String, to group: FilterGroup, through line: FrameLine, _ needsSettling: inout Bool
    ) {
        // Before what they share with others goes on without them.
        if group.clients.count > 1 { for client in group.clients where !client.isInStep(first) { client.leaveStream() } }
        var (isSent, leader) = (false, SharedStream?.none)
        for client in group.clients {
            if !client.isInStep(first) {
                publishOwn(frame, panel: panel, to: client, in: group)
            } else if check(frame, panel: panel, client, &leader) {
                line.make(frame, number: frameNumber, panel: panel, group.format, encoder)
                let seq = line.send(to: client)
                if !group.looksIn { journal.counters.lines += 1 }
                isSent = true
                if group.owner != nil { server.claimants.sent(frame, client, seq) }
            }
            if client.isBehind || client.outbox.isBroken { needsSettling = true }
        }
        // Of each group, also if the line is another's too: how many lines were made says whether groups see all of a frame.
        if isSent && !group.looksIn { journal.counters.encodings += 1 }
    }

    /// Tells those who asked why touches began where they did; before the frame in which they begin.
    func publish(_ explanations: [Explanation], time: Int64, panel: String) {
        for explanation in explanations {
            let line = ServerMessages.trace(explanation, time: time, panel: panel, directory)
            for client in connections.clients where client.takesTraces { tell(client, line) }
        }
        // Who has not subscribed is not settled with any frame.
        for client in connections.clients where client.traces { settle(client) }
    }

    /// For a client that does not see what its group sees, or not yet.
    private func publishOwn(_ frame: RoutedFrame, panel: String, to client: Client, in group: FilterGroup) {
        switch group.visible(frame, panel: panel, to: client) {
        case .nothing: break
        case .all: pass(frame, panel: panel, to: client, in: group)
        case .part(let part): pass(part, panel: panel, to: client, in: group)
        }
    }

    private func pass(_ own: RoutedFrame, panel: String, to client: Client, in group: FilterGroup) {
        if client.pace != nil {
            let offset = router.clockOffset(ofPanel: own.panel)
            if client.pace!.holds(own, panel: panel, offset: offset, keepsSamples: group.format.isCoalesced) { return }
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
        let regions = group.list(directory)
        client.told = client.wantsTreeChanges ? ToldRegions(regions, directory) : nil
        client.outbox.send(
            ServerMessages.snapshot(
                seq: client.nextSeq(), generation: server.generation, panels: router.panelEntries,
                screens: router.screenStates.map { server.status.screen($0, for: client.rights) },
                encoder: encoder, tree: router.tree, texts: server.trees.texts, regions: regions, touches: touches))
    }

    /// The tree has been edited.
    func treeEdited(_ change: TreeChange, _ directory: RegionDirectory) {
        encoder.update(change, directory)
        sensitive = encoder.sensitive
    }

    /// Another tree is in force, with this encoder.
    func treeReloaded(_ new: FrameEncoder) { (encoder, sensitive) = (new, new.sensitive) }

    /// Touches, and what is made of them, that a client may see from now on, but whose begin was not its own, stay hidden from it.
    func noteForeign() {
        let down = router.touchesDown
        for client in connections.clients {
            guard let group = client.group else { continue }
            let touches = down.map(\.touch).filter { group.isVisible($0.asMove, since: client.since) }
            let actions = actions.inProgress.filter { group.isVisible($0.action.head, since: client.since) }
            // Else nothing is foreign, and its stream is as it was.
            if !client.stream.knowsAll || !client.stream.knows(touches: touches, actions: actions) {
                client.stream.setForeign(touches: touches, actions: actions)
            }
        }
    }

    func checkInvariants() {
        #if DEBUG
            actions.checkInvariants()
            let directory = directory
            var groups: [ObjectIdentifier: FilterGroup?] = [:]
            for client in connections.clients {
                let group = groups.updateValue(client.group, forKey: ObjectIdentifier(client.shared)) ?? client.group
                assert(group === client.group, "client \(client.number) shares its stream with a client of another group")
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
