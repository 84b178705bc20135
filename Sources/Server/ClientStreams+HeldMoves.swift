import TouchCore

/// Moves held back because a client has limited its rate of frames (`Pace`).
extension ClientStreams {
    /// Sends a client's held moves that are due at a moment of the monotonic clock; all of them if `moment` is nil.
    func releaseHeld(_ client: Client, upTo moment: Int64? = nil, panel: PanelID? = nil) {
        while let next = client.pace?.release(upTo: moment, panel: panel) { deliver(next.frame, panel: next.panel, to: client) }
    }

    /// Sends all held moves that are due at this event time of a panel. Call it before publishing anything later.
    func releaseHeld(upTo time: Int64, ofPanel panel: PanelID, only: PanelID? = nil) {
        if !groups.isPaced || !clients.contains(where: { $0.pace?.isHolding == true }) { return }
        let moment = time &+ server.router.clockOffset(ofPanel: panel)
        for client in clients where client.pace?.isHolding == true { releaseHeld(client, upTo: moment, panel: only) }
    }

    /// Returns the event time at which the panel's held moves are due; nil if there are none.
    func deadline(ofPanel panel: PanelID) -> Int64? {
        var next: Int64?
        for client in clients {
            if let due = client.pace?.due(ofPanel: panel), due < next ?? .max { next = due }
        }
        return next
    }

    /// Sends the panel's held moves that are due at an event time, as if a frame of that time had come. Returns true if there were any.
    func advance(panel: PanelID, to time: Int64) -> Bool {
        guard let next = deadline(ofPanel: panel), next <= time else { return false }
        releaseHeld(upTo: time, ofPanel: panel, only: panel)
        updateConnectionsBehind()
        return true
    }
}
