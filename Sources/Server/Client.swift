import Glibc
import Logging
import Text
import TouchCore
import Wire

/// One connection: what it has sent, what it wants, what it has seen, and what it has yet to take.
final class Client {
    let fd: Int32
    /// The how many-th connection it is.
    var number = 0
    let peer: Peer
    /// The token that it has named in `hello` and might name: its rights are that token's, and it counts with the token's others.
    var token: String?
    /// It has named one that it might not: it has no rights as long as it stays, and counts with its user's others.
    var isBarred = false
    var principal: Principal { Principal(user: peer.user, token: token) }
    /// It has asked for something: a token would come too late.
    var hasAsked = false
    /// Which socket it came through.
    let socket: Listener.Role
    /// Looked up when it connects, and again when the configuration is another.
    var rights: Rights { didSet { padLinesIfNeeded() } }
    let program: String
    let connectedAt: Int64
    /// As it calls itself in `hello`, as far as that is fit to be printed.
    var name: String?
    var group: FilterGroup?
    /// Its subscriptions by number, in the group's order; none comes again.
    var subscriptions: [Int] = []
    /// How many it has had.
    var lastSubscription = 0
    /// For each subscription the first touch it gets: those down at its beginning are not its own.
    var since: [TouchID] = [] { didSet { latestCut = since.max() ?? .first } }
    /// The latest of these cuts.
    private var latestCut = TouchID.first
    /// What it is not to get yet, when it wants frames only so often.
    var pace: Pace?
    /// What it knows to be down and in progress.
    private(set) var shared = SharedStream()
    /// The same, its own from when it is changed.
    var stream: StreamState {
        _read { yield shared.state }
        _modify {
            leaveStream()
            yield &shared.state
        }
    }
    var input: [UInt8] = []
    /// It sees, or has seen, what touches do in a sensitive region: how much it gets is told to nobody else.
    var hasLookedIn: Bool { trafficBefore != nil }
    /// How much it had got before that.
    var trafficBefore: ClientEntry.Traffic? { didSet { padLinesIfNeeded() } }
    /// It may look into more of sensitive regions than when it was last told of its regions, or into less.
    var isListStale = false
    /// It wants to be told of changes of its list, not of the whole list.
    var wantsTreeChanges = false
    /// What it has been told of, if it wants that; nil: it gets the whole list next.
    var told: ToldRegions?
    /// Whether it wants each begin explained.
    var traces = false
    /// Whether it is told what those who trace are told now. One that lags is told how things stand when it reads again.
    var takesTraces: Bool { traces && !isLagging && outbox.count < Limit.answers }
    /// What it records: numbers that no other recording has, and the panels' ids.
    var recordings: [(number: Int, panel: String)] = []
    /// How many fingers it has injected.
    var injected = 0
    /// The parts that it has sent of a configuration to be tried.
    var triedText: [UInt8] = []
    /// Lines of its are being obeyed: there may be more.
    var isObeying = false
    /// Its next line waits for a request that takes long.
    var isBusy = false
    /// It has said all it will say, and may go on listening.
    var isFinished = false
    /// What the loop watches the connection for.
    var watched = EventLoop.readable
    /// Its peer hears nothing any more. What it had sent by then is obeyed, and then it is closed.
    var isHungUp = false
    /// Closed as soon as the current event is handled.
    var isDoomed = false
    /// Closed: nothing can be said to it any more.
    var isGone = false

    var outbox: Outbox
    var queue = FrameQueue()
    /// Too far behind: it gets no frames until it has taken what it has, and then begins anew.
    var isLagging = false
    /// Touches that have been cancelled for it while it was, and of which its `lagged` has yet to tell.
    var cancelledUntold: [TouchID] = []
    /// How often it was that, how many moves it was told it did not see, how many of its lines were malformed, and how many of its
    /// requests were refused.
    var lagged = 0
    var mergedBefore = 0
    var badLines = 0
    var refusedRequests = 0
    private var seq: UInt64 = 1
    private var own = JSONWriter()

