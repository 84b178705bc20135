/// A client in the answer to `clients`, as `touchctl clients` lists it.
public struct ClientEntry: Sendable {
    /// The number of the connection, counted from 1.
    public let number: Int
    public var process: Int32
    public var program: String
    public var user: UInt32
    /// The name that the client gave in `hello`.
    public var name: String?
    /// The token that the client named in `hello`.
    public var token: String?
    /// The time of the connection, µs of the monotonic clock.
    public var connectedAt: Int64
    public var subscriptions: [(number: Int, wish: Subscription)] = []
    /// IDs of the receivers that the client has claimed.
    public var claims: [String] = []
    public var ackWithin: Int64?
    /// The traffic to the client.
    public var traffic = Traffic()
    /// True if the asking client gets only the amounts from before this client saw into a sensitive region.
    public var isSensitive = false
    public var lagged = 0
    public var badLines = 0
    /// The number of requests of this client that were refused.
    public var refusedRequests = 0
    public var traces = false
    /// The number of fingers that the client has injected.
    public var injected = 0
    /// True if the client connected to the admin socket.
    public var isAdmin = false
    /// True for the client that sent the request.
    public var isSelf = false

    /// The amount of data sent to a client, waiting for it, and acknowledged by it.
    public struct Traffic: Sendable {
        /// The `seq` of the last line that the client acknowledged, and the number of lines that it still has to acknowledge.
        public var lastAck: UInt64?
        public var unacknowledged = 0
        /// Data that waits: bytes on their way, and frames that are not encoded yet.
        public var queuedBytes = 0
        public var queuedFrames = 0
        /// The time that the oldest waiting frame has waited, µs.
        public var lag: Int64 = 0
        public var merged = 0
        /// The `seq` of the last line sent to the client, and the number of all bytes sent.
        public var seq: UInt64 = 0
        public var sentBytes = 0

        public init() {}
    }

    public init(number: Int, process: Int32, program: String, user: UInt32, name: String?, connectedAt: Int64) {
        self.number = number
        self.process = process
        self.program = program
        self.user = user
        self.name = name
        self.connectedAt = connectedAt
    }

    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("number")
        writer.integer(number)
        writer.key("pid")
        writer.integer(Int(process))
        writer.key("program")
        writer.string(program)
        writer.key("uid")
        writer.integer(Int(user))
        if let name {
            writer.key("name")
            writer.string(name)
        }
        if let token {
            writer.key("token")
            writer.string(token)
        }
        if isAdmin {
            writer.key("admin")
            writer.bool(true)
        }
        if isSelf {
            writer.key("self")
            writer.bool(true)
        }
        writer.key("connectedAt")
        writer.integer(connectedAt)
        writer.key("subscriptions")
        writer.beginArray()
        for subscription in subscriptions { subscription.wish.write(as: subscription.number, into: &writer) }
        writer.endArray()
        writer.key("claims")
        writer.beginArray()
        for claim in claims { writer.string(claim) }
        writer.endArray()
        if let ackWithin {
            writer.key("ackWithin")
            writer.integer(ackWithin / 1000)
        }
        if let lastAck = traffic.lastAck {
            writer.key("lastAck")
            writer.unsigned(lastAck)
        }
        if traces {
            writer.key("trace")
            writer.bool(true)
        }
        if injected > 0 {
            writer.key("injected")
            writer.integer(injected)
        }
        if isSensitive {
            writer.key("sensitive")
            writer.bool(true)
        }
        let counts: [(StaticString, Int)] = [
            ("unacknowledged", traffic.unacknowledged), ("queuedBytes", traffic.queuedBytes), ("queuedFrames", traffic.queuedFrames),
            ("lag", Int(traffic.lag)), ("merged", traffic.merged), ("lagged", lagged), ("badLines", badLines),
            ("refusedRequests", refusedRequests),
            ("seq", Int(traffic.seq)), ("sentBytes", traffic.sentBytes),
        ]
        for (key, count) in counts {
            writer.key(key)
            writer.integer(count)
        }
        writer.endObject()
    }
}

extension Subscription {
    /// Writes the subscription as it was requested, with the defaults of omitted keys.
    func write(as number: Int, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("subscription")
        writer.integer(number)
        writer.key("regions")
        writer.beginArray()
        for glob in regions { writer.string(glob) }
        writer.endArray()
        writer.key("events")
        writer.beginArray()
        let kinds = [("touch", wantsTouches), ("gesture", wantsGestures), ("control", wantsControls), ("scroll", wantsScrolling)]
        for (kind, isWanted) in kinds where isWanted { writer.string(kind) }
        writer.endArray()
        for (key, flag) in [("observe", observe), ("axes", axes), ("coalesced", coalesced), ("raw", raw)] as [(StaticString, Bool)] where flag {
            writer.key(key)
            writer.bool(true)
        }
        if let maxRate {
            writer.key("maxRate")
            writer.number(maxRate)
        }
        writer.endObject()
    }
}
