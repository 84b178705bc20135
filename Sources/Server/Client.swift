import Glibc
import Logging
import Text
import TouchCore
import Wire

/// A connection: its rights, subscriptions, stream state and outgoing queue.
final class Client {
    /// The party that a connection acts for. The first requests of the connection decide it; after that, it never changes.
    enum Identity: Equatable {
        /// The client has made no request that rights apply to. It may still name a token.
        case undecided
        /// The connection's user.
        case user
        /// The token named in `hello`. The connection has the token's rights and counts towards the token's limits.
        case token(String)
        /// The client has named a token without permission, or in a line that cannot be read. It has no rights until it disconnects, and counts
        /// towards its user's limits.
        case barred
    }

    /// The stages of a connection. Later ones exclude all earlier ones.
    enum ConnectionStage {
        /// The normal stage: the client and touchd may send.
        case open
        /// The client has sent everything: it has closed its writing side, but may still read.
        case finished
        /// The peer is gone. Complete lines that it sent before are still processed.
        case hungUp
        /// The peer is gone, and all that it has sent has been read.
        case drained
        /// The connection is closed as soon as the current event has been handled. No more lines are processed.
        case closing
        /// The end: no more can be sent.
        case closed
    }

    let fd: Int32
    /// The connection's number. Numbers count up from 1 and are never used again.
    var number = 0
    let peer: Peer
    var identity = Identity.undecided
    var token: String? { if case .token(let name) = identity { name } else { nil } }
    var principal: Principal { Principal(user: peer.user, token: token) }
    /// The socket that the client connected to.
    let socket: Listener.Role
    /// The client's rights, computed when it connects, when it names a token, and after each reload.
    var rights: Rights { didSet { padLinesIfNeeded() } }
    let program: String
    let connectedAt: Int64
    /// The name that the client gives in `hello`, shortened and made printable.
    var name: String?
    var group: FilterGroup?
    /// The numbers of the client's subscriptions, in the group's order. Numbers are never used again.
    var subscriptions: [Int] = []
    /// The number of the latest subscription.
    var lastSubscription = 0
    /// The first touch that each subscription shows. Touches already down when a subscription began are left out of it.
    var since: [TouchID] = [] { didSet { latestCut = since.max() ?? .first } }
    /// The largest of `since`.
    private var latestCut = TouchID.first
    /// The moves held back for `maxRate`; nil if frames are not limited.
    var pace: Pace?
    /// The touches and actions that the client knows to be in progress, possibly shared with other clients of the group.
    private(set) var shared = SharedStream()
    /// The state in `shared`. Changing it gives the client its own copy first.
    var stream: StreamState {
        _read { yield shared.state }
        _modify {
            leaveStream()
            yield &shared.state
        }
    }
    var input: [UInt8] = []
    /// True if the client sees, or has seen, what touches do in a sensitive region. Other clients then see only `trafficBeforeSensitive`.
    var hasSeenSensitive: Bool { trafficBeforeSensitive != nil }
    /// The traffic counts from before the client first saw into a sensitive region; nil if it has not.
    var trafficBeforeSensitive: ClientEntry.Traffic? { didSet { padLinesIfNeeded() } }
    /// True if the client's view of sensitive regions has changed since its last region list.
    var isListStale = false
    /// True if the client wants changes of the region list instead of the whole list.
    var wantsTreeChanges = false
    /// The regions in the client's list, if it wants changes of the list; nil if it gets the whole list next.
    var sentRegions: SentRegions?
    /// True if the client wants each begin explained (`trace`).
    var traces = false
    /// True if trace lines go to this client now. A client that lags, or for which too much waits, gets none.
    var receivesTraces: Bool { traces && !isLagging && outbox.count < Limit.answers }
    /// The recordings that the client makes: their numbers, which are never used again, and the panel IDs.
    var recordings: [(number: Int, panel: String)] = []
    /// The number of fingers that the client has injected.
    var injected = 0
    /// The latest session in which the client has injected fingers.
    var injecting: InjectionSession?
    /// The parts received so far of a configuration to try.
    var triedText: [UInt8] = []
    private(set) var stage = ConnectionStage.open
    /// True while the client's lines are being processed; more may be waiting.
    var isProcessingLines = false
    /// True while a long request of the client runs. Its next line waits.
    var hasPendingRequest = false
    /// The events that the loop watches the connection for.
    var watched = EventLoop.readable