    init(fd: Int32, _ peer: Peer, _ socket: Listener.Role, _ rights: Rights, now: @escaping () -> Int64) {
        self.fd = fd
        self.peer = peer
        self.socket = socket
        self.rights = rights
        outbox = Outbox(fd: fd, now: now)
        program = Self.programName(peer.pid)
        connectedAt = now()
        outbox.isPadded = rights.has(.sensitive)
        // The kernel's queue is latency: keep it short, so that merging begins early.
        var size: Int32 = 16384
        setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Pads all lines from the moment when the client may first look into a sensitive region, by a rule or by a claim, until it disconnects.
    private func padLinesIfNeeded() { if hasLookedIn || rights.has(.sensitive) { outbox.isPadded = true } }

    private static func programName(_ pid: Int32) -> String {
        let file = open("/proc/\(pid)/comm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "?" }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(file, &buffer, buffer.count)
        if count <= 1 { return "?" }
        // A process names itself. The label has the name in parentheses, which it must not end.
        let name = shortPrintable(String(decoding: buffer[..<(count - 1)], as: UTF8.self))
        return String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == "(" || $0 == ")" ? "?" : $0 }))
    }

    /// For the log.
    var label: String {
        let process = "pid \(peer.pid) (\(program)), uid \(peer.user)" + (token.map { ", token \"\($0)\"" } ?? "")
        return name.map { "client \"\($0)\", \(process)" } ?? "client \(process)"
    }

    /// For the log, who has done something: the client, its socket, and for whom it says that it asks.
    func source(_ behalf: String?) -> String {
        "\(label) on the \(socket.rawValue) socket" + (behalf.map { ", for \"\(shortPrintable($0))\"" } ?? "")
    }

    /// Which client a message of the log is about.
    var logFields: [LogField] { [.clientPID(peer.pid), .clientUID(peer.user), .clientName(name), .token(token)] }

    /// Moves that it did not see by themselves, in all.
    var merged: Int { mergedBefore + queue.merged }

    /// Those of them that everybody may be told of: what it misses since it has looked into a sensitive region is its own.
    var mergedOpenly: Int { trafficBefore?.merged ?? merged }

    var isBehind: Bool { isLagging || !outbox.isEmpty || !queue.isEmpty }

    /// When the frame came that this client has been waiting for longest.
    var behindSince: Int64? { outbox.frameSince ?? queue.oldest }

    /// Whether a frame is the same for it as for the whole group, and goes to it at once.
    ///
    /// - Parameter first: the earliest touch that the frame is about.
    func isInStep(_ first: TouchID) -> Bool { !isBehind && pace == nil && first >= latestCut && shared.state.knowsAll }

    /// What it sees is no more the same as what others see with whom it shares what it knows.
    func leaveStream() { if !isKnownUniquelyReferenced(&shared) { shared = SharedStream(shared.state) } }

    /// It knows nothing to be down, nor did the others before the frame that it and they get now.
    func join(_ stream: SharedStream) { shared = stream }

    /// A panel is gone.
    func forget(panel: PanelID) { pace?.forget(panel: panel) }

    /// Of the last line it got; 0 before the first.
    var lastSeq: UInt64 { seq - 1 }

    func checkInvariants() {
        #if DEBUG
            stream.checkInvariants()
            outbox.checkInvariants()
            queue.checkInvariants()
            pace?.checkInvariants()
            assert(subscriptions.count == since.count, "client \(number) has subscriptions without a first touch")
            assert(zip(subscriptions, subscriptions.dropFirst()).allSatisfy { $0 < $1 } && subscriptions.last ?? 0 <= lastSubscription)
            assert(!isLagging || queue.isEmpty, "frames wait for client \(number), which gets none of them")
            assert(!isHungUp || queue.isEmpty && outbox.isBroken, "frames wait for client \(number), which is hung up")
            assert(group != nil || stream.isEmpty, "client \(number) knows touches and is subscribed to nothing")
        #endif
    }

    func nextSeq() -> UInt64 {
        defer { seq += 1 }
        return seq
    }

    /// Numbers a frame's line and sends it; the line is the group's or this client's own.
    @discardableResult
    func sendFrame(_ line: inout JSONWriter, since: Int64 = 0) -> UInt64 {
        let seq = nextSeq()
        FrameEncoder.number(seq, &line)
        line.withBytes { outbox.send($0, frameSince: since) }
        return seq
    }

    /// Encodes what only this client sees of a frame, and sends it.
    func sendOwn(_ frame: RoutedFrame, panel: String, _ encoder: FrameEncoder, since: Int64 = 0) -> UInt64 {
        encoder.body(frame, panel: panel, group?.format ?? FrameFormat(), into: &own)
        return sendFrame(&own, since: since)
    }
}

/// A client's own account of itself, as the log shows it.
func shortPrintable(_ text: String) -> String { quotable(text, atMost: 64) }
