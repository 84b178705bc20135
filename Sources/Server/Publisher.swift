import Glibc
import TouchCore
import Wire

/// All clients: takes their requests, and gives each the frames it subscribed to. Waits for none of them.
public final class Publisher {
    /// What the daemon knows and a client may ask for.
    public struct Sources {
        public var panels: () -> [ServerMessages.PanelEntry]
        public var touchesDown: () -> [(panel: String, touch: RoutedTouch)]
        public var nextID: () -> TouchID
        public var devices: () -> [DeviceEntry]
        /// A client has subscribed.
        public var subscribed: () -> Void

        public init(
            panels: @escaping () -> [ServerMessages.PanelEntry],
            touchesDown: @escaping () -> [(panel: String, touch: RoutedTouch)], nextID: @escaping () -> TouchID,
            devices: @escaping () -> [DeviceEntry], subscribed: @escaping () -> Void
        ) {
            self.panels = panels
            self.touchesDown = touchesDown
            self.nextID = nextID
            self.devices = devices
            self.subscribed = subscribed
        }
    }

    enum Limit {
        static let clients = 64
        static let subscriptions = 32
        /// µs a frame may wait for a client before its touches are cancelled for it.
        static let lag: Int64 = 500_000
        /// µs without a byte taken before the client is closed.
        static let stall: Int64 = 5_000_000
        static let pendingFrames = 1024
    }

    private let loop: EventLoop
    private let listener: Listener
    private let sources: Sources
    private let hello: [UInt8]
    private var encoder: FrameEncoder
    private var tree: RegionTree { encoder.tree }
    public private(set) var generation = 1
    private var clients: [Client] = []
    private var groups: [FilterGroup] = []
    private var backlogTimer: EventLoop.Timer!
    private var isTimerSet = false
    /// Violations of the stream grammar that were kept from a client. A bug of the daemon's, each of them.
    public private(set) var violations = 0
    private let stopsAtViolation = getenv("TOUCHD_VERIFIER").map { String(cString: $0) } == "fatal"

    public var clientCount: Int { clients.count }

    public init(loop: EventLoop, listener: Listener, tree: RegionTree, epoch: String, sources: Sources) {
        self.loop = loop
        self.listener = listener
        encoder = FrameEncoder(tree)
        self.sources = sources
        hello = ServerMessages.hello(epoch: epoch)
        backlogTimer = loop.timer { [unowned self] in checkBacklogs() }
        loop.add(listener.fd) { [unowned self] _ in
            while let fd = listener.accept() { welcome(fd) }
        }
    }

    // MARK: Connections

    private func welcome(_ fd: Int32) {
        let client = Client(fd: fd)
        let now = monotonicNow()
        client.send(hello, now: now)
        if clients.count >= Limit.clients {
            client.send(ServerMessages.bye("tooManyClients", "touchd serves \(Limit.clients) clients at the most"), now: now)
            Log.warning("\(client.label) was refused: \(Limit.clients) clients are connected")
            Glibc.close(fd)
            return
        }
        clients.append(client)
        loop.add(fd) { [unowned self] events in ready(client, events) }
    }

    private func ready(_ client: Client, _ events: UInt32) {
        if events & EventLoop.writable != 0 { drain(client, now: monotonicNow()) }
        if events & (EventLoop.readable | EventLoop.hangup) != 0 { read(client) }
        settle(client)
    }

    private func drop(_ client: Client) {
        loop.remove(client.fd)
        Glibc.close(client.fd)
        clients.removeAll { $0 === client }
        leaveGroup(client)
    }

    /// After anything was sent: closes who is to be closed, and has who is behind watched.
    private func settle(_ client: Client) {
        if client.isDoomed {
            drop(client)
        } else if client.isBacklogged {
            loop.change(client.fd, EventLoop.readable | EventLoop.writable)
            if !isTimerSet {
                backlogTimer.set(after: 100_000, every: 100_000)
                isTimerSet = true
            }
        }
    }

    // MARK: Requests

    private func read(_ client: Client) {
        var chunk = [UInt8](repeating: 0, count: 16384)
        // A bounded number of turns, so that a client that never stops talking does not keep the others waiting.
        for _ in 0..<4 {
            let count = Glibc.read(client.fd, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                if errno != EAGAIN { client.isDoomed = true }
                break
            }
            if count == 0 {
                client.isDoomed = true
                break
            }
            client.input += chunk[..<count]
            takeLines(client)
            if client.isDoomed { break }
        }
    }

