import JSON

/// What a client hands out.
public enum Item: Sendable {
    /// A connection begins: subscriptions and claims are made again. Touch ids begin anew when `epoch` is another.
    case connected(server: String, epoch: String, capabilities: [String])
    /// The connection is gone, what was alive has been cancelled, and requests without a reply are lost.
    case disconnected(reason: String)
    case frame(Frame)
    case reply(Reply)
    case snapshot(Snapshot)
    /// This client was too slow; its touches were cancelled before, and a snapshot follows.
    case lagged(seq: UInt64, merged: UInt64, cancelled: [UInt64])
    /// This client answers for these receivers no more. They are not claimed again by themselves.
    case released(receivers: [String], reason: String)
    /// To be answered with `answer(_:_:)`.
    case question(id: UInt64, ask: String, fields: JSONValue)
    /// Any other line: panel, config, tree, changed, trace, pong, synced, bye, and what later servers may say.
    case message(type: String, fields: JSONValue)
}

/// What one report of the panel changed.
public struct Frame: Sendable {
    /// 0 in a frame that the library has made.
    public var seq: UInt64
    /// µs of event time.
    public var time: Int64
    public var panel: String
    public var events: [Event]
}

public struct Reply: Sendable {
    public var id: UInt64
    public var isOK: Bool
    public var code: String?
    public var message: String?
    public var fields: JSONValue
}

/// The picture at one moment. The touches listed are not this client's: it gets those that begin later.
public struct Snapshot: Sendable {
    public var seq: UInt64
    public var generation: Int
    public var panels: [JSONValue]
    public var regions: [JSONValue]
    public var touches: [JSONValue]
}
