import TouchCore

/// Checks that each client's stream keeps its grammar, and cancels touches and actions for a single client.
extension ClientStreams {
    /// Applies a frame to the client's own stream state. If the frame breaks the grammar, cancels all the client's touches and returns false.
    func check(_ frame: RoutedFrame, panel: String, _ client: Client) -> Bool {
        client.leaveStream()
        return check(client) { try client.stream.apply(frame, panel: panel) }
    }

    /// Applies a frame to the stream state of a client in step with its group, like the other `check`.
    ///
    /// - Parameter leader: the stream state to which the frame was applied first in this group; nil if there is none yet. The client switches to this
    ///   state if nothing was in progress before the frame, neither in this state nor for the client.
    func check(_ frame: RoutedFrame, panel: String, _ client: Client, _ leader: inout SharedStream?) -> Bool {
        if let leader, client.shared.mayBecome(leader) { client.join(leader) }
        guard check(client, { try client.shared.apply(frame, number: frameNumber, panel: panel) }) else { return false }
        if leader == nil { leader = client.shared }
        return true
    }

    private func check(_ client: Client, _ apply: () throws -> Void) -> Bool {
        do { try apply() } catch {
            journal.reportViolation("\(error)", client)
            cancelDown(client, .resync)
            return false
        }
        return true
    }

    /// Cancels everything in progress for one client. After that, the client gets no events of these touches or of any other touch that has already
    /// begun.
    func cancelDown(_ client: Client, _ reason: CancelReason) {
        if !client.stream.isEmpty { sendCancels(client.stream.cancel(reason), to: client) }
        client.pace?.removeAll()
        client.since = client.since.map { _ in server.router.nextID }
    }

    /// Sends cancels to one client only.
    ///
    /// - Parameter frames: the cancels, by panel.
    private func sendCancels(_ frames: [(panel: String, frame: RoutedFrame)], to client: Client) {
        for (panel, frame) in frames { sendOwn(frame, panel: panel, to: client) }
    }

    /// Cancels the touches and actions that a client no longer sees: a region may have another path or owner, or the client may have given up a
    /// subscription.
    func cancelUnseen(_ client: Client, _ reason: CancelReason) {
        guard let group = client.group else {
            if !client.stream.isEmpty { cancelDown(client, reason) }
            return
        }
        func isOver(_ touch: RoutedTouch) -> Bool { !group.isVisible(touch.asMove, since: client.since) }
        func isOver(_ action: RoutedAction) -> Bool { !group.isVisible(action.head, since: client.since) }
        let stream = client.shared.state
        if !stream.touches.contains(where: { isOver($0.touch) }) && !stream.actions.inProgress.contains(where: { isOver($0.action) }) { return }
        sendCancels(client.stream.cancel(reason, touches: isOver, actions: isOver), to: client)
    }
}
