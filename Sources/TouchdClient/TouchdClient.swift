import JSON
import Sockets

/// A client of touchd: a sequence of items.
///
///     let client = TouchdClient()
///     client.subscribe(["kiosk/menu/**"])
///     for try await item in client { … }
///
/// It connects when the first item is requested, and again when the connection is lost: after growing delays, and at most `retries` times (nil:
/// without end) until a connection has lasted again. A lost connection first cancels everything in progress. Only one reader may read items at a
/// time.
public final class TouchdClient: AsyncSequence, Sendable {
    public typealias Element = Item

    private let session: Session

    /// Creates a client.
    /// - path: the socket; nil: `$TOUCHD_SOCKET`, or `/run/touchd/events.sock`.
    /// - name: the client's name in touchd's log.
    /// - helloWithin: the ms within which the server must say hello after it has accepted the connection.
    /// - treeChanges: whether changes of the tree come as `treeChanged`, if this touchd supports it.
    public init(path: String? = nil, name: String? = nil, retries: Int? = 100, helloWithin: Int = 5000, treeChanges: Bool = false) {
        let path = path ?? SocketPath.inEnvironment ?? SocketPath.usual
        session = Session(path: path, name: name, retries: retries, helloWithin: helloWithin, treeChanges: treeChanges)
    }

    deinit { session.close() }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let client: TouchdClient

        /// Returns the next item; nil if the client was closed or the task was cancelled.
        ///
        /// - Throws: `TouchdError`.
        public func next() async throws -> Item? { try await client.session.next() }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(client: self) }

    /// Ends the client without further items. Nothing in progress gets a cancel, because the program itself ends the client.
    public func close() { session.close() }

    // MARK: Requests
    // Each method returns the request's ID, which the reply repeats. Subscriptions, claims, and edits with `redo` are sent again on each new
    // connection, but a claim or edit that touchd has refused is not.

    /// The options of a subscription, besides its regions.
    public struct Wishes: Sendable {
        /// The kinds of events: `touch`, `gesture`, `control`, `scroll`; nil: all.
        public var events: [String]?
        public var observe = false
        public var axes = false
        /// The limit in frames per second.
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

    /// Subscribes to regions.
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

    /// Cancels a subscription.
    /// - subscription: the ID that `subscribe` returned; its reply must have come.
    @discardableResult
    public func unsubscribe(_ subscription: UInt64) -> UInt64 { session.request { $0.unsubscribe(subscription) } }

    /// Claims receivers: this client takes responsibility for them. With `ackWithin` (ms) it must `acknowledge` in time.
    @discardableResult
    public func claim(_ receivers: [String], ackWithin: Int? = nil) -> UInt64 {
        var members: [String: JSONValue] = ["receivers": .array(receivers.map(JSONValue.string))]
        members["ackWithin"] = ackWithin.map { JSONValue.whole($0) }
        return session.request { [members] in $0.remembered("claim", members) }
    }

    @discardableResult
    public func release(_ receivers: [String]) -> UInt64 { session.request { $0.release(receivers) } }

    /// Edits the tree: all of `edits`, or none.
    /// - keep: added regions stay when the connection ends.
    /// - redo: each new connection repeats the request, except edits that touchd refused, that a later edit with `redo` replaced, or that a removal
    ///   undid.
    @discardableResult
    public func edit(_ edits: [JSONValue], keep: Bool = false, redo: Bool = false) -> UInt64 {
        session.request { $0.edit(edits, keep: keep, redo: redo) }
    }

    /// Tells touchd that line `seq` and all lines before it have been read. Without a connection this does nothing, because `seq` belongs to one.
    public func acknowledge(_ seq: UInt64) { session.request { $0.send(["type": "ack", "seq": .whole(seq)]) } }

    /// Answers a question. There is no reply. An answer that comes too late, or after the end of the connection, has no effect.
    public func answer(_ question: Question, _ value: Bool) { answer(question.id, value) }

    /// Answers the question with this ID.
    public func answer(_ question: UInt64, _ value: Bool) {
        session.request { $0.send(["type": "answer", "id": .whole(question), "value": .bool(value)]) }
    }

    /// Makes any request of docs/protocol.md, such as `request("hit", ["x": 10, "y": 20])`. Without a connection it waits for the next one. It is not
    /// repeated: if the connection is lost before the reply, the request is refused as `disconnected`.
    @discardableResult
    public func request(_ type: String, _ members: [String: JSONValue] = [:]) -> UInt64 {
        session.request { $0.request(type, members) }
    }
}
