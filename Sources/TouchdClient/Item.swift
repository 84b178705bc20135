import Glibc
import JSON

/// The items that a client hands out.
public enum Item: Sendable {
    /// A connection begins: subscriptions, claims and edits are made again. Touch ids begin anew when `epoch` is another.
    case connected(server: String, epoch: String, capabilities: [String])
    /// The connection is gone, everything in progress has been cancelled, and requests without a reply have been refused.
    case disconnected(reason: String)
    /// There is no connection, and the client waits for the next attempt. Comes once for each reason.
    case waiting(Waiting)
    case frame(Frame)
    case reply(Reply)
    case snapshot(Snapshot)
    /// Something of a screen has changed.
    case screen(Screen)
    /// Somebody has made one of the staff's gestures. For clients with the right `staff`.
    case staff(Staff)
    case config(Config)
    /// Regions came, went or changed places. `regions` are all that the subscriptions match now.
    case tree(generation: Int, regions: [Region])
    /// The same for a client with `treeChanges`.
    case treeChanged(TreeChange)
    /// Properties of these regions were set; the other regions are as they were.
    case changed(generation: Int, regions: [Region])
    /// An edit of this client gave way to the configuration file. The library does not redo it. `key` is the property, as in `set` of an
    /// edit; nil: the region as a whole.
    case overridden(region: String, key: String?, generation: Int)
    case warning(Warning)
    /// This client was too slow; its touches were cancelled before, and a snapshot follows.
    case lagged(seq: UInt64, merged: UInt64, cancelled: [UInt64])
    /// This client answers for these receivers no more. The library does not claim them again.
    case released(receivers: [String], reason: String)
    case question(Question)
    /// Any other line: panel, trace, settled, input, recorded, pong, synced, bye, and lines of later servers.
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

    init(_ id: UInt64, isOK: Bool, _ line: JSONValue) {
        (self.id, self.isOK) = (id, isOK)
        let error = line["error"]
        (code, message, hint) = (error?["code"]?.string, error?["message"]?.string, error?["hint"]?.string)
        fields = line
    }
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
