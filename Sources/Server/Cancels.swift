import Glibc
import TouchCore

/// Nothing that breaks the stream's grammar goes out; and what ends for one client alone.
extension Publisher {
    /// Whether the events may go to the client. If not, all it believes to be down is cancelled for it.
    func check(_ frame: RoutedFrame, panel: String, _ client: Client) -> Bool {
        do { try client.stream.apply(frame, panel: panel) } catch {
            found("\(error)", client)
            cancelDown(client, .resync)
            return false
        }
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
        sendCancels(client.stream.cancel(reason), to: client)
        client.pace?.removeAll()
        client.since = client.since.map { _ in router.nextID }
    }

    /// - Parameter frames: what the client has to be told so that something is over for it alone.
    func sendCancels(_ frames: [(panel: String, frame: RoutedFrame)], to client: Client) {
        for (panel, frame) in frames { sendOwn(frame, panel: panel, to: client) }
    }
}
