import Glibc
import TouchCore
import Wire

/// All clients: gives each the frames it subscribed to, and waits for none of them. What they ask is in `Requests`, what
/// happens to those who do not keep up in `SlowClients`.
public final class Publisher {
    enum Limit {
        static let clients = 64
        /// Of a user who is not trusted: nobody fills all places.
        static let clientsOfUser = 32
        /// Places of the admin socket's own, so that there is a way in when all others are taken.
        static let admins = 8
        /// Connections taken at once; the others wait until everything else that is ready has had its turn.
        static let connectionsATurn = 16
        /// Patterns in the subscriptions of all clients of a user who is not trusted: each is a walk over the tree whenever that changes.
        static let patternsOfUser = 512
        /// What a client of such a user may have claimed at a time: each claim is looked at whenever another is made.
        static let claims = 256
        static let subscriptions = ServerMessages.maximumSubscriptions
        /// µs a frame may wait for a client before its touches are cancelled for it.
        static let lag: Int64 = 500_000
        /// µs without a byte taken before the client is closed.
        static let stall: Int64 = 5_000_000
        static let waitingFrames = 1024
        /// Lines of a client, and their bytes, obeyed at once; the others wait until everything else that is ready has had its turn.
        static let linesATurn = 16
        static let bytesATurn = 4096
        /// JSON values in a line, of users who are not trusted: more take long to read, and nothing they may ask for needs them.
        static let values = 1024
        /// Bytes waiting for a client above which nothing more is read from it.
        static let answers = 1 << 18
        /// Bytes waiting for all of a user's clients above which nothing more is read from any of them.
        static let answersToUser = 1 << 24
    }

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
    var injected: [Injected] = []
    var injectLog = LogLimit()
    private var complaints = LogLimit()
    /// Since the start; of moves merged only those of clients that are gone.
    var counters = Counters()
    let epoch: String
    let startedAt: Int64
    private let stopsAtViolation = getenv("TOUCHD_VERIFIER").map { String(cString: $0) } == "fatal"

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

    // MARK: Frames

    /// Gives a frame to everybody who subscribed to anything in it. Encodes once for each set of subscriptions.
    public func publish(_ frame: RoutedFrame, panel: String) {
        if !frame.isEmpty { send(frame, panel: panel) }
        if !frame.questions.isEmpty || !frame.settled.isEmpty { ask(frame, panel: panel) }
    }

    private func send(_ frame: RoutedFrame, panel: String) {
        counters.frames += 1
        var firstID = TouchID(.max)
        for event in frame.events where event.id < firstID { firstID = event.id }
        for action in frame.actions where action.first < firstID { firstID = action.first }
        for touch in frame.veils where touch.id < firstID { firstID = touch.id }
        for action in frame.actions { try? actions.check(action, panel: panel, number: frame.panel, time: frame.time) }
        var needsSettling = false
        releaseHeld(upTo: frame.time, ofPanel: frame.panel)
        for group in groups {
            group.isEncoded = false
            let visible = group.visible(frame)
            if visible.isEmpty { continue }
            for client in group.clients {
                if client.isBehind || firstID < client.latestCut || !client.knowsAll || client.pace != nil {
                    publishOwn(visible, panel: panel, to: client, in: group)
                } else if check(visible, panel: panel, client) {
                    if !group.isEncoded {
                        encoder.body(visible, panel: panel, coalesced: group.coalesces, into: &group.line)
                        counters.encodings += 1
                    }
                    group.isEncoded = true
                    let seq = client.sendFrame(&group.line)
                    counters.lines += 1
                    if group.owner != nil { awaitAcknowledgement(of: visible, client, seq) }
                }
                if client.isBehind || client.outbox.isBroken { needsSettling = true }
            }
        }
        // Not while walking the groups: a client that is closed leaves its group.
        if needsSettling { for client in clients where client.isBehind || client.outbox.isBroken { settle(client) } }
    }

    /// Sends what was held back for a client, as far as it is due by a moment of the monotonic clock; all of it without one.
    func releaseHeld(_ client: Client, upTo moment: Int64? = nil, panel: Int? = nil) {
        while let next = client.pace?.release(upTo: moment, panel: panel) { deliver(next.frame, panel: next.panel, to: client) }
    }

    /// Before anything that is later than this event time of a panel.
    private func releaseHeld(upTo time: Int64, ofPanel number: Int, only panel: Int? = nil) {
        if !clients.contains(where: { $0.pace?.isHolding == true }) { return }
        let moment = time &+ router.clockOffset(ofPanel: number)
        for client in clients where client.pace?.isHolding == true { releaseHeld(client, upTo: moment, panel: panel) }
    }

    /// Event time at which moves of a panel that were held back are to go; nil when none are.
    public func deadline(ofPanel number: Int) -> Int64? {
        var next: Int64?
        for client in clients {
            if let due = client.pace?.due(ofPanel: number), due < next ?? .max { next = due }
        }
        return next
    }

