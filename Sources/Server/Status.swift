import Glibc
import TouchCore
import Wire

/// What the daemon says of itself and of its clients.
extension Publisher {
    var status: DaemonStatus {
        let devices = router.deviceEntries
        var counters = counters
        counters.merged += clients.reduce(0) { $0 + $1.merged }
        return DaemonStatus(
            epoch: epoch, process: getpid(), time: loop.now(), startedAt: startedAt, generation: generation,
            configuration: router.configurationEntry, panels: devices.filter { $0.panel != nil },
            unused: devices.count { $0.panel == nil }, clients: clients.count, mostClients: Limit.clients,
            touches: router.nextID.rawValue - TouchID.first.rawValue, counters: counters)
    }

    /// Clients in the order in which they came.
    func clientEntries(askedBy asker: Client) -> [ClientEntry] {
        let now = loop.now()
        return clients.map { client in
            var entry = client.entry
            entry.claims = claims.filter { $0.value.client === client }.keys.sorted()
            if let since = client.behindSince { entry.lag = max(now - since, 0) }
            entry.isSelf = client === asker
            return entry
        }
    }
}

extension Client {
    /// What it knows of itself.
    fileprivate var entry: ClientEntry {
        var entry = ClientEntry(process: peer.pid, program: program, user: peer.user, name: name, connectedAt: connectedAt)
        entry.subscriptions = Array(zip(subscriptions, group?.subscriptions ?? []))
        entry.isAdmin = rights.isAdmin
        entry.ackWithin = ackWithin
        entry.lastAck = lastAck
        entry.unacknowledged = unacknowledged.count
        entry.queuedBytes = outbox.count
        entry.queuedFrames = queue.frames.count
        entry.merged = merged
        entry.lagged = lagged
        entry.badLines = badLines
        entry.seq = lastSeq
        entry.sentBytes = outbox.sentBytes
        entry.traces = traces
        entry.injected = injected
        return entry
    }
}
