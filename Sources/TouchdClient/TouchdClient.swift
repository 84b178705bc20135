import JSON
import Sockets

/// A client of touchd: a sequence of items.
///
///     let client = TouchdClient()
///     client.subscribe(["kiosk/menu/**"])
///     for try await item in client { … }
///
/// It connects when the first item is asked for, and again whenever the connection is lost: after a growing delay, and at most
/// `retries` times (nil: without end) until a connection has lasted again. Before anything else a lost connection cancels all
/// that was alive. Items are for one reader at a time.
public final class TouchdClient: AsyncSequence, Sendable {
    public typealias Element = Item

    private let session: Session

    /// - path: the socket; nil: `$TOUCHD_SOCKET`, or `/run/touchd/events.sock`.
    /// - name: how touchd calls this client in its log.
    /// - helloWithin: ms in which what accepts the connection is to say hello.
    public init(path: String? = nil, name: String? = nil, retries: Int? = 100, helloWithin: Int = 5000) {
        let path = path ?? SocketPath.inEnvironment ?? SocketPath.usual
        session = Session(path: path, name: name, retries: retries, helloWithin: helloWithin)
    }

    deinit { session.close() }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let client: TouchdClient

        /// Throws `TouchdError`; nil when the client was closed or the task cancelled.
        public func next() async throws -> Item? { try await client.session.next() }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(client: self) }

    /// Ends it without further items; nothing is cancelled, for it is the program's own wish.
    public func close() { session.close() }

    // MARK: Requests
    // Each returns its id, which the reply has. Subscriptions and claims are made again on each new connection.

    /// What else a subscription can wish for.
    public struct Wishes: Sendable {
        /// `touch`, `gesture`, `control`, `scroll`; nil: all.
        public var events: [String]?
        public var observe = false
        public var axes = false
        /// Frames a second.
        public var maxRate: Double?
        public var coalesced = false

        public init(
            events: [String]? = nil, observe: Bool = false, axes: Bool = false, maxRate: Double? = nil, coalesced: Bool = false
        ) {
            self.events = events
            self.observe = observe
            self.axes = axes
            self.maxRate = maxRate
            self.coalesced = coalesced
        }
    }

    /// - regions: globs over region paths.
    @discardableResult
    public func subscribe(_ regions: [String] = ["**"], _ wishes: Wishes = Wishes()) -> UInt64 {
        var members: [String: JSONValue] = ["regions": .array(regions.map(JSONValue.string))]
        members["events"] = wishes.events.map { .array($0.map(JSONValue.string)) }
        if wishes.observe { members["observe"] = .bool(true) }
        if wishes.axes { members["axes"] = .bool(true) }
        members["maxRate"] = wishes.maxRate.map { JSONValue.number($0) }
        if wishes.coalesced { members["coalesced"] = .bool(true) }
        return session.request { [members] in $0.remembered("subscribe", members) }
    }

    /// - subscription: what `subscribe` returned; its reply must have come.
    @discardableResult
    public func unsubscribe(_ subscription: UInt64) -> UInt64 { session.request { $0.unsubscribe(subscription) } }

    /// This client answers for these receivers; with `ackWithin` (ms) it has to `acknowledge` in time.
    @discardableResult
    public func claim(_ receivers: [String], ackWithin: Int? = nil) -> UInt64 {
        var members: [String: JSONValue] = ["receivers": .array(receivers.map(JSONValue.string))]
        members["ackWithin"] = ackWithin.map { JSONValue.whole($0) }
        return session.request { [members] in $0.remembered("claim", members) }
    }

    @discardableResult
    public func release(_ receivers: [String]) -> UInt64 { session.request { $0.release(receivers) } }

    /// Line `seq` and all before have been read. It is of this connection, so without one there is nothing to say.
    public func acknowledge(_ seq: UInt64) { session.request { $0.send(["type": "ack", "seq": .whole(seq)]) } }

    /// There is no reply; an answer that comes too late, such as after the end of the connection, changes nothing.
    public func answer(_ question: Question, _ value: Bool) { answer(question.id, value) }

    /// By the question's id.
    public func answer(_ question: UInt64, _ value: Bool) {
        session.request { $0.send(["type": "answer", "id": .whole(question), "value": .bool(value)]) }
    }

    /// Any request of docs/protocol.md, such as `request("hit", ["x": 10, "y": 20])`. Without a connection it waits for the next. Not
    /// made again: when its connection is lost before the reply, it is refused as `disconnected`.
    @discardableResult
    public func request(_ type: String, _ members: [String: JSONValue] = [:]) -> UInt64 {
        session.request { $0.request(type, members) }
    }
}
