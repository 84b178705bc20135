import Logging
import TouchCore
import Wire

/// Clients that do not take what they get as fast as it comes. Each step costs only the client itself: its moves are
/// merged, its touches are cancelled, its connection is closed (contract 5).
final class Backlog: ServerPart {
    unowned let server: Publisher
    private var timer: EventLoop.Timer!
    private(set) var isTimerSet = false
    /// Of what has waited for one client, the most.
    private var most = QueueCounts()

    init(_ server: Publisher) {
        self.server = server
        timer = loop.timer { [unowned self] in check() }
    }

    /// Keeps a frame for later.
    func keep(_ frame: RoutedFrame, panel: String, for client: Client) {
        let now = loop.now()
        client.queue.append(frame, panel: panel, now: now, keepsSamples: client.group?.format.isCoalesced == true)
        if client.isLagging { client.queue.removeAll() }
        checkLag(client, now: now)
    }

    /// What waits turns into lines, as far as the kernel takes them.
    ///
    /// - Parameter everything: even if it does not take them, because something else is to follow.
    func drain(_ client: Client, everything: Bool = false) {
        if everything { server.streams.releaseHeld(client) }
        client.outbox.flush()
        while !client.outbox.isBroken, client.outbox.isEmpty || everything {
            if client.isLagging {
                beginAnew(client)
            } else if !client.queue.isEmpty {
                let next = client.queue.removeFirst()
                if server.streams.check(next.frame, panel: next.panel, client) {
                    server.streams.send(next.frame, panel: next.panel, to: client, since: next.since)
                }
            } else {
                break
            }
        }
    }

    /// Says something that is no frame, in its place: what came before is said before.
    func tell(_ client: Client, _ line: [UInt8]) {
        drain(client, everything: true)
        client.outbox.send(line)
    }

    /// Too far behind: what waits is given up, and nothing is kept any more until the client has taken what is on its way.
    private func checkLag(_ client: Client, now: Int64) {
        guard !client.isLagging, let since = client.behindSince else { return }
        if !client.hasLookedIn { most.note(lag: now - since) }
        if now - since < Limit.lag && client.queue.frames.count < Limit.waitingFrames { return }
        beginAnewLater(client)
        complain(
            .clientBehind, client,
            "\(client.label) is \((now - since) / 1000) ms behind: its \(client.stream.touches.count) touches are cancelled for it, and what goes on with them"
        )
    }

    /// In place of all that was given up: the touches it knew are cancelled, and here is how things stand.
    private func beginAnew(_ client: Client) {
        cancelLagged(client)
        server.streams.sendSnapshot(client)
    }

    /// Lines that it has not taken would pile up: it gets a snapshot instead, when it reads again.
    func beginAnewLater(_ client: Client) {
        if !client.isLagging {
            client.lagged += 1
            journal.counters.lagged += 1
        }
        client.isLagging = true
        client.queue.removeAll()
        server.questions.settleLater()
    }

    /// Cancels what a client that lags knows to be down.
    func cancelKnown(_ client: Client) {
        client.cancelledUntold += client.stream.touches.map(\.touch.id)
        server.streams.cancelDown(client, .lagged)
    }

    private func cancelLagged(_ client: Client) {
        client.isLagging = false
        cancelKnown(client)
        client.outbox.send(
            ServerMessages.lagged(seq: client.nextSeq(), merged: client.queue.merged, cancelled: client.cancelledUntold))
        client.cancelledUntold = []
        client.mergedBefore = client.merged
        client.queue.merged = 0
    }

    /// What waits now, and the most that has. How much waits for who sees into a sensitive region says what goes on there, so it is left out.
    var counts: QueueCounts {
        let now = loop.now()
        var counts = most
        for client in clients where client.isBehind && !client.hasLookedIn {
            counts.behind += 1
            counts.bytes += client.outbox.count
            counts.frames += client.queue.frames.count
            if let since = client.behindSince { counts.lag = max(counts.lag, now - since) }
        }
        return counts
    }

    /// A client is behind: from now on it is looked who is for how long.
    func watch(_ client: Client) {
        if !client.hasLookedIn { most.note(bytes: client.outbox.count, frames: client.queue.frames.count) }
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
            complain(.clientSlow, client, "\(client.label) took no byte for \(Limit.stall / 1_000_000) s and is closed, number \(number) of its kind")
            client.outbox.close(saying: ServerMessages.bye(.slow, "no byte taken for \(Limit.stall / 1_000_000) s"))
            client.isDoomed = true
        }
        for client in clients { settle(client) }
        if !clients.contains(where: \.isBehind) {
            timer.clear()
            isTimerSet = false
        }
    }
}