    /// Sends what was held back of a panel up to an event time, as though a frame of that time had come. Returns whether there
    /// was anything.
    public func advance(panel number: Int, to time: Int64) -> Bool {
        guard let next = deadline(ofPanel: number), next <= time else { return false }
        releaseHeld(upTo: time, ofPanel: number, only: number)
        for client in clients where client.isBehind || client.outbox.isBroken { settle(client) }
        return true
    }

    /// Tells those who asked why touches began where they did; before the frame in which they begin.
    public func publish(_ explanations: [Explanation], time: Int64, panel: String) {
        if explanations.isEmpty { return }
        for explanation in explanations {
            let line = ServerMessages.trace(explanation, time: time, panel: panel, directory)
            for client in clients where client.traces && client.outbox.count < Limit.answers {
                drain(client, everything: true)
                client.outbox.send(line)
            }
        }
        // Who has not subscribed is not settled with any frame.
        for client in clients where client.traces { settle(client) }
    }

    /// For a client that does not see what its group sees, or not yet.
    private func publishOwn(_ frame: RoutedFrame, panel: String, to client: Client, in group: FilterGroup) {
        let own = frame.with(frame.events.filter { group.isVisible($0, since: client.since) && !client.isForeign($0) })
            .with(actions: frame.actions.filter { group.isVisible($0, since: client.since) && !client.isForeign($0, panel: panel) })
        if own.isEmpty { return }
        if client.pace != nil {
            let offset = router.clockOffset(ofPanel: own.panel)
            if client.pace!.holds(own, panel: panel, offset: offset, keepsSamples: group.coalesces) { return }
            releaseHeld(client)  // what came before is said before
        }
        deliver(own, panel: panel, to: client)
    }

    /// Sends a frame that is this client's own, or keeps it while the client is behind.
    func deliver(_ frame: RoutedFrame, panel: String, to client: Client) {
        if client.isBehind {
            keep(frame, panel: panel, for: client)
        } else if check(frame, panel: panel, client) {
            send(frame, panel: panel, to: client)
        }
    }

    /// Sends a frame that only this client sees so.
    func send(_ frame: RoutedFrame, panel: String, to client: Client, since: Int64 = 0) {
        let seq = sendOwn(frame, panel: panel, to: client, since: since)
        if client.group?.owner != nil { awaitAcknowledgement(of: frame, client, seq) }
    }

    @discardableResult
    private func sendOwn(_ frame: RoutedFrame, panel: String, to client: Client, since: Int64 = 0) -> UInt64 {
        counters.encodings += 1
        counters.lines += 1
        return client.sendOwn(frame, panel: panel, encoder, since: since)
    }

    private func awaitAcknowledgement(of frame: RoutedFrame, _ client: Client, _ seq: UInt64) {
        func isClaimed(_ receiver: RegionIndex) -> Bool { claims[directory[receiver].id]?.client === client }
        if client.ackWithin != nil, frame.events.contains(where: { $0.receiver.map(isClaimed) == true }) {
            awaitAcknowledgement(client, seq: seq)
        }
    }

    // MARK: Verifying

    /// Whether the events may go to the client. If not, all it believes to be down is cancelled for it.
    func check(_ frame: RoutedFrame, panel: String, _ client: Client) -> Bool {
        do { try client.verifier.check(frame, panel: panel) } catch {
            refuse(client, "\(error)")
            return false
        }
        client.hear(frame)
        for event in frame.events { client.note(event, frame, panel: panel) }
        return true
    }

    private func refuse(_ client: Client, _ violation: String) {
        counters.violations += 1
        Log.error("bug: the stream for \(client.label) is broken: \(violation); its touches are cancelled")
        if stopsAtViolation { abort() }
        cancelDown(client, .resync)
    }

    /// Cancels for one client what it knows to be down; it gets nothing more of these touches, nor of any other that has
    /// begun by now.
    func cancelDown(_ client: Client, _ reason: CancelReason) {
        cancel(client, client.down, client.verifier.actions.inProgress, reason)
        client.down.removeAll(keepingCapacity: true)
        client.pace?.removeAll()
        client.verifier.forgetDown()
        client.since = client.since.map { _ in router.nextID }
    }

    /// Sends the cancels, with the time of what the client heard last of that panel: a time of its own it can place.
    func cancel(
        _ client: Client, _ downs: [Client.Down], _ inProgress: [ActionVerifier.InProgress], _ reason: CancelReason
    ) {
        for panel in Set(downs.map(\.panel) + inProgress.map(\.panel)).sorted() {
            let those = downs.filter { $0.panel == panel }
            let ofPanel = inProgress.filter { $0.panel == panel }
            // Not before what the client has heard last of that panel.
            let times = those.map { max($0.time, client.heard(ofPanel: $0.number)) }
                + ofPanel.map { max($0.time, client.heard(ofPanel: $0.number)) }
            let time = times.max()!
            let actions = ofPanel.map { $0.action.cancelled(at: time) }
            let cancels = those.map { down in
                var touch = down.touch
                touch.timestamp = time
                touch.phase = .cancelled
                touch.reason = reason
                return touch
            }
            sendOwn(RoutedFrame(time: time, events: cancels, actions: actions), panel: panel, to: client)
        }
    }

    // MARK: What is no frame

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
