import TouchCore

/// Nothing that breaks the stream's grammar goes out; and what ends for one client alone.
extension ClientStreams {
    /// Whether the events may go to the client. If not, all it believes to be down is cancelled for it.
    func check(_ frame: RoutedFrame, panel: String, _ client: Client) -> Bool {
        do { try client.stream.apply(frame, panel: panel) } catch {
            journal.reportViolation("\(error)", client)
            cancelDown(client, .resync)
            return false
        }
        return true
    }

    /// Cancels for one client what it knows to be down; it gets nothing more of these touches, nor of any other that has
    /// begun by now.
    func cancelDown(_ client: Client, _ reason: CancelReason) {
        sendCancels(client.stream.cancel(reason), to: client)
        client.pace?.removeAll()
        client.since = client.since.map { _ in server.router.nextID }
    }

    /// - Parameter frames: what the client has to be told so that something is over for it alone.
    private func sendCancels(_ frames: [(panel: String, frame: RoutedFrame)], to client: Client) {
        for (panel, frame) in frames { sendOwn(frame, panel: panel, to: client) }
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
