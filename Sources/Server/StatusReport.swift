import Glibc
import TouchCore
import Wire

/// The daemon's reports on itself and on its clients.
final class StatusReport: ServerPart {
    unowned let server: Publisher

    init(_ server: Publisher) { self.server = server }

    // MARK: Requests

    func sendDevices(_ client: Client, _ id: JSONValue?) {
        sendLine(client, ServerMessages.devices(id, devices(for: client), screens: directory.screens))
    }

    func sendStatus(_ client: Client, _ id: JSONValue?) { sendLine(client, ServerMessages.status(id, daemon(for: client))) }

    /// - Throws: `notAllowed`, if the client may not reset the counts.
    func sendStatistics(_ client: Client, _ resets: Bool, _ hours: Bool, _ sinceStart: Bool, _ id: JSONValue?) throws(RequestError) {
        if resets { try client.rights.checkReset(ofCountsBy: client, id) }
        runLater(client, id) { [unowned self] () throws(RequestError) in
            sendLine(client, ServerMessages.stats(id, router.statistics(resets: resets), hours: hours, sinceStart: sinceStart))
        }
    }

    func sendClients(_ client: Client, _ id: JSONValue?) {
        runLater(client, id) { [unowned self] () throws(RequestError) in
            sendLine(client, ServerMessages.clients(id, time: loop.now(), clients(askedBy: client)))
        }
    }

    // MARK: Reports

    func daemon(for client: Client) -> DaemonStatus {
        let devices = router.deviceEntries
        var counters = journal.counters
        counters.merged += clients.reduce(0) { $0 + $1.visibleMerged }
        var configuration = router.configurationEntry
        configuration.trial = router.trials.entry
        let mayHear = observesAllSensitive(client.rights)
        var status = DaemonStatus(
            epoch: server.epoch, process: getpid(), time: loop.now(), startedAt: server.startedAt, generation: server.generation,
            configuration: configuration, panels: devices.filter { $0.panel != nil },
            screens: router.screenStates.map { screen($0, for: client.rights) }, unused: devices.count { $0.panel == nil }, clients: clients.count,
            mostClients: Limit.clients,
            touches: router.nextID.rawValue - TouchID.first.rawValue, counters: counters,
            countsFrames: client.rights.isTrusted || mayHear || client.rights.builtIn.contains(.status))
        status.down = router.touchesOnGlass
        status.queues = server.backlog.counts
        status.latency = journal.latency
        status.injecting = server.injections.sessions
        status.configuredPanels = router.configuredPanels
        status.rights = Right.allCases.filter(client.rights.has)
        return status
    }

    /// Returns the devices. Their health reveals when somebody touches a panel, so only clients that have the right `status` or may observe all
    /// sensitive regions get it.
    func devices(for client: Client) -> [DeviceEntry] {
        let entries = router.deviceEntries + router.otherDeviceEntries
        if client.rights.has(.status) || observesAllSensitive(client.rights) { return entries }
        return entries.map { entry in
            var entry = entry
            entry.health = []
            return entry
        }
    }

    /// Returns the state of a screen for a client with these rights. The time of the last touch would reveal the rhythm of typing in a sensitive
    /// region. A client that may not observe all sensitive regions gets the time of the last touch outside them if it has the right `status`,
    /// otherwise no time.
    func screen(_ state: ScreenState, for rights: Rights) -> ScreenState {
        if state.lastTouch == nil || observesAllSensitive(rights) { return state }
        var state = state
        state.lastTouch = rights.has(.status) ? state.lastOpenTouch : nil
        return state
    }

    private func observesAllSensitive(_ rights: Rights) -> Bool {
        guard directory.hasSensitive, let places = rights.patterns(.observe).map({ globSets[$0].matches }) else { return true }
        return directory.sensitive.allSatisfy { directory[$0].sensitiveRoot != $0 || $0.slot < places.count && places[$0.slot] }
    }

    /// Returns the clients in the order of connecting.
    func clients(askedBy asker: Client) -> [ClientEntry] {
        let now = loop.now()
        return clients.map { client in
            var entry = client.entry
            entry.isSelf = client === asker
            server.claimants.describe(client, in: &entry)
            if let since = client.behindSince { entry.traffic.lag = max(now - since, 0) }
            if !entry.isSelf, let before = client.trafficBeforeSensitive { (entry.traffic, entry.isSensitive) = (before, true) }
            return entry
        }
    }
}

extension Client {
    /// The parts of the entry that the client itself knows.
    fileprivate var entry: ClientEntry {
        var entry = ClientEntry(number: number, process: peer.pid, program: program, user: peer.user, name: name, connectedAt: connectedAt)
        entry.subscriptions = Array(zip(subscriptions, group?.subscriptions ?? []))
        entry.token = token
        entry.isAdmin = rights.isAdmin
        entry.traffic = traffic
        entry.lagged = lagged
        entry.badLines = badLines
        entry.refusedRequests = refusedRequests
        entry.traces = traces
        entry.injected = injected
        return entry
    }

    private var traffic: ClientEntry.Traffic {
        var traffic = ClientEntry.Traffic()
        traffic.queuedBytes = outbox.count
        traffic.queuedFrames = queue.frames.count
        traffic.merged = merged
        traffic.seq = lastSeq
        traffic.sentBytes = outbox.sentBytes
        return traffic
    }

    /// Freezes the traffic counts that others may see, because the client sees into a sensitive region from now on.
    func freezeTraffic() {
        if hasSeenSensitive { return }
        trafficBeforeSensitive = ClientEntry.Traffic()
        (trafficBeforeSensitive!.merged, trafficBeforeSensitive!.seq, trafficBeforeSensitive!.sentBytes) = (merged, lastSeq, outbox.sentBytes)
    }
}
