import Logging
import NIOCore
import NIOHTTP1
import Sockets
import Speech

/// The connections, and the rules for admitting them. Used only on the loop's thread.
final class Bridge {
    /// The most connections that are not (yet) WebSockets.
    private static let plainMax = 128

    private(set) var settings: Settings
    private(set) var admission: Admission
    let pages: Pages
    let tools: ToolQueue
    private var speech = SpeechSettings()
    private var relays: [ObjectIdentifier: Relay] = [:]
    /// The connections that are not WebSockets, the oldest first.
    private var gates: [HeadGate] = []
    private var whenEmpty: EventLoopPromise<Void>?

    init(_ settings: Settings, _ admission: Admission, _ pages: Pages) {
        self.settings = settings
        self.admission = admission
        self.pages = pages
        tools = ToolQueue()
    }

    /// Puts new rules in force. Closes connections whose tokens are no longer valid.
    func reload(_ settings: Settings, _ admission: Admission) {
        self.settings = settings
        self.admission = admission
        for relay in relays.values where !admission.tokens.contains(relay.token) {
            relay.close(.policyViolation, "the token is no longer valid")
        }
    }

    /// Admits a WebSocket. Returns its token.
    func admit(_ head: HTTPRequestHead) throws(Admission.Refusal) -> Token {
        let token = try admission.admit(head)
        if relays.count >= settings.limits.connections { throw .full("\(settings.limits.connections) connections") }
        if relays.values.count(where: { $0.token.name == token.name }) >= settings.limits.perToken {
            throw .full("\(settings.limits.perToken) connections with the token \"\(token.name)\"")
        }
        return token
    }

    /// Writes a rate-limited message to the log.
    ///
    /// - Parameter part: messages of one kind with different parts are limited separately.
    func log(_ kind: MessageKind, part: String = "", _ text: String, _ fields: LogField...) {
        Log.write(LogMessage(kind, text, fields, limits: [.few(part)]))
    }

    /// Returns what speaks as touchd-speak does, for a page that asks what is said.
    func speaker() throws(SpeechSettings.Refusal) -> Speaker { try speech.speaker(settings.speech, at: MonotonicClock.now) }

    // MARK: Connections

    /// Adds a connection. If there are too many, one without a token is closed: the oldest one that has its whole answer, otherwise the oldest one.
    /// So a program without a token cannot keep pages out. A page shows its token as soon as it is connected, so its connection is never that old.
    ///
    /// - Returns: false if all connections have shown a token.
    func opened(_ gate: HeadGate) -> Bool {
        if gates.count >= Self.plainMax {
            let answered = gates.first { $0.standing == .answered }
            guard let leaving = answered ?? gates.first(where: { $0.standing == .unknown }) else { return false }
            remove(leaving)
            leaving.makeRoom()
        }
        gates.append(gate)
        return true
    }

    /// Removes a connection that has become a WebSocket or is closed.
    func remove(_ gate: HeadGate) { gates.removeAll { $0 === gate } }

    func add(_ relay: Relay) { relays[ObjectIdentifier(relay)] = relay }

    func remove(_ relay: Relay) {
        relays[ObjectIdentifier(relay)] = nil
        if relays.isEmpty { whenEmpty?.succeed() }
    }

    /// Closes all connections. The future is fulfilled when the last one has ended.
    func stop(on loop: EventLoop) -> EventLoopFuture<Void> {
        let promise = loop.makePromise(of: Void.self)
        whenEmpty = promise
        tools.stop()
        if relays.isEmpty { promise.succeed() }
        for relay in relays.values { relay.close(.goingAway, "the bridge is stopping") }
        return promise.futureResult
    }
}
