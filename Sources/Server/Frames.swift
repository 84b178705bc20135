import TouchCore
import Wire

/// Each client gets of a frame what it has subscribed to and may see.
extension Publisher {
    /// Gives a frame to everybody who subscribed to anything in it. Encodes once for each set of subscriptions.
    public func publish(_ frame: RoutedFrame, panel: String) {
        if !frame.isEmpty { send(frame, panel: panel) }
        if !frame.questions.isEmpty || !frame.settled.isEmpty { ask(frame, panel: panel) }
    }

    private func send(_ frame: RoutedFrame, panel: String) {
        if sensitive.isEmpty || frame.isHeard(outsideOf: sensitive) { counters.frames += 1 }
        var firstID = TouchID(.max)
        for event in frame.events where event.id < firstID { firstID = event.id }
        for action in frame.actions where action.first < firstID { firstID = action.first }
        for touch in frame.veils where touch.id < firstID { firstID = touch.id }
        for action in frame.actions {
            do { try actions.apply(action, panel: panel, number: frame.panel, time: frame.time) } catch { found("\(error)", nil) }
        }
        var needsSettling = false
        releaseHeld(upTo: frame.time, ofPanel: frame.panel)
        for group in groups.all {
            group.isEncoded = false
            let visible = group.visible(frame)
            if visible.isEmpty { continue }
            for client in group.clients {
                if client.isBehind || firstID < client.latestCut || !client.stream.knowsAll || client.pace != nil {
                    publishOwn(visible, panel: panel, to: client, in: group)
                } else if check(visible, panel: panel, client) {
                    if !group.isEncoded {
                        encoder.body(visible, panel: panel, coalesced: group.coalesces, into: &group.line)
                        if !group.looksIn { counters.encodings += 1 }
                    }
                    group.isEncoded = true
                    let seq = client.sendFrame(&group.line)
                    if !group.looksIn { counters.lines += 1 }
                    if group.owner != nil { awaitAcknowledgement(of: visible, client, seq) }
                }
                if client.isBehind || client.outbox.isBroken { needsSettling = true }
            }
        }
        // Not while walking the groups: a client that is closed leaves its group.
        if needsSettling { for client in clients where client.isBehind || client.outbox.isBroken { settle(client) } }
    }

    /// Tells those who asked why touches began where they did; before the frame in which they begin.
    public func publish(_ explanations: [Explanation], time: Int64, panel: String) {
        if explanations.isEmpty { return }
        for explanation in explanations {
            let line = ServerMessages.trace(explanation, time: time, panel: panel, directory)
            for client in clients where client.traces && client.outbox.count < Limit.answers {
                drain(client, everything: true)
                client.outbox.send(line)
            }
        }
        // Who has not subscribed is not settled with any frame.
        for client in clients where client.traces { settle(client) }
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
            keep(frame, panel: panel, for: client)
        } else if check(frame, panel: panel, client) {
            send(frame, panel: panel, to: client)
        }
    }

    /// Sends a frame that only this client sees so.
    func send(_ frame: RoutedFrame, panel: String, to client: Client, since: Int64 = 0) {
        let seq = sendOwn(frame, panel: panel, to: client, since: since)
        if client.group?.owner != nil { awaitAcknowledgement(of: frame, client, seq) }
    }

    @discardableResult
    func sendOwn(_ frame: RoutedFrame, panel: String, to client: Client, since: Int64 = 0) -> UInt64 {
        if client.group?.looksIn != true {
            counters.encodings += 1
            counters.lines += 1
        }
        return client.sendOwn(frame, panel: panel, encoder, since: since)
    }

    private func awaitAcknowledgement(of frame: RoutedFrame, _ client: Client, _ seq: UInt64) {
        if acks.within(client.number) == nil { return }
        let (claims, directory) = (claims, directory)
        func isClaimed(_ receiver: RegionID) -> Bool { claims.isOwner(client.number, of: directory[receiver].id) }
        if frame.events.contains(where: { $0.receiver.map(isClaimed) == true }) {
            acks.sent(seq, to: client.number)
        }
    }
}