    private func takeLines(_ client: Client) {
        var start = 0
        while !client.isDoomed, let end = client.input[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if end - start > ServerMessages.maximumLine { break }
            obey(Array(client.input[start..<end]), client)
            start = end + 1
        }
        client.input.removeSubrange(..<start)
        let end = client.input.firstIndex(of: UInt8(ascii: "\n")) ?? client.input.count
        if end > ServerMessages.maximumLine {
            let message = "a line of more than \(ServerMessages.maximumLine) bytes"
            Log.warning("\(client.label) sent \(message) and is disconnected")
            client.send(ServerMessages.bye("lineTooLong", message), now: monotonicNow())
            client.isDoomed = true
        }
    }

    private func obey(_ line: [UInt8], _ client: Client) {
        let now = monotonicNow()
        do {
            switch try ClientMessage.parse(line) {
            case .hello(let name): client.name = name
            case .subscribe(let id, let subscription): try subscribe(client, subscription, id, now)
            case .devices(let id): client.send(ServerMessages.devices(id, sources.devices()), now: now)
            case .ping(let id): client.send(ServerMessages.pong(id), now: now)
            case .sync(let id): client.send(ServerMessages.synced(id), now: now)
            case .unknown: break
            }
        } catch {
            client.send(ServerMessages.reply(to: error), now: now)
        }
    }

    private func subscribe(_ client: Client, _ subscription: Subscription, _ id: JSONValue?, _ now: Int64) throws(RequestError) {
        let subscriptions = (client.group?.subscriptions ?? []) + [subscription]
        if subscriptions.count > Limit.subscriptions {
            throw RequestError("\(Limit.subscriptions) subscriptions are the most a connection may have", id: id)
        }
        // What waits was filtered by the old subscriptions and comes before the cut.
        drain(client, now: now, everything: true)
        leaveGroup(client)
        let group = groups.first { $0.subscriptions == subscriptions } ?? FilterGroup(subscriptions, tree: tree)
        if group.clients.isEmpty { groups.append(group) }
        group.clients.append(client)
        client.group = group
        client.since.append(sources.nextID())
        client.send(ServerMessages.reply(to: id, subscription: subscriptions.count), now: now)
        sendSnapshot(client, now: now)
        sources.subscribed()
    }

    private func leaveGroup(_ client: Client) {
        guard let group = client.group else { return }
        group.clients.removeAll { $0 === client }
        if group.clients.isEmpty { groups.removeAll { $0 === group } }
        client.group = nil
    }

    private func sendSnapshot(_ client: Client, now: Int64) {
        guard let group = client.group else { return }
        let touches = sources.touchesDown().filter { group.isVisible($0.touch.asMove) }
        client.send(
            ServerMessages.snapshot(
                seq: client.seq, generation: generation, panels: sources.panels(), encoder: encoder, regions: group.matches,
                touches: touches), now: now)
        client.seq += 1
    }

    // MARK: Frames

    /// Gives a frame to everybody who subscribed to anything in it. Encodes once for each set of subscriptions.
    public func publish(_ frame: RoutedFrame, panel: String) {
        if frame.isEmpty { return }
        var firstID = frame.events[0].id
        for event in frame.events where event.id < firstID { firstID = event.id }
        var needsSettling = false
        for group in groups {
            group.isEncoded = false
            let visible = group.visible(frame)
            if visible.isEmpty { continue }
            for client in group.clients {
                if client.isBacklogged || firstID < client.latestCut {
                    publishOwn(visible, panel: panel, to: client, in: group)
                } else if check(visible, client) {
                    if !group.isEncoded { encoder.body(visible, panel: panel, into: &group.line) }
                    group.isEncoded = true
                    client.sendFrame(&group.line)
                }
                if client.isBacklogged || client.isDoomed { needsSettling = true }
            }
        }
        // Not while walking the groups: a client that is closed leaves its group.
        if needsSettling { for client in clients where client.isBacklogged || client.isDoomed { settle(client) } }
    }

    /// For a client that does not see what its group sees, or not yet.
    private func publishOwn(_ frame: RoutedFrame, panel: String, to client: Client, in group: FilterGroup) {
        let events = frame.events.filter { group.isVisible($0, since: client.since) }
        if events.isEmpty { return }
        let own = frame.with(events)
        if client.isBacklogged {
            let now = monotonicNow()
            client.enqueue(own, panel: panel, now: now)
            limitLag(client, now: now)
        } else if check(own, client) {
            client.sendOwn(own, panel: panel, encoder)
        }
    }

    // MARK: Verifying

    /// Whether the events may go to the client. If not, all it believes to be down is cancelled for it.
    private func check(_ frame: RoutedFrame, _ client: Client) -> Bool {
        for event in frame.events {
            do {
                try client.verifier.check(event.id, event.phase, receiver: event.receiver, reason: event.reason)
            } catch {
                violations += 1
                Log.error("bug: the stream for \(client.label) is broken: \(error); its touches are cancelled")
                if stopsAtViolation { abort() }
                cancelDown(client, .resync, time: frame.time)
                return false
            }
        }
        for event in frame.events { client.note(event) }
        return true
    }

