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
    var directory: RegionDirectory { encoder.directory }
    public internal(set) var generation = 1
    var clients: [Client] = []
    var groups: [FilterGroup] = []
    /// Gestures, controls and scroll views in progress, whoever knows of them.
    var actions = ActionVerifier()
    private(set) var slowTimer: EventLoop.Timer!
    var isSlowTimerSet = false
    var retryTimer: EventLoop.Timer!
    private(set) var ackTimer: EventLoop.Timer!
    /// Monotonic, µs.
    var ackTimerSetTo: Int64 = .max
    /// By receiver.
    var claims: [String: Claim] = [:]
    /// Open questions.
    var asked: [QuestionID: Asked] = [:]
    /// Those of them that are about sensitive regions: nobody who traces is told of them.
    var untold: Set<QuestionID> = []
    /// The latest that there has been.
    var lastQuestion = QuestionID(0)
    /// The number of the latest recording.
    var lastRecording = 0
    /// Fingers that clients have injected and that are down.
    var injectedFingers: [Injected] = []
    var injectLog = LogLimit()
    private var complaints = LogLimit()
    var bugs = LogLimit()
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
        encoder = FrameEncoder(router.tree.directory)
        self.router = router
        self.epoch = epoch
        startedAt = loop.now()
        hello = ServerMessages.hello(epoch: epoch)
        slowTimer = loop.timer { [unowned self] in checkSlowClients() }
        retryTimer = loop.timer { [unowned self] in for listener in listeners { accept(listener) } }
        ackTimer = loop.timer { [unowned self] in checkAcknowledgements() }
        for listener in listeners { accept(listener) }
    }

    /// A warning about a client: nobody may fill the log.
    func complain(_ message: String) {
        guard let more = complaints.admit(at: loop.now()) else { return }
        Log.warning(message + (more > 0 ? " (and \(more) more warnings about clients since the last)" : ""))
    }

    // MARK: What all clients are told

    func sendSnapshot(_ client: Client) {
        guard let group = client.group else { return }
        let touches = router.touchesDown.filter { group.isVisible($0.touch.asMove) }
        client.outbox.send(
            ServerMessages.snapshot(
                seq: client.nextSeq(), generation: generation, panels: router.panelEntries, encoder: encoder,
                tree: router.tree, regions: group.lists, touches: touches))
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
