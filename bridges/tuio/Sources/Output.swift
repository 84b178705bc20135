import Glibc
import Logging
import Sockets
import Synchronization
import TouchdClient
import Text

/// An output: a connection to touchd, and a destination. Frames come on the client's thread, timers on the main thread.
final class Output: Sendable {
    private struct State {
        var cursors: CursorTable
        var numbers: RisingNumber
        /// The client; nil if there is none at the moment.
        var client: TouchdClient?
        /// The ID of the subscription's request.
        var subscription: UInt64?
        /// The server's name; nil without a connection.
        var server: String?
        /// The time at which the subscription was accepted, in ms of `BackOff`'s clock.
        var usableSince: Double?
        /// The surface; nil while touchd has not reported its size, or if it does not exist.
        var surface: Surface?
        var panels: [String: String] = [:]
        /// The ID of the unanswered request for the screens' sizes.
        var sizesAsked: UInt64?
        var isOver = false
        /// The last log message about the connection.
        var lastLogged: String?
        /// The reason with which touchd closes the connection.
        var byeReason: String?

        /// Records the reply. Returns the server's name if the reply accepts the subscription.
        mutating func accept(_ reply: UInt64) -> String? {
            guard reply == subscription else { return nil }
            usableSince = BackOff.now
            return server
        }
    }

    private let settings: Settings.Output
    private let source: String
    private let sender: UDPSender
    private let socket: String
    private let alarm: Alarm
    private let state: Mutex<State>

    init?(_ settings: Settings.Output, socket: String, alarm: Alarm) {
        guard let sender = UDPSender(settings.destination) else { return nil }
        self.settings = settings
        self.sender = sender
        self.alarm = alarm
        source = settings.source ?? "touchd@\(Self.machine)"
        self.socket = socket
        let numbers = RisingNumber.ofThisRun
        state = Mutex(State(cursors: CursorTable(sessions: numbers, now: MonotonicClock.now), numbers: numbers))
    }

    /// Runs as long as the program. Items are handled at once, so touchd never waits for this client. A client ends for good if touchd speaks another
    /// version of the protocol or refuses the subscription. `run` then makes a new one, because touchd may be updated and its access rules may
    /// change.
    func run() async {
        var backOff = BackOff(retries: nil)
        while let client = begin() {
            do {
                for try await item in client { handle(item) }
            } catch {
                logChange(.touchdUnusable, "cannot use touchd: \(error)", .reason("\(error)"))
            }
            guard let delay = backOff.delay(lasted: giveUp(client)) else { return }
            try? await Task.sleep(for: .milliseconds(delay))
        }
    }

    /// Creates a client with its subscription. Returns nil if the program ends.
    private func begin() -> TouchdClient? {
        state.withLock { state in
            if state.isOver { return nil }
            let client = TouchdClient(path: socket, name: "touchd-tuio: \(settings.name)", retries: nil)
            state.client = client
            switch settings.subject {
            case .screen:
                state.subscription = client.subscribe(["**"], TouchdClient.Wishes(events: ["touch"], observe: true, maxRate: settings.maxRate))
            case .region(let name):
                // A bare ID names one region, wherever it is.
                let path = name.has("/") ? name : "**/\(name)"
                state.subscription = client.subscribe([path, path + "/**"], TouchdClient.Wishes(events: ["touch"], maxRate: settings.maxRate))
            }
            return client
        }
    }

    /// Closes the client, and ends its cursors. Returns the number of ms for which the client was usable.
    private func giveUp(_ client: TouchdClient) -> Double {
        client.close()
        return state.withLock { state in
            defer { (state.client, state.server, state.usableSince) = (nil, nil, nil) }
            if !state.cursors.cursors.isEmpty { send(state.cursors.clear(now: MonotonicClock.now), &state) }
            return state.usableSince.map { BackOff.now - $0 } ?? 0
        }
    }

    // MARK: Items from touchd

    private func handle(_ item: Item) {
        switch item {
        case .connected(let server, _, _):
            state.withLock { ($0.server, $0.byeReason) = (server, nil) }
            askForSizes()
        case .disconnected(let reason): handleEnd(reason)
        case .waiting(let why): logChange(.touchdUnreachable, "\(why.message); trying again", .reason(why.message))
        case .message("bye", let fields): state.withLock { $0.byeReason = fields["message"]?.string }
        case .reply(let reply): handle(reply)
        case .snapshot(let snapshot):
            update(panels: snapshot.panels)
            update(regions: snapshot.regions)
        case .tree(_, let regions): update(regions: regions)
        case .changed(_, let regions): update(changed: regions)
        case .config(let config) where config.isOK:
            update(panels: config.panels)
            update(regions: config.regions)
            askForSizes()
        case .message("panel", let fields): update(panels: [fields])
        case .frame(let frame): handle(frame)
        case .lagged:
            Log.write(.lagged, "\(settings.name): touchd-tuio read too slowly; touchd cancelled its touches", settings.field)
        default: break
        }
    }

