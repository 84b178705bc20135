import Glibc
import TouchCore
import Wire

/// One connection: what it has sent, what it wants, what it has seen, and what it has yet to take.
final class Client {
    let fd: Int32
    /// The how many-th connection it is.
    var number = 0
    let peer: Peer
    /// Which socket it came through.
    let socket: Listener.Role
    /// Looked up when it connects, and again when the configuration is another.
    var rights: Rights
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
    var since: [TouchID] = []
    /// What it is not to get yet, when it wants frames only so often.
    var pace: Pace?
    var verifier = StreamVerifier()
    /// The touches this client knows to be down, as it last saw them.
    var down: [Down] = []
    var input: [UInt8] = []
    /// How soon it says that it has read lines with touches of what it has claimed, µs; nil: it need not.
    var ackWithin: Int64?
    /// Such lines of which it has not.
    var unacknowledged = Unacknowledged()
    /// The last line of which it has said so.
    var lastAck: UInt64?
    /// Ids of the regions it has added, which go when it goes.
    var added: [String] = []
    /// The latest that it was asked about a sensitive region.
    var lastSensitiveQuestion = QuestionID(0)
    /// It sees, or has seen, what touches do in a sensitive region: how much it gets is told to nobody else.
    var hasLookedIn: Bool { trafficBefore != nil }
    /// How much it had got before that.
    var trafficBefore: ClientEntry.Traffic?
    /// It may look into more of sensitive regions than when it was last told of its regions, or into less.
    var isListStale = false
    /// Whether it wants each begin explained.
    var traces = false
    /// What it records: numbers that no other recording has, and the panels' ids.
    var recordings: [(number: Int, panel: String)] = []
    /// How many fingers it has injected.
    var injected = 0
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

    struct Down {
        var touch: RoutedTouch
        /// Event time of what the client last heard of it.
        var time: Int64
        var panel: String
        /// The panel's number in frames.
        var number: Int
    }

    /// Touches it could see, but whose begin was not its own.
    var foreign: [RoutedTouch] = []
    /// Gestures, controls and scroll views in progress that it could see, but whose begin was not its own.
    var foreignActions: [(panel: String, subject: RoutedAction.Subject)] = []
    var knowsAll: Bool { foreign.isEmpty && foreignActions.isEmpty }
    /// By panel number, event time of the last frame it got.
    private var heard: [Int64] = []

    init(fd: Int32, _ peer: Peer, _ socket: Listener.Role, _ rights: Rights, now: @escaping () -> Int64) {
        self.fd = fd
        self.peer = peer
        self.socket = socket
        self.rights = rights
        outbox = Outbox(fd: fd, now: now)
        program = Self.programName(peer.pid)
        connectedAt = now()
        // The kernel's queue is latency: keep it short, so that merging begins early.
        var size: Int32 = 16384
        setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func programName(_ pid: Int32) -> String {
        let file = open("/proc/\(pid)/comm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "?" }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(file, &buffer, buffer.count)
        return count > 1 ? printable(String(decoding: buffer[..<(count - 1)], as: UTF8.self)) : "?"
    }

    /// For the log.
    var label: String {
        let process = "pid \(peer.pid) (\(program)), uid \(peer.user)"
        return name.map { "client \"\($0)\", \(process)" } ?? "client \(process)"
    }

    /// Moves that it did not see by themselves, in all.
    var merged: Int { mergedBefore + queue.merged }

    var isBehind: Bool { isLagging || !outbox.isEmpty || !queue.isEmpty }

    /// When the frame came that this client has been waiting for longest.
    var behindSince: Int64? { outbox.frameSince ?? queue.oldest }

    /// The latest of the cuts: a frame with only later touches is the same for the whole group.
    var latestCut: TouchID { since.max() ?? .first }

    /// Keeps in mind when it has heard of a panel.
    func hear(_ frame: RoutedFrame) {
        while heard.count <= frame.panel { heard.append(.min) }
        heard[frame.panel] = max(heard[frame.panel], frame.time)
    }

    func heard(ofPanel number: Int) -> Int64 { number < heard.count ? heard[number] : .min }

    /// Whether it must not see the event, for want of a begin; forgets touches that are over.
    func isForeign(_ event: RoutedTouch) -> Bool {
        guard let index = foreign.firstIndex(where: { $0.id == event.id && $0.receiver == event.receiver }) else { return false }
        if event.phase.isTerminal { foreign.remove(at: index) }
        return true
    }

    func isForeign(_ action: RoutedAction, panel: String) -> Bool {
        if foreignActions.isEmpty { return false }
        let subject = action.subject
        guard let index = foreignActions.firstIndex(where: { $0.subject == subject && $0.panel == panel }) else { return false }
        if action.step != .goesOn { foreignActions.remove(at: index) }
        return action.step != .begins  // a new sequence is the client's own, even if it missed the end of the last one
    }

    /// A panel's number may become another's.
    func forget(panel number: Int) {
        pace?.forget(panel: number)
        if number < heard.count { heard[number] = .min }
    }

    /// Of the last line it got; 0 before the first.
    var lastSeq: UInt64 { seq - 1 }

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
        encoder.body(frame, panel: panel, coalesced: group?.coalesces == true, into: &own)
        return sendFrame(&own, since: since)
    }

    /// Keeps in mind what the client knows to be down.
    func note(_ event: RoutedTouch, _ frame: RoutedFrame, panel: String) {
        let (time, number) = (frame.time, frame.panel)
        let index = down.firstIndex { $0.touch.id == event.id && $0.touch.receiver == event.receiver }
        if event.phase.isTerminal {
            if let index { down.remove(at: index) }
        } else if let index {
            down[index].touch = event
            down[index].time = time
        } else {
            down.append(Down(touch: event, time: time, panel: panel, number: number))
        }
    }
}

/// What a client says of itself, fit for a line of the log and for a terminal: not long, and without what would end the line, move the
/// cursor, or turn round the order in which the rest is shown.
func printable(_ text: String) -> String {
    let unfit: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(64).map { unfit.contains($0.properties.generalCategory) ? "?" : $0 }))
}
