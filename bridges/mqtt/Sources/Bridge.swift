import Glibc
import JSON
import Logging
import Sockets

/// Asks touchd once a second for the kiosk's state, publishes the changes, and passes on commands.
final class Bridge {
    private static let pollInterval: Int64 = 1_000_000
    /// The delay of the next poll after a line that reports a change, in µs.
    private static let pollSoon: Int64 = 50_000
    /// The interval at which counters of panels are published. Publishing them with each touch would be too often. They are also published when a
    /// panel comes or goes.
    private static let healthInterval: Int64 = 60_000_000
    /// The µs over which kiosks spread their announcements, because all of them hear at once that Home Assistant has started.
    private static let announceSpread: Int64 = 5_000_000

    private let settings: BridgeSettings
    private let topics: Topics
    private let homeAssistant: HomeAssistant?
    private let broker: Broker
    private var link: TouchdLink!
    private var outgoing: Outgoing
    private var desk: CommandDesk
    private var clock = WallClock()
    private var alarms: Alarms
    private var counts = RegionCountsByMinute()
    private var paces: [String: TouchPace] = [:]
    private var report: KioskReport?
    private var missing: MissingRights
    private var health: (panels: [String], at: Int64)?
    private var pollAt: Int64 = 0
    private var isPolling = false
    private var countAt: Int64 = 0
    private var announceAt = Int64.max
    /// The reason in the last line about a missing connection to the broker; nil if there is a connection.
    private var loggedReason: String?

    init(_ settings: BridgeSettings) {
        self.settings = settings
        topics = Topics(prefix: settings.prefix, kiosk: settings.kiosk)
        homeAssistant = settings.homeAssistant.map {
            HomeAssistant(
                prefix: $0, kiosk: settings.kiosk, topics: Topics(prefix: settings.prefix, kiosk: settings.kiosk), commands: settings.commands)
        }
        let will = Broker.Publication(topic: topics.availability, payload: Array("offline".utf8), isRetained: true)
        let subscriptions = (settings.commands.isEmpty ? [] : [topics.commands]) + (homeAssistant.map { [$0.birthTopic] } ?? [])
        broker = Broker(settings, will: will, subscriptions: subscriptions)
        outgoing = Outgoing(last: topics.availability)
        desk = CommandDesk(settings, topics)
        alarms = Alarms(settings.thresholds)
        missing = MissingRights(settings.commands, user: Self.user)
        outgoing.set(topics.availability, Array("online".utf8))
        link = TouchdLink(
            settings.socket, noticed: { [unowned self] in pollAt = min(pollAt, MonotonicClock.now + Self.pollSoon) },
            gestured: { [unowned self] screen, id in outgoing.add(gesture(id, screen)) })
    }

    /// The name of the user that the bridge runs as.
    private static var user: String { getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())" }

    // MARK: The loop

    private static let stop = WakePipe()

    /// Runs the loop. Returns when the program must exit.
    func run() {
        signal(SIGPIPE, SIG_IGN)
        for number in [SIGTERM, SIGINT] { signal(number) { _ in Bridge.stop.signal() } }
        let thread = broker.start()
        notify("READY=1")
        Log.write(.kioskStarts, "kiosk \(settings.kiosk), broker \(settings.broker)", .peer(settings.broker))
        if let warning = settings.warning { Log.write(.commandsWithoutTLS, warning, .peer(settings.broker)) }
        clock.update()
        while true {
            let now = MonotonicClock.now
            tick(now)
            var polled = [
                pollfd(fd: Self.stop.fd, events: Int16(POLLIN), revents: 0), pollfd(fd: broker.eventPipe.fd, events: Int16(POLLIN), revents: 0),
                pollfd(fd: link.fd, events: Int16(link.events), revents: 0),
            ]
            let wait = max(0, min(deadline - now, 5_000_000))
            Glibc.poll(&polled, 3, Int32((wait + 999) / 1000))
            // The machine may have slept meanwhile.
            clock.update()
            if polled[0].revents != 0 { break }
            if polled[1].revents != 0 { for event in broker.takeEvents() { handle(event) } }
            if polled[2].revents != 0 { link.transfer(MonotonicClock.now) }
            Log.writeLeftOut()
            notify("WATCHDOG=1")
        }
        notify("STOPPING=1")
        broker.stop()
        pthread_join(thread, nil)
        Log.finish()
    }

    private var deadline: Int64 { min(link.deadline, isPolling ? .max : pollAt, announceAt) }

    private func notify(_ state: String) {
        if let path = getenv("NOTIFY_SOCKET") { Datagram.send(state, to: String(cString: path)) }
    }

    private func tick(_ now: Int64) {
        link.tick(now)
        if pollAt <= now, !isPolling { poll(now) }
        if announceAt <= now { announce() }
        broker.publish(outgoing.removeNext())
    }

    // MARK: touchd

