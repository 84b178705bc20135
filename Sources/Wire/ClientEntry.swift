/// One client in `touchctl clients`.
public struct ClientEntry: Sendable {
    /// Counts the connections.
    public let number: Int
    public var process: Int32
    public var program: String
    public var user: UInt32
    /// As it calls itself in `hello`.
    public var name: String?
    /// The token that it has named.
    public var token: String?
    /// µs of the monotonic clock.
    public var connectedAt: Int64
    public var subscriptions: [(number: Int, wish: Subscription)] = []
    /// Ids of the receivers it has claimed.
    public var claims: [String] = []
    public var ackWithin: Int64?
    /// How much it gets.
    public var traffic = Traffic()
    /// Whether the asking client gets only the amounts from before this client saw into a sensitive region.
    public var isSensitive = false
    public var lagged = 0
    public var badLines = 0
    /// How many of its requests were refused.
    public var refusedRequests = 0
    public var traces = false
    /// How many fingers it has injected.
    public var injected = 0
    /// Whether it came through the admin socket.
    public var isAdmin = false
    /// Whether it is the client that asks.
    public var isSelf = false

    /// How much a client gets, and has taken.
    public struct Traffic: Sendable {
        /// The last line it has acknowledged, and how many that it has to are open.
        public var lastAck: UInt64?
        public var unacknowledged = 0
        /// The waiting amounts: bytes on their way, and frames that are not encoded yet.
        public var queuedBytes = 0
        public var queuedFrames = 0
        /// How long it has been waiting, or let wait, for the oldest of them, µs.
        public var lag: Int64 = 0
        public var merged = 0
        /// The `seq` of the last line it got, and bytes in all.
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
    /// The subscription as it was requested, with the omitted keys.
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
