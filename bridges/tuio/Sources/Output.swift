import Glibc
import Logging
import Sockets
import Synchronization
import TouchdClient

/// One output: a connection to touchd, and a place to send to. Its frames come on the client's thread, time on the main thread.
final class Output: Sendable {
    private struct State {
        var cursors: CursorTable
        var number: Int32 = 0
        /// Nil: touchd has not said how large it is, or has none of this name.
        var surface: Surface?
        var panels: [String: String] = [:]
        /// The request for the screens' sizes that has no answer yet.
        var sizesAsked: UInt64?
        var isOver = false
        /// touchd has refused something: when to ask again.
        var retryAt: Int64?
        var told: Set<String> = []
    }

    private static let retryAfter: Int64 = 5_000_000

    private let settings: Settings.Output
    private let source: String
    private let sender: UDPSender
    private let client: TouchdClient
    private let alarm: Alarm
    private let state: Mutex<State>

    init?(_ settings: Settings.Output, socket: String, alarm: Alarm) {
        guard let sender = UDPSender(settings.destination) else { return nil }
        self.settings = settings
        self.sender = sender
        self.alarm = alarm
        source = settings.source ?? "touchd@\(Self.machine)"
        client = TouchdClient(path: socket, name: "touchd-tuio: \(settings.name)", retries: nil)
        state = Mutex(State(cursors: CursorTable(now: MonotonicClock.now)))
    }

    /// As long as the program runs. Each item is taken at once, so touchd never waits for it.
    func run() async {
        subscribe()
        do {
            for try await item in client { take(item) }
        } catch {
            Log.write(.touchdUnusable, "\(settings.name): touchd cannot be used: \(error)", settings.field, .reason("\(error)"))
        }
    }

    private func subscribe() {
        switch settings.subject {
        case .screen: client.subscribe(["**"], TouchdClient.Wishes(events: ["touch"], observe: true, maxRate: settings.maxRate))
        case .region(let name):
            // An id names one region, wherever it is.
            let path = name.contains("/") ? name : "**/\(name)"
            client.subscribe([path, path + "/**"], TouchdClient.Wishes(events: ["touch"], maxRate: settings.maxRate))
        }
    }

    // MARK: What touchd says

    private func take(_ item: Item) {
        switch item {
        case .connected(let server, _, _):
            Log.write(.touchdConnected, "\(settings.name): connected to \(server)", settings.field)
            state.withLock { ($0.retryAt, $0.told) = (nil, []) }
            askForSizes()
        case .disconnected(let reason):
            Log.write(.touchdLost, "\(settings.name): the connection to touchd is lost: \(reason)", settings.field, .reason(reason))
        case .waiting(let why):
            Log.write(.touchdUnreachable, "\(settings.name): \(why.message); trying again", settings.field, .reason(why.message))
        case .reply(let reply): take(reply)
        case .snapshot(let snapshot):
            take(panels: snapshot.panels)
            take(regions: snapshot.regions)
        case .tree(_, let regions): take(regions: regions)
        case .changed(_, let regions): take(changed: regions)
        case .config(let config) where config.isOK:
            take(panels: config.panels)
            take(regions: config.regions)
            askForSizes()
        case .message("panel", let fields): take(panels: [fields])
        case .frame(let frame): take(frame)
        case .lagged:
            Log.write(.lagged, "\(settings.name): this program was too slow for touchd; its touches were cancelled", settings.field)
        default: break
        }
    }

    private func askForSizes() {
        guard case .screen = settings.subject else { return }
        state.withLock { $0.sizesAsked = client.request("devices") }
    }

