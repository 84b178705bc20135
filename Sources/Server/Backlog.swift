import Logging
import TouchCore
import Wire

/// Clients that read more slowly than frames arrive. Each step affects only the slow client: its moves are merged, then its touches are cancelled,
/// then its connection is closed (contract 5).
final class Backlog: ServerPart {
    unowned let server: Publisher
    private var timer: EventLoop.Timer!
    private(set) var isTimerSet = false
    /// The highest counts so far for a single client.
    private var most = QueueCounts()

    init(_ server: Publisher) {
        self.server = server
        timer = loop.timer { [unowned self] in check() }
    }

    /// Queues a frame.
    func enqueue(_ frame: RoutedFrame, panel: String, for client: Client) {
        let now = loop.now()
        client.queue.append(frame, panel: panel, now: now, keepsSamples: client.group?.format.isCoalesced == true)
        if client.isLagging { client.queue.removeAll() }
        checkLag(client, now: now)
    }

    /// Encodes and sends waiting frames, as far as the kernel takes them.
    ///
    /// - Parameter everything: whether to encode all of them even if the kernel takes no more, because another line follows.
    func drain(_ client: Client, everything: Bool = false) {
        if everything { server.streams.releaseHeld(client) }
        client.outbox.flush()
        while !client.outbox.isBroken, client.outbox.isEmpty || everything {
            if client.isLagging {
                resync(client)
            } else if !client.queue.isEmpty {
                let next = client.queue.removeFirst()
                if server.streams.check(next.frame, panel: next.panel, client) {
                    server.streams.send(next.frame, panel: next.panel, to: client, since: next.since)
                }
            } else {
                break
            }
        }
        if client.outbox.isEmpty || everything { sendWaitingExplore(client) }
    }

    private func sendWaitingExplore(_ client: Client) {
        if let line = client.waitingExplore.take() { client.outbox.send(line) }
    }

    /// Sends a line other than a frame, after everything that waits for the client.
    func sendLine(_ client: Client, _ line: [UInt8]) {
        drain(client, everything: true)
        client.outbox.send(line)
    }

    /// Marks a client as lagging if it is too far behind. Its queue is dropped, and it gets no frames until it has read everything sent.
    private func checkLag(_ client: Client, now: Int64) {
        guard !client.isLagging, let since = client.behindSince else { return }
        if !client.hasSeenSensitive { most.record(lag: now - since) }
        if now - since < Limit.lag && client.queue.frames.count < Limit.waitingFrames { return }
        markLagging(client)
        logLimited(
            .clientBehind, client,
            "\(client.label) is \((now - since) / 1000) ms behind; cancelled its \(client.stream.touches.count) touches and their gestures"
        )
    }

    /// Replaces the dropped frames: cancels the touches that the client knew and sends it a snapshot.
    private func resync(_ client: Client) {
        cancelLagged(client)
        server.streams.sendSnapshot(client)
    }

    /// Marks a client as lagging, because lines it does not read would pile up. It gets a snapshot when it reads again.
    func markLagging(_ client: Client) {
        if !client.isLagging {
            client.lagged += 1
            journal.counters.lagged += 1
        }
        client.isLagging = true
        client.queue.removeAll()
        client.waitingExplore = nil
        server.questions.closeUnanswerableLater()
    }

    /// Cancels the touches and actions that a lagging client knows.
    func cancelKnown(_ client: Client) {
        client.unreportedCancels += client.stream.touches.map(\.touch.id)
        server.streams.cancelDown(client, .lagged)
    }

    private func cancelLagged(_ client: Client) {
        client.isLagging = false
        cancelKnown(client)
        client.outbox.send(
            ServerMessages.lagged(seq: client.nextSeq(), merged: client.queue.merged, cancelled: client.unreportedCancels))
        client.unreportedCancels = []
        client.mergedBefore = client.merged
        client.queue.merged = 0
    }

    /// The current counts of waiting bytes and frames, and the highest so far. Clients that see into a sensitive region are left out, because their
    /// counts would reveal activity there.
    var counts: QueueCounts {
        let now = loop.now()
        var counts = most
        for client in clients where client.isBehind && !client.hasSeenSensitive {
            counts.behind += 1
            counts.bytes += client.outbox.count
            counts.frames += client.queue.frames.count
            if let since = client.behindSince { counts.lag = max(counts.lag, now - since) }
        }
        return counts
    }

    /// Records how much waits for a client that is behind, and starts the timer that checks such clients.
    func watch(_ client: Client) {
        if !client.hasSeenSensitive { most.record(bytes: client.outbox.count, frames: client.queue.frames.count) }
        if isTimerSet { return }
        timer.set(after: 100_000, every: 100_000)
        isTimerSet = true
    }

    func check() {
        let now = loop.now()
        for client in clients where client.isBehind {
            checkLag(client, now: now)
            guard now - client.outbox.lastProgress >= Limit.stall else { continue }
            journal.counters.slow += 1
            let number = journal.counters.slow
            logLimited(
                .clientSlow, client,
                "\(client.label) read nothing for \(Limit.stall / 1_000_000) s; connection closed (slow clients so far: \(number))"
            )
            client.outbox.close(saying: ServerMessages.bye(.slow, "the client read nothing for \(Limit.stall / 1_000_000) s"))
            client.closeSoon()
        }
        for client in clients { updateConnection(client) }
        if !clients.contains(where: \.isBehind) {
            timer.clear()
            isTimerSet = false
        }
    }
}
