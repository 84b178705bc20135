import Text
import Wire

@testable import touchd_mqtt

/// Arbitrary messages of an MQTT broker, and arbitrary answers of touchd: a command is refused with a code, or becomes a request that touchd reads;
/// what is published is JSON at topics of the kiosk, within bounds.
///
/// Each line of the input is a step; see `PublishedKiosk.perform`.
func fuzzBroker(_ bytes: [UInt8]) {
    let kiosk = PublishedKiosk()
    for step in steps(bytes) { kiosk.perform(step.what, step.rest) }
    kiosk.close()
}

private final class PublishedKiosk {
    private static let settings = {
        var settings = BridgeSettings()
        (settings.host, settings.kiosk, settings.homeAssistant) = ("broker", "lobby", "homeassistant")
        settings.commands = Set(Command.Kind.allCases)
        return settings
    }()
    private static let topics = Topics(prefix: settings.prefix, kiosk: settings.kiosk)

    private let touchd = StandIn()
    private var link: TouchdLink!
    private var desk = CommandDesk(settings, topics)
    private let homeAssistant = HomeAssistant(prefix: "homeassistant", kiosk: "lobby", topics: topics, commands: settings.commands)
    private var clock = WallClock()
    private var alarms = Alarms(settings.thresholds)
    private var counts = RegionCountsByMinute()
    private var missing = MissingRights(settings.commands, user: "touchd-mqtt")
    private var outgoing = Outgoing(last: topics.availability)
    private var report: KioskReport?
    private var paces: [String: TouchPace] = [:]
    private var now: Int64 = 1_000_000
    /// The commands without an answer.
    private var waiting = 0
    private var isPolling = false

    init() {
        clock.update(monotonic: now, wall: 1_700_000_000_000_000)
        link = TouchdLink(
            StandIn.path, noticed: {},
            gestured: { [unowned self] screen, id in
                add(Broker.Publication(topic: Self.topics.gesture(id), payload: Array("{}".utf8), isRetained: false))
            })
        connect()
        outgoing.connected()
    }

    private func connect() {
        link.tick(now)
        if touchd.accept() { link.transfer(now) }
    }

    /// `c` and a name, a blank, and a payload: a command from the broker; `C`: a retained one. `l` and a line: touchd sends it; `m`: a piece of one.
    /// `o` and members of an object: touchd answers the oldest request with them. `t` and a character: time passes. `x`: touchd ends the connection;
    /// `y`: the broker. `p`: the broker accepts a publication.
    func perform(_ what: Unicode.Scalar, _ rest: [UInt8]) {
        switch what {
        case "c", "C": command(rest, isRetained: what == "C")
        case "l": touchd.send(rest + [10])
        case "m": touchd.send(rest)
        case "o": answer(rest)
        case "t": now += Int64(rest.first ?? 1) * 100_000
        case "x": touchd.disconnect()
        case "y":
            outgoing.disconnected()
            outgoing.connected()
        case "p": outgoing.published()
        default: return
        }
        link.transfer(now)
        link.tick(now)
        connect()
        poll()
        let requests = touchd.receive()
        for line in requests.split(separator: 10) { check(request: Array(line)) }
        publishNext()
    }

    // MARK: The broker

    private func command(_ bytes: [UInt8], isRetained: Bool) {
        let parts = bytes.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
        let topic = String(decoding: parts[0], as: UTF8.self)
        guard let name = Self.topics.commandName(Self.topics.command(topic)) else { fatalError("no command: \(topic)") }
        if Self.topics.commandName(topic) != nil, !topic.begins(with: "touchd/lobby/command/") {
            fatalError("the command of another kiosk: \(topic)")
        }
        let payload = parts.count > 1 ? Array(parts[1].prefix(Command.payloadMax + 1)) : []
        waiting += 1
        var answers = 0
        desk.handle(name, payload, isRetained: isRetained, report?.screens ?? [], link) { [unowned self] publication in
            answers += 1
            if answers > 1 { fatalError("two answers to a command") }
            waiting -= 1
            guard let reply = try? JSONReader.parse(publication.payload), reply["ok"]?.bool != nil, reply["at"]?.string != nil else {
                fatalError("no answer: \(String(decoding: publication.payload, as: UTF8.self))")
            }
            if isRetained, reply["ok"] == true { fatalError("a retained command is done") }
            add(publication)
        }
    }

    private func add(_ publication: Broker.Publication) {
        check(publication)
        outgoing.add(publication)
    }

    private func publishNext() {
        let next = outgoing.removeNext()
        if next.count > Outgoing.underwayMax { fatalError("\(next.count) messages at once") }
        for publication in next { check(publication) }
    }

    private func check(_ publication: Broker.Publication) {
        let topic = publication.topic
        if !topic.begins(with: "touchd/lobby/"), topic != homeAssistant.topic { fatalError("the topic of another kiosk: \(topic)") }
        if publication.payload.isEmpty { return }
        do { _ = try JSONReader.parse(publication.payload) } catch {
            fatalError("no JSON at \(topic): \(String(decoding: publication.payload, as: UTF8.self))")
        }
    }

    private func publish(_ topic: String, _ payload: JSONValue) {
        var bytes: [UInt8] = []
        payload.write(into: &bytes)
        outgoing.set(topic, bytes)
    }

    // MARK: touchd

    /// Reads a line as touchd does.
    private func check(request line: [UInt8]) {
        do throws(RequestError) { ids.append(contentsOf: try Request.parse(line).id.map { [$0] } ?? []) } catch {
            fatalError("touchd refuses \(String(decoding: line, as: UTF8.self)): \(error.message)")
        }
    }

    /// The ids of requests without a reply.
    private var ids: [JSONValue] = []

    private func answer(_ members: [UInt8]) {
        if ids.isEmpty { return }
        var line = Array(#"{"type":"reply","id":"#.utf8)
        ids.removeFirst().write(into: &line)
        touchd.send(line + [UInt8(ascii: ",")] + members + Array("}\n".utf8))
    }

    private func poll() {
        guard !isPolling, link.isConnected else { return }
        isPolling = true
        link.request(["type": "status"], at: now) { [unowned self] reply in
            isPolling = false
            guard let reply, let new = KioskReport(reply, clock) else {
                alarms.updateUnreachable(isRefused: reply != nil, at: now, clock)
                return publish(Self.topics.alarm, alarms.payload)
            }
            use(new)
            if let payload = counts.payload(reply, epoch: new.epoch, at: now, end: clock.text(now)) { publish(Self.topics.counts, payload) }
        }
    }

    private func use(_ new: KioskReport) {
        publish(Self.topics.status, .object(new.status))
        for screen in new.screens where paces[screen.id, default: TouchPace()].admits(screen, at: now) {
            publish(Self.topics.screen(screen.id), screen.payload)
        }
        publish(Self.topics.health, ["panels": .array(new.panels.map(\.payload))])
        alarms.update(new, at: now, clock)
        publish(Self.topics.alarm, alarms.payload)
        _ = missing.warning(new.rights)
        publish(homeAssistant.topic, homeAssistant.payload(version: new.status["version"]?.string ?? "", screens: new.screens.map(\.id)))
        report = new
    }

    /// Ends the connection: then each command has its answer.
    func close() {
        touchd.disconnect()
        link.transfer(now)
        if link.buffered > 0 { fatalError("half a line is kept") }
    }
}