    private func poll(_ now: Int64) {
        pollAt = now + Self.pollInterval
        guard link.isConnected else { return handleUnreachable(isRefused: false) }
        isPolling = true
        link.request(["type": "status"]) { [unowned self] reply in
            isPolling = false
            guard let reply else { return handleUnreachable(isRefused: false) }
            guard let report = KioskReport(reply, clock) else { return handleUnreachable(isRefused: true) }
            let isAnother = self.report?.epoch != report.epoch
            publishReport(report)
            // After a restart of touchd, count at once: only touches counted from then on can be reported.
            if isAnother || countAt <= now { count(epoch: report.epoch, now) }
        }
    }

    private func count(epoch: String, _ now: Int64) {
        countAt = now + Int64(settings.countsEvery) * 1_000_000
        link.request(["type": "stats"]) { [unowned self] reply in
            guard let reply else { return }
            let end = WallClock.text(wall: WallClock.now)
            if let payload = counts.payload(reply, epoch: epoch, at: MonotonicClock.now, end: end) { publish(topics.counts, payload) }
        }
    }

    private func publishReport(_ new: KioskReport) {
        let now = MonotonicClock.now
        publish(topics.status, .object(new.status))
        for screen in new.screens where paces[screen.id, default: TouchPace()].admits(screen, at: now) {
            publish(topics.screen(screen.id), screen.payload)
        }
        let screens = new.screens.map(\.id)
        for gone in paces.keys where !screens.contains(gone) {
            paces[gone] = nil
            outgoing.set(topics.screen(gone), [])
        }
        let panels = new.panels.map(\.id)
        if health.map({ $0.panels != panels || now - $0.at >= Self.healthInterval }) ?? true {
            health = (panels, now)
            publish(topics.health, ["panels": .array(new.panels.map(\.payload))])
        }
        alarms.update(new, at: now, clock)
        publish(topics.alarm, alarms.payload)
        if let line = missing.warning(new.rights) { Log.write(.rightsMissing, line) }
        let isNew = report.map { $0.screens.map(\.id) != screens || $0.status["version"] != new.status["version"] } ?? true
        report = new
        if isNew { announce() }
    }

    /// Handles a touchd that is away or refuses to answer. The last state of screens and panels stays published; `status` says that it is out of
    /// date.
    private func handleUnreachable(isRefused: Bool) {
        let now = MonotonicClock.now
        alarms.updateUnreachable(isRefused: isRefused, at: now, clock)
        publish(topics.alarm, alarms.payload)
        guard alarms.isStateOutdated else { return }
        let last = report?.status["version"] ?? .null
        publish(
            topics.status, ["touchd": isRefused ? "notAllowed" : "down", "version": last, "bridge": .string(Options.version)])
    }

    // MARK: The broker

    private func publish(_ topic: String, _ payload: JSONValue) {
        var bytes: [UInt8] = []
        payload.write(into: &bytes)
        outgoing.set(topic, bytes)
    }

    /// Returns the message for a gesture of the kiosk. It is an event, not a state: a broker that keeps it would repeat it to each subscriber.
    private func gesture(_ id: String, _ screen: String) -> Broker.Publication {
        var bytes: [UInt8] = []
        JSONValue.object(["screen": .string(screen), "at": .string(WallClock.text(wall: WallClock.now))]).write(into: &bytes)
        return Broker.Publication(topic: topics.gesture(id), payload: bytes, isRetained: false)
    }

    private func announce() {
        announceAt = .max
        guard let homeAssistant, let report else { return }
        publish(homeAssistant.topic, homeAssistant.payload(version: report.status["version"]?.string ?? "", screens: report.screens.map(\.id)))
        outgoing.republish(homeAssistant.topic)
    }

    private func handle(_ event: Broker.Event) {
        switch event {
        case .connected:
            loggedReason = nil
            Log.write(.brokerConnected, "connected to the broker \(settings.broker)", .peer(settings.broker))
            outgoing.connected()
        case .disconnected(let why):
            outgoing.disconnected()
            // A broker may be away for months.
            if why == loggedReason { return }
            loggedReason = why
            let text = "no connection to the broker \(settings.broker): \(why)"
            Log.write(LogMessage(.brokerLost, text, [.peer(settings.broker), .reason(why)], limits: [.few()]))
        case .published: outgoing.published()
        case .subscribed(let topic, let isRefused):
            let isOfCommands = topic == topics.commands
            if isOfCommands {
                alarms.updateSubscription(isRefused: isRefused, at: MonotonicClock.now, clock)
                publish(topics.alarm, alarms.payload)
            }
            let effect = isOfCommands ? "commands do not reach this kiosk" : "this kiosk does not notice when Home Assistant starts"
            if isRefused {
                let text = "the broker \(settings.broker) refuses the subscription to \(topic): \(effect)"
                Log.write(LogMessage(.subscriptionRefused, text, [.peer(settings.broker), .reason(effect)], limits: [.few()]))
            }
        case .message(let topic, let payload, let isRetained):
            if topic == homeAssistant?.birthTopic {
                guard payload == Array("online".utf8), !isRetained else { return }
                // Repeated start messages do not postpone the announcement.
                if announceAt == .max { announceAt = MonotonicClock.now + .random(in: 0...Self.announceSpread) }
            } else if let name = topics.commandName(topic) {
                desk.handle(name, payload, isRetained: isRetained, report?.screens ?? [], link) { [unowned self] in outgoing.add($0) }
            }
        }
    }
}
