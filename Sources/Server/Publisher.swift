import Glibc
import TouchCore
import Wire

/// All clients: gives each the frames it subscribed to (`Frames`), and waits for none of them. What they ask is in `Requests`,
/// what happens to those who do not keep up in `SlowClients`.
public final class Publisher {
    let loop: EventLoop
    unowned let router: any Router
    let listeners: [Listener]
    /// Where clients connect.
    public var path: String { listeners[0].path }
    /// Who is at the other end; tests say it themselves.
    let identify: (Int32) -> Peer
    let hello: [UInt8]
    var encoder: FrameEncoder
    /// Of the tree in force. What a change has removed can be read until the next one.
    var directory: RegionDirectory { router.tree.directory }
    /// Which regions are sensitive, as clients know it: a change is taken over between two frames.
    var sensitive: SensitiveRegions
    public internal(set) var generation = 1
    var connections = ConnectionTable()
    var clients: [Client] { connections.all }
    var groups: GroupTable
    /// The patterns of subscriptions and rights.
    let globSets: GlobSets
    /// Gestures, controls and scroll views in progress, whoever knows of them.
    var actions = ActionState()
    private(set) var slowTimer: EventLoop.Timer!
    var isSlowTimerSet = false
    var retryTimer: EventLoop.Timer!
    var editPace = EditPace()
    private(set) var editTimer: EventLoop.Timer!
    private(set) var acks: AckTracker!
    private var socketTimer: EventLoop.Timer!
    /// What the log says of each listener's socket as it is; nil: all is well.
    var lostSockets: [String?]
    /// Which receivers clients answer for.
    var claims: ClaimTable { router.claims }
    var questions = QuestionTable()
    /// The number of the latest recording.
    var lastRecording = 0
    var injected = InjectedFingers()
    var clientLog = ClientLog()
    /// Where lines for the log go; tests read them.
    public var log: (Log.Level, String) -> Void = Log.write
    /// Since the start; of moves merged only those of clients that are gone.
    var counters = Counters()
    let epoch: String
    let startedAt: Int64
    /// For tests.
    let stopsAtViolation = getenv("TOUCHD_VERIFIER").map { String(cString: $0) } == "fatal"

    public init(
        loop: EventLoop, listeners: [Listener], epoch: String, router: any Router, identify: @escaping (Int32) -> Peer = { Peer(of: $0) }
    ) {
        self.loop = loop
        self.listeners = listeners
        self.identify = identify
        lostSockets = listeners.map { _ in nil }
        encoder = FrameEncoder(router.tree.directory)
        sensitive = SensitiveRegions(router.tree.directory)
        globSets = GlobSets { [unowned router] in router.tree.directory }
        groups = GroupTable(globSets, sensitive)
        self.router = router
        self.epoch = epoch
        startedAt = loop.now()
        hello = ServerMessages.hello(epoch: epoch)
        slowTimer = loop.timer { [unowned self] in checkSlowClients() }
        editTimer = loop.timer { [unowned self] in takeEditTurns() }
        retryTimer = loop.timer { [unowned self] in for listener in listeners { accept(listener) } }
        acks = AckTracker(loop) { [unowned self] in checkAcknowledgements() }
        socketTimer = loop.timer { [unowned self] in checkSockets() }
        socketTimer.set(after: Self.socketInterval, every: Self.socketInterval)
        for listener in listeners { accept(listener) }
    }

    // MARK: What all clients are told

    func sendSnapshot(_ client: Client) {
        guard let group = client.group else { return }
        client.isListStale = false
        let touches = router.touchesDown.filter { group.isVisible($0.touch.asMove) }
        client.outbox.send(
            ServerMessages.snapshot(
                seq: client.nextSeq(), generation: generation, panels: router.panelEntries, encoder: encoder,
                tree: RegionTexts(router.tree), regions: directory.receivers.filter(group.lists), touches: touches))
    }

    private func broadcast(_ line: [UInt8]) {
        announce { _ in line }
        for client in clients { settle(client) }
    }

    public func added(_ panel: ServerMessages.PanelEntry) { broadcast(ServerMessages.added(panel)) }

    /// After what was down on it was cancelled.
    public func removed(_ panel: String, number: Int, time: Int64) {
        broadcast(ServerMessages.removed(panel, time: time))
        for client in clients { client.forget(panel: number) }
    }

    /// A configuration was refused and the old one stays.
    public func refusedReload(_ message: String) {
        broadcast(ServerMessages.refusedReload(generation: generation, message: message))
    }

    /// Stops a debug build where what the server keeps contradicts itself. Between two events.
    public func checkInvariants() {
        #if DEBUG
            connections.checkInvariants()
            groups.checkInvariants(clients)
            acks.checkInvariants()
            questions.checkInvariants()
            injected.checkInvariants()
            actions.checkInvariants()
            let claims = claims
            for owner in claims.owners {
                guard let client = connections[owner] else {
                    assertionFailure("client \(owner), which is gone, has claimed \(claims.receivers(of: owner))")
                    continue
                }
                if client.isGone { continue }
                assert(client.group?.owner === client, "client \(owner) has claimed something and shares what it sees")
                for receiver in claims.receivers(of: owner) {
                    let isSeen = directory.index(ofID: receiver).map { client.group?.matches($0) == true } ?? false
                    assert(isSeen, "client \(owner) has claimed \"\(receiver)\", which it does not see")
                }
            }
        #endif
    }

    /// Says goodbye to all.
    public func close() {
        for client in clients {
            drain(client, everything: true)
            client.outbox.send(ServerMessages.bye(.shutdown, "touchd stops"))
        }
        for client in clients { drop(client) }
        for listener in listeners {
            loop.remove(listener.fd)
            listener.close()
        }
    }
}