    private func handleEnd(_ reason: String) {
        let (wasUsable, goodbye) = state.withLock { state in
            defer { (state.server, state.usableSince) = (nil, nil) }
            return (state.usableSince != nil, state.byeReason)
        }
        if wasUsable {
            logChange(.touchdLost, "the connection to touchd is lost: \(reason)", .reason(reason))
        } else {
            let why = goodbye ?? "it closed the connection (\(reason))"
            logChange(.touchdUnusable, "cannot use touchd: \(why)", .reason(why))
        }
    }

    private func askForSizes() {
        guard case .screen = settings.subject else { return }
        state.withLock { $0.sizesAsked = $0.client?.request("devices") }
    }

    private func handle(_ reply: Reply) {
        guard reply.isOK else {
            // The end of the connection also comes as an item.
            if reply.code == "disconnected" { return }
            let reason = (reply.message ?? "it gave no reason") + (reply.hint.map { "; \($0)" } ?? "")
            logChange(.touchdRefuses, "touchd refuses: \(reason)", .reason(reason))
            state.withLock { $0.client?.close() }
            return
        }
        if let server = state.withLock({ $0.accept(reply.id) }) { logChange(.touchdConnected, "connected to \(server)") }
        guard case .screen(let id) = settings.subject, reply.id == state.withLock({ $0.sizesAsked }) else { return }
        let sizes = reply.fields["screenSizes"]?.array ?? []
        let size = sizes.first { $0["screen"]?.string == id }?["size"]?.array?.compactMap(\.number)
        guard let size, size.count == 2 else {
            state.withLock { $0.surface = nil }
            let known = sizes.compactMap { $0["screen"]?.string }.joined(separator: ", ")
            return logChange(.screenMissing, "no such screen; touchd has \(known.isEmpty ? "none" : known)")
        }
        state.withLock { $0.surface = .screen(width: size[0], height: size[1]) }
    }

    private func update(panels: [JSONValue]) {
        state.withLock { state in
            for panel in panels {
                if let id = panel["id"]?.string ?? panel["panel"]?.string, let screen = panel["screen"]?.string { state.panels[id] = screen }
            }
        }
    }

    private func update(regions: [Region]) {
        guard case .region(let name) = settings.subject else { return }
        let region = regions.first { $0.id == name || $0.path == name }
        state.withLock { $0.surface = region.map(Surface.region) }
        if region == nil { logChange(.regionMissing, "no such region, or this user may not receive its touches") }
    }

    private func update(changed regions: [Region]) {
        guard case .region(let name) = settings.subject, let region = regions.first(where: { $0.id == name || $0.path == name }) else { return }
        state.withLock { $0.surface = .region(region) }
    }

    private func handle(_ frame: Frame) {
        let touches = frame.events.compactMap { event in if case .touch(let touch) = event { touch } else { nil } }
        if touches.isEmpty { return }
        state.withLock { state in
            if case .screen(let id) = settings.subject, let screen = state.panels[frame.panel], screen != id { return }
            guard let surface = state.surface else { return }
            let now = MonotonicClock.now
            if let bundles = state.cursors.apply(touches, at: frame.time, on: surface, now: now) { send(bundles, &state) }
            alarm.wake(by: state.cursors.due)
        }
    }

    // MARK: Time

    /// Sends what is due. Returns the time of the next call.
    func tick(_ now: Int64) -> Int64 {
        state.withLock { state in
            if state.isOver { return .max }
            if let bundles = state.cursors.tick(now: now) { send(bundles, &state) }
            return state.cursors.due
        }
    }

    /// Ends the output. Receivers are told that no finger is left, because they will hear no more.
    func end() {
        state.withLock { state in
            state.isOver = true
            state.client?.close()
            send(state.cursors.clear(now: MonotonicClock.now), &state)
        }
    }

    private func send(_ bundles: [BundleContent], _ state: inout State) {
        for bundle in bundles {
            let code = sender.send(Bundle.encode(bundle, source: source, number: state.numbers.next()))
            guard code != 0 else { continue }
            let reason = String(cString: strerror(code)) + (code == EPERM ? "; the unit allows only the loopback interface, see docs/tuio.md" : "")
            let text = "\(settings.name): cannot send to \(settings.destination.text): \(reason)"
            let fields: [LogField] = [settings.field, .peer(settings.destination.text), .reason(reason)]
            Log.write(LogMessage(.notSent, text, fields, limits: [.few(settings.name)]))
        }
    }

    /// Logs a change of the connection. Repeated attempts are not logged.
    private func logChange(_ kind: MessageKind, _ message: String, _ reason: LogField? = nil) {
        let isNew = state.withLock { state in
            defer { state.lastLogged = message }
            return state.lastLogged != message
        }
        guard isNew else { return }
        Log.write(LogMessage(kind, "\(settings.name): \(message)", [settings.field] + (reason.map { [$0] } ?? [])))
    }

    private static var machine: String {
        var name = [CChar](repeating: 0, count: 65)
        gethostname(&name, name.count - 1)
        let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.isEmpty ? "localhost" : String(text.prefix(SettingsReader.sourceMax - 7))
    }
}