    /// Cancels for one client what it knows to be down; it gets nothing more of these touches.
    private func cancelDown(_ client: Client, _ reason: CancelReason, time: Int64) {
        let cancels = client.down.map { touch in
            var touch = touch
            touch.phase = .cancelled
            touch.reason = reason
            return touch
        }
        client.down.removeAll(keepingCapacity: true)
        client.verifier.forgetDown()
        client.since = client.since.map { _ in sources.nextID() }
        let panels = sources.touchesDown()
        for (panel, touches) in Dictionary(grouping: cancels, by: { cancel in
            panels.first { $0.touch.id == cancel.id }?.panel ?? ""
        }).sorted(by: { $0.key < $1.key }) {
            client.sendOwn(RoutedFrame(time: time, events: touches), panel: panel, encoder)
        }
    }

    // MARK: Slow clients

    private func drain(_ client: Client, now: Int64, everything: Bool = false) {
        client.drain(now: now, everything: everything, encoder) { check($0, client) }
        if !client.isBacklogged { loop.change(client.fd, EventLoop.readable) }
    }

    private func limitLag(_ client: Client, now: Int64) {
        guard let oldest = client.pending.first else { return }
        if now - oldest.since < Limit.lag && client.pending.count < Limit.pendingFrames { return }
        let cancelled = client.down.map(\.id)
        client.discardQueue()
        cancelDown(client, .lagged, time: now)
        client.send(ServerMessages.lagged(seq: client.seq, merged: client.merged, cancelled: cancelled), now: now)
        client.seq += 1
        client.merged = 0
        sendSnapshot(client, now: now)
        Log.warning("\(client.label) lags: \(cancelled.count) touches cancelled for it")
    }

    private func checkBacklogs() {
        let now = monotonicNow()
        for client in clients where client.isBacklogged {
            if now - client.lastProgress >= Limit.stall {
                Log.warning("\(client.label) has taken no byte for \(Limit.stall / 1_000_000) s and is disconnected")
                client.send(ServerMessages.bye("slow", "no byte taken for \(Limit.stall / 1_000_000) s"), now: now)
                client.isDoomed = true
            }
        }
        for client in clients where client.isDoomed { drop(client) }
        if !clients.contains(where: \.isBacklogged) {
            backlogTimer.clear()
            isTimerSet = false
        }
    }

    // MARK: What is no frame

    private func broadcast(_ line: [UInt8]) {
        let now = monotonicNow()
        for client in clients where client.group != nil {
            // In order: what came before is said before.
            drain(client, now: now, everything: true)
            client.send(line, now: now)
        }
        for client in clients { settle(client) }
    }

    public func panel(_ name: String, added: Bool, time: Int64?) {
        broadcast(ServerMessages.panel(name, added: added, time: time))
    }

    /// A new tree is in force from the next frame on.
    public func replaceTree(_ new: RegionTree) {
        let now = monotonicNow()
        let old = tree
        func moved(_ region: RegionIndex?) -> RegionIndex? { region.flatMap { new.index(ofID: old[$0].id) } }
        for client in clients {
            drain(client, now: now, everything: true)
            client.verifier.renumber { moved($0) }
            for index in client.down.indices {
                client.down[index].target = moved(client.down[index].target)
                client.down[index].receiver = moved(client.down[index].receiver)
            }
        }
        encoder = FrameEncoder(new)
        generation += 1
        for group in groups { group.use(new) }
        broadcast(ServerMessages.configuration(ok: true, generation: generation, message: nil))
    }

    /// A configuration was refused and the old one stays.
    public func refusedReload(_ message: String) {
        broadcast(ServerMessages.configuration(ok: false, generation: generation, message: message))
    }

    /// Says goodbye to all.
    public func close() {
        let now = monotonicNow()
        for client in clients {
            drain(client, now: now, everything: true)
            client.send(ServerMessages.bye("shutdown", "touchd stops"), now: now)
        }
        for client in clients { drop(client) }
        loop.remove(listener.fd)
        listener.close()
    }
}

extension Client {
    /// Keeps in mind what the client knows to be down.
    func note(_ event: RoutedTouch) {
        let index = down.firstIndex { $0.id == event.id && $0.receiver == event.receiver }
        if event.phase.isTerminal {
            if let index { down.remove(at: index) }
        } else if let index {
            down[index] = event
        } else {
            down.append(event)
        }
    }
}

extension RoutedTouch {
    /// As `moved`: what is down is shown to who would see it move, whether or not it asked for axes.
    fileprivate var asMove: RoutedTouch {
        var touch = self
        touch.phase = .moved
        return touch
    }
}
