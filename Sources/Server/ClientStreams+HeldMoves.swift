import TouchCore

/// Moves that wait because a client has asked for no more than so many a second (`Pace`).
extension ClientStreams {
    /// Sends the held moves of a client that are due at a moment of the monotonic clock; all of them without a moment.
    func releaseHeld(_ client: Client, upTo moment: Int64? = nil, panel: PanelID? = nil) {
        while let next = client.pace?.release(upTo: moment, panel: panel) { deliver(next.frame, panel: next.panel, to: client) }
    }

    /// Before anything that is later than this event time of a panel.
    func releaseHeld(upTo time: Int64, ofPanel panel: PanelID, only: PanelID? = nil) {
        if !groups.isPaced || !clients.contains(where: { $0.pace?.isHolding == true }) { return }
        let moment = time &+ server.router.clockOffset(ofPanel: panel)
        for client in clients where client.pace?.isHolding == true { releaseHeld(client, upTo: moment, panel: only) }
    }

    /// Event time at which the held moves of a panel are due; nil if there are none.
    func deadline(ofPanel panel: PanelID) -> Int64? {
        var next: Int64?
        for client in clients {
            if let due = client.pace?.due(ofPanel: panel), due < next ?? .max { next = due }
        }
        return next
    }

    /// Sends what was held back of a panel up to an event time, as though a frame of that time had come. Returns whether there
    /// was anything.
    func advance(panel: PanelID, to time: Int64) -> Bool {
        guard let next = deadline(ofPanel: panel), next <= time else { return false }
        releaseHeld(upTo: time, ofPanel: panel, only: panel)
        settleThoseBehind()
        return true
    }
}
