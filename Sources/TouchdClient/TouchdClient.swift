import JSON
import Sockets

/// A client of touchd: a sequence of items.
///
///     let client = TouchdClient()
///     client.subscribe(["kiosk/menu/**"])
///     for try await item in client { … }
///
/// It connects when the first item is asked for, and again whenever the connection is lost: after a growing delay, and at most
/// `retries` times (nil: without end) until a connection has lasted again. First of all a lost connection cancels everything in
/// progress. Items are for one reader at a time.
public final class TouchdClient: AsyncSequence, Sendable {
    public typealias Element = Item

    private let session: Session

    /// - path: the socket; nil: `$TOUCHD_SOCKET`, or `/run/touchd/events.sock`.
    /// - name: how touchd calls this client in its log.
    /// - helloWithin: ms in which the server must say hello after it has accepted.
    /// - treeChanges: changes of the tree come as `treeChanged`, from a touchd that has it.
    public init(path: String? = nil, name: String? = nil, retries: Int? = 100, helloWithin: Int = 5000, treeChanges: Bool = false) {
        let path = path ?? SocketPath.inEnvironment ?? SocketPath.usual
        session = Session(path: path, name: name, retries: retries, helloWithin: helloWithin, treeChanges: treeChanges)
    }

    deinit { session.close() }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let client: TouchdClient

        /// Throws `TouchdError`; nil if the client was closed or the task cancelled.
        public func next() async throws -> Item? { try await client.session.next() }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(client: self) }

    /// Ends the client without further items. Nothing is cancelled, since the program itself ends it.
    public func close() { session.close() }

    // MARK: Requests
    // Each returns its id, which the reply repeats. Subscriptions, claims, and edits with `redo` are made again on each new connection.

    /// The other options of a subscription.
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

    /// - subscription: the id that `subscribe` returned; its reply must have come.
    @discardableResult
    public func unsubscribe(_ subscription: UInt64) -> UInt64 { session.request { $0.unsubscribe(subscription) } }

    /// Claims receivers: this client answers for them. With `ackWithin` (ms) it must `acknowledge` in time.
    @discardableResult
    public func claim(_ receivers: [String], ackWithin: Int? = nil) -> UInt64 {
        var members: [String: JSONValue] = ["receivers": .array(receivers.map(JSONValue.string))]
        members["ackWithin"] = ackWithin.map { JSONValue.whole($0) }
        return session.request { [members] in $0.remembered("claim", members) }
    }

    @discardableResult
    public func release(_ receivers: [String]) -> UInt64 { session.request { $0.release(receivers) } }

    /// Edits the tree: all of `edits`, or none.
    /// - keep: what is added stays when the connection ends.
    /// - redo: each new connection makes again what is left of it: not what a later edit with `redo` has replaced, what was removed again, or
    ///   what was refused.
    @discardableResult
    public func edit(_ edits: [JSONValue], keep: Bool = false, redo: Bool = false) -> UInt64 {
        session.request { $0.edit(edits, keep: keep, redo: redo) }
    }

    /// Says that line `seq` and all before it have been read. It belongs to this connection, and does nothing without one.
    public func acknowledge(_ seq: UInt64) { session.request { $0.send(["type": "ack", "seq": .whole(seq)]) } }

    /// There is no reply. An answer that comes too late, or after the end of the connection, changes nothing.
    public func answer(_ question: Question, _ value: Bool) { answer(question.id, value) }

    /// Answers the question with this id.
    public func answer(_ question: UInt64, _ value: Bool) {
        session.request { $0.send(["type": "answer", "id": .whole(question), "value": .bool(value)]) }
    }

    /// Any request of docs/protocol.md, such as `request("hit", ["x": 10, "y": 20])`. Without a connection it waits for the next
    /// one. It is not made again: if its connection is lost before the reply, it is refused as `disconnected`.
    @discardableResult
    public func request(_ type: String, _ members: [String: JSONValue] = [:]) -> UInt64 {
        session.request { $0.request(type, members) }
    }
}
