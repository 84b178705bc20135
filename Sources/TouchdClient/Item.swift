import Glibc
import JSON

/// The items that a client hands out.
public enum Item: Sendable {
    /// A connection begins: subscriptions and claims are made again. Touch ids begin anew when `epoch` is another.
    case connected(server: String, epoch: String, capabilities: [String])
    /// The connection is gone, everything in progress has been cancelled, and requests without a reply have been refused.
    case disconnected(reason: String)
    /// There is no connection, and the client waits for the next attempt. Comes once for each reason.
    case waiting(Waiting)
    case frame(Frame)
    case reply(Reply)
    case snapshot(Snapshot)
    /// This client was too slow; its touches were cancelled before, and a snapshot follows.
    case lagged(seq: UInt64, merged: UInt64, cancelled: [UInt64])
    /// This client answers for these receivers no more. The library does not claim them again.
    case released(receivers: [String], reason: String)
    case question(Question)
    /// Any other line: panel, config, tree, changed, trace, pong, synced, bye, and lines of later servers.
    case message(type: String, fields: JSONValue)
}

/// Why there is no connection.
public struct Waiting: Equatable, Sendable {
    /// The socket.
    public var path: String
    /// Why connecting fails, such as EACCES; ETIMEDOUT: no hello came in time; nil: touchd closes the connection without a hello.
    public var errno: Int32?

    /// The same in words, with a hint.
    public var message: String {
        let why =
            switch errno {
            case nil: "it closes every connection"
            case ETIMEDOUT:
                "it accepts the connection and says no hello in time; see whether touchd hangs"
            case EACCES: "permission denied; the user is to be in the group touch when the program is started"
            case let code?: String(cString: strerror(code))
            }
        return "touchd is not reachable at \(path): \(why)"
    }
}

/// The changes of one report of the panel.
public struct Frame: Sendable {
    /// 0 in a frame that the library has made.
    public var seq: UInt64
    /// µs of event time.
    public var time: Int64
    public var panel: String
    public var events: [Event]
}

/// touchd's, or the library's own: `code` is `disconnected` if the request was sent and may have been done, `notSent` if it was not sent.
public struct Reply: Sendable {
    public var id: UInt64
    public var isOK: Bool
    public var code: String?
    public var message: String?
    /// What to do.
    public var hint: String?
    public var fields: JSONValue
}

/// A gesture asks. Answer with `answer(_:_:)` before the deadline.
public struct Question: Sendable {
    public var id: UInt64
    /// `shouldReceive`: whether the gesture gets this touch; `shouldBegin`: whether it may begin, or be recognized.
    public var ask: String
    /// Event time, µs. From the deadline on the declared answer counts.
    public var time, deadline: Int64
    public var panel: String
    public var gesture: String
    public var kind: String
    public var region: String
    public var touches: [UInt64]
    public var local: Point?
    /// The region that the touch has hit, with `shouldReceive`.
    public var target: String?
    /// All keys of the line, also those of the gesture's event.
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
