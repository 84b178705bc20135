import Glibc
import TouchCore

/// Nothing that breaks the stream's grammar goes out; and what ends for one client alone.
extension Publisher {
    /// Whether the events may go to the client. If not, all it believes to be down is cancelled for it.
    func check(_ frame: RoutedFrame, panel: String, _ client: Client) -> Bool {
        do { try client.verifier.check(frame, panel: panel) } catch {
            found("\(error)", client)
            cancelDown(client, .resync)
            return false
        }
        client.hear(frame)
        for event in frame.events { client.note(event, frame, panel: panel) }
        return true
    }

    /// The stream for a client is broken, or, with nil, what all of them are made of: a bug of the daemon's.
    func found(_ violation: String, _ client: Client?) {
        counters.violations += 1
        let whose = client.map { "the stream for \($0.label)" } ?? "what gestures, controls and scroll views say"
        reportBug("\(whose) is broken: \(violation)", client)
        if stopsAtViolation { abort() }
    }

    /// Cancels for one client what it knows to be down; it gets nothing more of these touches, nor of any other that has
    /// begun by now.
    func cancelDown(_ client: Client, _ reason: CancelReason) {
        cancel(client, client.down, client.verifier.actions.inProgress, reason)
        client.down.removeAll(keepingCapacity: true)
        client.pace?.removeAll()
        client.verifier.forgetDown()
        client.since = client.since.map { _ in router.nextID }
    }

    /// Sends the cancels, with the time of what the client heard last of that panel: a time of its own it can place.
    func cancel(
        _ client: Client, _ downs: [Client.Down], _ inProgress: [ActionVerifier.InProgress], _ reason: CancelReason
    ) {
        for panel in Set(downs.map(\.panel) + inProgress.map(\.panel)).sorted() {
            let those = downs.filter { $0.panel == panel }
            let ofPanel = inProgress.filter { $0.panel == panel }
            // Not before what the client has heard last of that panel.
            let times = those.map { max($0.time, client.heard(ofPanel: $0.number)) }
                + ofPanel.map { max($0.time, client.heard(ofPanel: $0.number)) }
            let time = times.max()!
            let actions = ofPanel.map { $0.action.cancelled(at: time) }
            let cancels = those.map { down in
                var touch = down.touch
                touch.timestamp = time
                touch.phase = .cancelled
                touch.reason = reason
                return touch
            }
            sendOwn(RoutedFrame(time: time, events: cancels, actions: actions), panel: panel, to: client)
        }
    }
}
