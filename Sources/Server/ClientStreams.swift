import TouchCore
import Wire

/// The streams of frames. Each client gets the part of a frame that it has subscribed to and may see.
final class ClientStreams: ServerPart {
    unowned let server: Publisher
    // Parts that each frame needs, kept here for speed.
    private unowned let router: any Router
    let groups: GroupTable
    private let connections: Connections
    let journal: Journal
    private(set) var encoder: FrameEncoder
    /// The encoder's sensitive regions, kept here for speed. Changes are applied between two frames.
    private(set) var sensitive: SensitiveRegions
    /// The number of the frame being published.
    private(set) var frameNumber: UInt64 = 0
    /// The lines of a frame for groups that see all of it, by format.
    private let wholeLines = FrameFormat.all.map { _ in FrameLine() }
    /// All gestures, controls and scrolls in progress, whether or not a client knows of them.
    private var actions = ActionState()

    /// Starts with an encoder.
    ///
    /// - Parameter encoder: the encoder of the tree in force.
    init(_ server: Publisher, _ encoder: FrameEncoder) {
        self.server = server
        (router, groups, connections, journal) = (server.router, server.groups, server.connections, server.journal)
        self.encoder = encoder
        sensitive = encoder.sensitive
    }

    /// Sends a frame to every client that subscribed to anything in it. Equal lines are encoded once. If clients of a group share a stream state,
    /// each line is verified once for all of them.
    func publish(_ frame: RoutedFrame, panel: String) {
        if sensitive.isEmpty || frame.hasContent(outsideOf: sensitive) { journal.counters.frames += 1 }
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
        if sensitive.isEmpty || frame.hasOpenPart(sensitive) { journal.unredactedLines += journal.counters.lines - linesBefore }
        // Not during the loop over the groups: a closed client leaves its group.
        if needsSettling { updateConnectionsBehind() }
    }

    /// Sends the part of a frame that a group sees to its clients.
    ///
    /// - Parameter first: the earliest touch that the frame is about.
    private func send(
        _ frame: RoutedFrame, _ first: TouchID, panel: String, to group: FilterGroup, through line: FrameLine, _ needsSettling: inout Bool
    ) {
        // These clients get their own stream states before the other clients change the shared one.
        if group.clients.count > 1 { for client in group.clients where !client.isInStep(first) { client.leaveStream() } }
        var (isSent, leader) = (false, SharedStream?.none)
        for client in group.clients {
            if !client.isInStep(first) {
                publishOwn(frame, panel: panel, to: client, in: group)
            } else if check(frame, panel: panel, client, &leader) {
                line.make(frame, number: frameNumber, panel: panel, group.format, encoder)
                let seq = line.send(to: client)
                if !group.seesSensitive { journal.counters.lines += 1 }
                isSent = true
                if group.owner != nil { server.claimants.sent(frame, client, seq) }
            }
            if client.isBehind || client.outbox.isBroken { needsSettling = true }
        }
        // Counted once for each group, even if groups share the line, because the number of encoded lines would reveal whether groups see all of a
        // frame.
        if isSent && !group.seesSensitive { journal.counters.encodings += 1 }
    }

    /// Explains begins of touches to the clients that trace. Call it before publishing the frame with the begins.
    func publish(_ explanations: [Explanation], time: Int64, panel: String) {
        for explanation in explanations {
            let line = ServerMessages.trace(explanation, time: time, panel: panel, directory)
            for client in connections.clients where client.receivesTraces { sendLine(client, line) }
        }
        // Publishing a frame does not always update the connections of clients without a subscription.
        for client in connections.clients where client.traces { updateConnection(client) }
    }

    /// Publishes a frame to a client that sees less of it than its group, or sees it later.
    private func publishOwn(_ frame: RoutedFrame, panel: String, to client: Client, in group: FilterGroup) {
        switch group.visible(frame, panel: panel, to: client) {
        case .nothing: break
        case .all: deliverPaced(frame, panel: panel, to: client, in: group)
        case .part(let part): deliverPaced(part, panel: panel, to: client, in: group)
        }
    }

    private func deliverPaced(_ own: RoutedFrame, panel: String, to client: Client, in group: FilterGroup) {
        if client.pace != nil {
            let offset = router.clockOffset(ofPanel: own.panel)
            if client.pace!.holdIfEarly(own, panel: panel, offset: offset, keepsSamples: group.format.isCoalesced) { return }
            releaseHeld(client)  // earlier frames go first
        }
        deliver(own, panel: panel, to: client)
    }

    /// Sends a frame that is specific to this client, or queues it while the client is behind.
    func deliver(_ frame: RoutedFrame, panel: String, to client: Client) {
        if client.isBehind {
            server.backlog.enqueue(frame, panel: panel, for: client)
        } else if check(frame, panel: panel, client) {
            send(frame, panel: panel, to: client)
        }
    }

    /// Encodes a frame for this client alone and sends it.
    func send(_ frame: RoutedFrame, panel: String, to client: Client, since: Int64 = 0) {
        let seq = sendOwn(frame, panel: panel, to: client, since: since)
        if client.group?.owner != nil { server.claimants.sent(frame, client, seq) }
    }

    @discardableResult
    func sendOwn(_ frame: RoutedFrame, panel: String, to client: Client, since: Int64 = 0) -> UInt64 {
        if client.group?.seesSensitive != true {
            journal.counters.encodings += 1
            journal.counters.lines += 1
        }
        return client.sendOwn(frame, panel: panel, encoder, since: since)
    }

    /// Sends a client the current state.
    func sendSnapshot(_ client: Client) {
        guard let group = client.group else { return }
        client.isListStale = false
        let touches = router.touchesDown.filter { group.isVisible($0.touch.asMove) }
        let regions = group.list(directory)
        client.sentRegions = client.wantsTreeChanges ? SentRegions(regions, directory) : nil
        client.outbox.send(
            ServerMessages.snapshot(
                seq: client.nextSeq(), generation: server.generation, panels: router.panelEntries,
                screens: router.screenStates.map { server.status.screen($0, for: client.rights) }, profiles: router.activeProfiles,
                encoder: encoder, tree: router.tree, texts: server.trees.texts, regions: regions, touches: touches))
    }

    /// Updates the encoder after an edit of the tree.
    func treeEdited(_ change: TreeChange, _ directory: RegionDirectory) {
        encoder.update(change, directory)
        sensitive = encoder.sensitive
    }

    /// Switches to the encoder of a new tree.
    func treeReloaded(_ new: FrameEncoder) { (encoder, sensitive) = (new, new.sensitive) }

    /// Hides touches and actions from clients that may see them now but were not shown their begin.
    func hideForeign() {
        let down = router.touchesDown
        for client in connections.clients {
            guard let group = client.group else { continue }
            let touches = down.map(\.touch).filter { group.isVisible($0.asMove, since: client.since) }
            let actions = actions.inProgress.filter { group.isVisible($0.action.head, since: client.since) }
            // If the client knows everything in progress, nothing is hidden and its stream state stays the same.
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
    /// The touch with the phase `moved`. A client sees a touch that is down if it would see the touch move, whether or not it asked for `axes`.
    var asMove: RoutedTouch {
        var touch = self
        touch.phase = .moved
        return touch
    }
}
