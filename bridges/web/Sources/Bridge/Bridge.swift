import Logging
import NIOCore
import NIOHTTP1
import Sockets

/// Who is connected, and who may be. Used on the loop's thread alone.
final class Bridge {
    /// Connections that are no WebSockets (yet).
    private static let plainMax = 64

    private(set) var settings: Settings
    private(set) var admission: Admission
    let pages: Pages
    let tools: ToolQueue
    private var relays: [ObjectIdentifier: Relay] = [:]
    /// Of those that are no WebSockets, the oldest first.
    private var gates: [HeadGate] = []
    private var whenEmpty: EventLoopPromise<Void>?

    init(_ settings: Settings, _ admission: Admission, _ pages: Pages) {
        self.settings = settings
        self.admission = admission
        self.pages = pages
        tools = ToolQueue()
    }

    /// Who gets in from now on. Whose token is no longer valid is closed.
    func reload(_ settings: Settings, _ admission: Admission) {
        self.settings = settings
        self.admission = admission
        for relay in relays.values where !admission.tokens.contains(relay.token) {
            relay.close(.policyViolation, "the token is no longer valid")
        }
    }

    /// Of a WebSocket: who it is, or why not.
    func admit(_ head: HTTPRequestHead) throws(Admission.Refusal) -> Token {
        let token = try admission.admit(head)
        if relays.count >= settings.limits.connections { throw .full("\(settings.limits.connections) connections") }
        if relays.values.count(where: { $0.token.name == token.name }) >= settings.limits.perToken {
            throw .full("\(settings.limits.perToken) connections with the token \"\(token.name)\"")
        }
        return token
    }

    /// - Parameter part: of the kind, which has a limit of its own.
    func log(_ kind: MessageKind, part: String = "", _ text: String, _ fields: LogField...) {
        Log.write(LogMessage(kind, text, fields, limits: [.few(part)]))
    }

    // MARK: Connections

    /// Who says nothing makes room: a program without a token is not to keep pages out.
    ///
    /// - Returns: whether there is room.
    func opened(_ gate: HeadGate) -> Bool {
        if gates.count >= Self.plainMax {
            guard let silent = gates.first(where: \.isSilent) else { return false }
            left(silent)
            silent.close()
        }
        gates.append(gate)
        return true
    }

    /// It has become a WebSocket, or is closed.
    func left(_ gate: HeadGate) { gates.removeAll { $0 === gate } }

    func add(_ relay: Relay) { relays[ObjectIdentifier(relay)] = relay }

    func remove(_ relay: Relay) {
        relays[ObjectIdentifier(relay)] = nil
        if relays.isEmpty { whenEmpty?.succeed() }
    }

    /// Closes all; the future is the last one's end.
    func stop(on loop: EventLoop) -> EventLoopFuture<Void> {
        let promise = loop.makePromise(of: Void.self)
        whenEmpty = promise
        tools.stop()
        if relays.isEmpty { promise.succeed() }
        for relay in relays.values { relay.close(.goingAway, "the bridge stops") }
        return promise.futureResult
    }
}