    var outbox: Outbox
    var queue = FrameQueue()
    /// The last `explore` line, while earlier lines wait. A later one replaces it, as moves are merged.
    var waitingExplore: [UInt8]?
    /// True if the client is too far behind. It gets no frames until it has read everything sent; then it gets a new snapshot.
    var isLagging = false
    /// Touches cancelled for the client while it was lagging. Its next `lagged` line lists them.
    var unreportedCancels: [TouchID] = []
    /// Counts since the connection: times the client lagged, merged moves already reported to it, malformed lines, and refused requests.
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
        // The kernel's send buffer adds latency: keep it small, so that merging starts early.
        var size: Int32 = 16384
        setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Pads all lines from the moment the client may first see into a sensitive region, by a rule or by a claim, until it disconnects.
    private func padLinesIfNeeded() { if hasSeenSensitive || rights.has(.sensitive) { outbox.isPadded = true } }

    private static func programName(_ pid: Int32) -> String {
        let file = open("/proc/\(pid)/comm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "?" }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(file, &buffer, buffer.count)
        if count <= 1 { return "?" }
        // The process chooses its own name. `label` puts the name in parentheses, so the name must not contain any.
        let name = shortPrintable(String(decoding: buffer[..<(count - 1)], as: UTF8.self))
        return String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == "(" || $0 == ")" ? "?" : $0 }))
    }

    // MARK: Stages

    var hasEndedInput: Bool { stage == .finished || stage == .drained }
    var isHungUp: Bool { stage == .hungUp || stage == .drained }
    var isClosing: Bool { stage == .closing || stage == .closed }
    var isClosed: Bool { stage == .closed }

    /// Records that the client has sent everything.
    func finish() {
        if stage == .open { stage = .finished }
        if stage == .hungUp { stage = .drained }
    }

    /// Records that the peer is gone.
    func hangUp() {
        if stage == .open { stage = .hungUp }
        if stage == .finished { stage = .drained }
    }

    /// Closes the connection after the current event.
    func closeSoon() { if stage != .closed { stage = .closing } }

    func didClose() { stage = .closed }

    /// The client's description in the log.
    var label: String {
        let process = "pid \(peer.pid) (\(program)), uid \(peer.user)" + (token.map { ", token \"\($0)\"" } ?? "")
        return name.map { "client \"\($0)\", \(process)" } ?? "client \(process)"
    }

    /// The log's description of the author of a request: the client, its socket, and the name of the party that it says it acts for.
    func source(_ behalf: String?) -> String {
        "\(label) on the \(socket.rawValue) socket" + (behalf.map { ", for \"\(shortPrintable($0))\"" } ?? "")
    }

    /// The log fields that identify the client.
    var logFields: [LogField] { [.clientPID(peer.pid), .clientUID(peer.user), .clientName(name), .token(token)] }

    /// The number of moves that were merged away or dropped for this client.
    var merged: Int { mergedBefore + queue.merged }

    /// The part of `merged` that other clients may learn: the count stops when the client first sees into a sensitive region.
    var visibleMerged: Int { trafficBeforeSensitive?.merged ?? merged }

    var isBehind: Bool { isLagging || !outbox.isEmpty || !queue.isEmpty }

    /// The arrival time of the oldest frame that still waits for this client.
    var behindSince: Int64? { outbox.frameSince ?? queue.oldest }

    /// True if the client gets the frame at once and unchanged, as the whole group does.
    ///
    /// - Parameter first: the earliest touch that the frame is about.
    func isInStep(_ first: TouchID) -> Bool { !isBehind && pace == nil && first >= latestCut && shared.state.knowsAll }

    /// Gives the client its own stream state, because its lines now differ from its group's.
    func leaveStream() { if !isKnownUniquelyReferenced(&shared) { shared = SharedStream(shared.state) } }

    /// Switches to the stream state of another client. Before the current frame, nothing was in progress for either client.
    func join(_ stream: SharedStream) { shared = stream }

    /// Forgets the held moves of a removed panel.
    func forget(panel: PanelID) { pace?.forget(panel: panel) }

    /// The `seq` of the last line sent; 0 before the first.
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

    /// Numbers a frame's line and sends it. The line may be the group's or this client's own.
    @discardableResult
    func sendFrame(_ line: inout JSONWriter, since: Int64 = 0) -> UInt64 {
        let seq = nextSeq()
        FrameEncoder.number(seq, &line)
        line.withBytes { outbox.send($0, frameSince: since) }
        return seq
    }

    /// Encodes a frame for this client alone, and sends it.
    func sendOwn(_ frame: RoutedFrame, panel: String, _ encoder: FrameEncoder, since: Int64 = 0) -> UInt64 {
        encoder.body(frame, panel: panel, group?.format ?? FrameFormat(), into: &own)
        return sendFrame(&own, since: since)
    }
}

/// Returns a text that a client supplied, shortened and made printable for the log.
func shortPrintable(_ text: String) -> String { quotable(text, atMost: 64) }
