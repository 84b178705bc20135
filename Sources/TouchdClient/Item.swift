import Glibc
import JSON

/// The items that a client hands out.
public enum Item: Sendable {
    /// A connection begins. Subscriptions, claims and edits are sent again. If `epoch` changed, touchd was restarted: touch IDs start over.
    case connected(server: String, epoch: String, capabilities: [String])
    /// The connection was lost. Everything in progress has been cancelled, and requests without a reply have been refused.
    case disconnected(reason: String)
    /// The client has no connection, and waits for the next attempt. Comes once for each reason.
    case waiting(Waiting)
    case frame(Frame)
    case reply(Reply)
    case snapshot(Snapshot)
    /// A property of a screen has changed.
    case screen(Screen)
    /// A staff gesture was made. For clients with the right `staff`.
    case staff(Staff)
    case config(Config)
    /// Regions were added or removed, or changed places. `regions` are all regions that the subscriptions match now.
    case tree(generation: Int, regions: [Region])
    /// The same change as a difference, for a client with `treeChanges`.
    case treeChanged(TreeChange)
    /// Properties of these regions were set; other regions have not changed.
    case changed(generation: Int, regions: [Region])
    /// The configuration file has overridden an edit of this client. The library does not redo it. `key` is the property, as in `set` of an edit;
    /// nil: the region as a whole.
    case overridden(region: String, key: String?, generation: Int)
    case warning(Warning)
    /// The client was too slow. Its touches have been cancelled, and a snapshot follows.
    case lagged(seq: UInt64, merged: UInt64, cancelled: [UInt64])
    /// The client has lost its claims on these receivers. The library does not claim them again.
    case released(receivers: [String], reason: String)
    case question(Question)
    /// Any other line: panel, trace, settled, input, recorded, pong, synced, bye, and lines of later servers.
    case message(type: String, fields: JSONValue)
}

/// The reason why there is no connection.
public struct Waiting: Equatable, Sendable {
    /// The path of the socket.
    public var path: String
    /// The error of the attempt, such as EACCES; ETIMEDOUT: no hello came in time; nil: touchd closes the connection without a hello.
    public var errno: Int32?

    /// The reason in words, with a hint.
    public var message: String {
        let why =
            switch errno {
            case nil: "it closes every connection"
            case ETIMEDOUT:
                "it accepts the connection but sends no hello in time; check whether touchd hangs"
            case EACCES: "permission denied; the user must be in the group touch when the program starts"
            case let code?: String(cString: strerror(code))
            }
        return "touchd is not reachable at \(path): \(why)"
    }
}

/// The changes of one report of the panel.
public struct Frame: Sendable {
    /// The line's number; 0 in a frame that the library made.
    public var seq: UInt64
    /// The event time in µs.
    public var time: Int64
    public var panel: String
    public var events: [Event]
}

/// A reply of touchd or of the library. The library's `code` is `disconnected` if the request was sent and may have been done, and `notSent` if it
/// was not sent.
public struct Reply: Sendable {
    public var id: UInt64
    public var isOK: Bool
    public var code: String?
    public var message: String?
    /// Advice on the error.
    public var hint: String?
    public var fields: JSONValue

    init(_ id: UInt64, isOK: Bool, _ line: JSONValue) {
        (self.id, self.isOK) = (id, isOK)
        let error = line["error"]
        (code, message, hint) = (error?["code"]?.string, error?["message"]?.string, error?["hint"]?.string)
        fields = line
    }
}

/// A gesture's question. Answer it with `answer(_:_:)` before the deadline.
public struct Question: Sendable {
    public var id: UInt64
    /// The question: `shouldReceive`: whether the gesture gets this touch; `shouldBegin`: whether it may begin, or be recognized.
    public var ask: String
    /// The event times of the question and of its deadline, in µs. From the deadline on, the declared answer counts.
    public var time, deadline: Int64
    public var panel: String
    public var gesture: String
    public var kind: String
    public var region: String
    public var touches: [UInt64]
    public var local: Point?
    /// The region that the touch hit, with `shouldReceive`.
    public var target: String?
    /// All keys of the line, including those of the gesture's event.
    public var fields: JSONValue

    init(_ line: JSONValue) throws(Alive.Malformed) {
        guard let time = line["time"]?.time, let deadline = line["deadline"]?.time else { throw Alive.Malformed() }
        (self.time, self.deadline) = (time, deadline)
        id = try line.whole("id")
        ask = try line.text("ask")
        panel = try line.text("panel")
        gesture = try line.text("gesture")
        kind = try line.text("kind")
        region = try line.text("region")
        touches = try line.list("touches").compactMap(\.whole)
        (local, target) = (line["local"]?.point, line["target"]?.string)
        fields = line
    }
}
