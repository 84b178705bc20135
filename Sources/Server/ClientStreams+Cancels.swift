import TouchCore

/// Nothing that breaks the stream's grammar goes out; and what ends for one client alone.
extension ClientStreams {
    /// Whether a frame that is the client's own may go to it. If not, all it believes to be down is cancelled for it.
    func check(_ frame: RoutedFrame, panel: String, _ client: Client) -> Bool {
        client.leaveStream()
        return check(client) { try client.stream.apply(frame, panel: panel) }
    }

    /// The same for a client in step with its group.
    ///
    /// - Parameter leader: the first stream of the group to which the frame has been applied. From a moment on at which nothing is down, a
    ///   client shares it.
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

    /// Cancels for one client what it knows to be down; it gets nothing more of these touches, nor of any other that has
    /// begun by now.
    func cancelDown(_ client: Client, _ reason: CancelReason) {
        if !client.stream.isEmpty { sendCancels(client.stream.cancel(reason), to: client) }
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
        func isOver(_ touch: RoutedTouch) -> Bool { !group.isVisible(touch.asMove, since: client.since) }
        func isOver(_ action: RoutedAction) -> Bool { !group.isVisible(action.head, since: client.since) }
        let stream = client.shared.state
        if !stream.touches.contains(where: { isOver($0.touch) }) && !stream.actions.inProgress.contains(where: { isOver($0.action) }) { return }
        sendCancels(client.stream.cancel(reason, touches: isOver, actions: isOver), to: client)
    }
}