    private func take(_ reply: Reply) {
        guard reply.isOK else {
            // Rights may come with another configuration of touchd's.
            state.withLock { $0.retryAt = MonotonicClock.now + Self.retryAfter }
            let reason = (reply.message ?? "it does not say why") + (reply.hint.map { "; \($0)" } ?? "")
            return complain(.touchdRefuses, "touchd refuses: \(reason)", .reason(reason))
        }
        guard case .screen(let id) = settings.subject, reply.id == state.withLock({ $0.sizesAsked }) else { return }
        let sizes = reply.fields["screenSizes"]?.array ?? []
        let size = sizes.first { $0["screen"]?.string == id }?["size"]?.array?.compactMap(\.number)
        guard let size, size.count == 2 else {
            state.withLock { $0.surface = nil }
            let known = sizes.compactMap { $0["screen"]?.string }.joined(separator: ", ")
            return complain(.screenMissing, "there is no such screen; touchd has \(known.isEmpty ? "none" : known)")
        }
        state.withLock { $0.surface = .screen(width: size[0], height: size[1]) }
    }

    private func take(panels: [JSONValue]) {
        state.withLock { state in
            for panel in panels {
                if let id = panel["id"]?.string ?? panel["panel"]?.string, let screen = panel["screen"]?.string { state.panels[id] = screen }
            }
        }
    }

    private func take(regions: [Region]) {
        guard case .region(let name) = settings.subject else { return }
        let region = regions.first { $0.id == name || $0.path == name }
        state.withLock { $0.surface = region.map(Surface.region) }
        if region == nil { complain(.regionMissing, "there is no such region, or this user may not receive its touches") }
    }

    private func take(changed regions: [Region]) {
        guard case .region(let name) = settings.subject, let region = regions.first(where: { $0.id == name || $0.path == name }) else { return }
        state.withLock { $0.surface = .region(region) }
    }

    private func take(_ frame: Frame) {
        let touches = frame.events.compactMap { event in if case .touch(let touch) = event { touch } else { nil } }
        if touches.isEmpty { return }
        state.withLock { state in
            if case .screen(let id) = settings.subject, let screen = state.panels[frame.panel], screen != id { return }
            guard let surface = state.surface else { return }
            let now = MonotonicClock.now
            if let bundles = state.cursors.take(touches, at: frame.time, on: surface, now: now) { send(bundles, &state) }
            alarm.wake(by: state.cursors.due)
        }
    }

    // MARK: Time

    /// Returns when it has to be called next.
    func tick(_ now: Int64) -> Int64 {
        let asksAgain = state.withLock { state in
            guard let retryAt = state.retryAt, now >= retryAt else { return false }
            state.retryAt = nil
            return true
        }
        if asksAgain { subscribe() }
        return state.withLock { state in
            if state.isOver { return .max }
            if let bundles = state.cursors.tick(now: now) { send(bundles, &state) }
            return state.cursors.due
        }
    }

    /// Receivers are told that no finger is left, since they would hear no more of it.
    func end() {
        client.close()
        state.withLock { state in
            state.isOver = true
            send(state.cursors.clear(now: MonotonicClock.now), &state)
        }
    }

    private func send(_ bundles: [BundleContent], _ state: inout State) {
        for bundle in bundles {
            state.number = state.number == .max ? 1 : state.number + 1
            let code = sender.send(Bundle.encode(bundle, source: source, number: state.number))
            guard code != 0 else { continue }
            let reason = String(cString: strerror(code)) + (code == EPERM ? "; the unit allows the loopback interface only, see docs/tuio.md" : "")
            let text = "\(settings.name): nothing can be sent to \(settings.destination.text): \(reason)"
            let fields: [LogField] = [settings.field, .peer(settings.destination.text), .reason(reason)]
            Log.write(LogMessage(.notSent, text, fields, limits: [.few(settings.name)]))
        }
    }

    /// The same thing once for each connection.
    private func complain(_ kind: MessageKind, _ message: String, _ reason: LogField = .reason(nil)) {
        let isNew = state.withLock { $0.told.insert(message).inserted }
        if isNew { Log.write(kind, "\(settings.name): \(message)", settings.field, reason) }
    }

    private static var machine: String {
        var name = [CChar](repeating: 0, count: 65)
        gethostname(&name, name.count - 1)
        let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.isEmpty ? "localhost" : String(text.prefix(SettingsReader.sourceMax - 7))
    }
}
