import Glibc
import Logging
import TouchCore
import Wire

/// The server: makes its parts, and leads to each what the service has for it. What a part keeps is the part's own.
public final class Publisher {
    let loop: EventLoop
    unowned let router: any Router
    let epoch: String
    let startedAt: Int64
    let journal: Journal
    let groups: GroupTable
    private(set) lazy var sockets = ListeningSockets(listeners, self)
    private(set) lazy var connections = Connections(self, identify)
    private(set) var streams: ClientStreams!
    private(set) lazy var backlog = Backlog(self)
    private(set) var trees: TreeUpdates!
    private(set) lazy var claimants = Claimants(self)
    private(set) lazy var questions = Questions(self)
    private(set) lazy var requests = RequestReader(self)
    private(set) lazy var subscriptions = Subscriptions(self)
    private(set) lazy var edits = EditRequests(self)
    private(set) lazy var injections = Injections(self)
    private(set) lazy var recordings = ClientRecordings(self)
    private(set) lazy var screens = ScreenLines(self)
    private(set) lazy var trials = TrialRequests(self)
    private(set) lazy var status = StatusReport(self)
    private let listeners: [Listener]
    private let identify: (Int32) -> Peer

    /// - Parameters:
    ///   - encoder, texts: of the tree, where they have been made already. They are the publisher's from now on.
    ///   - identify: who is at the other end of a descriptor; tests say it themselves.
    public init(
        loop: EventLoop, listeners: [Listener], epoch: String, router: any Router, encoder: FrameEncoder? = nil, texts: RegionTexts? = nil,
        identify: @escaping (Int32) -> Peer = { Peer(of: $0) }
    ) {
        self.loop = loop
        self.router = router
        self.epoch = epoch
        self.listeners = listeners
        self.identify = identify
        startedAt = loop.now()
        journal = Journal()
        groups = GroupTable({ [unowned router] in router.directory }, SensitiveRegions(router.directory))
        // Those with timers make them in this order.
        _ = (backlog, edits, sockets, claimants)
        streams = ClientStreams(self, encoder ?? FrameEncoder(router.directory))
        trees = TreeUpdates(self, texts ?? RegionTexts())
        sockets.open()
    }

    /// Where clients connect.
    public var path: String { sockets.path }
    public var generation: Int { trees.generation }
    /// Where lines for the log go.
    public var log: (LogMessage) -> Void {
        get { journal.log }
        set { journal.log = newValue }
    }
    /// In the order in which they came.
    var clients: [Client] { connections.clients }
    /// Which receivers clients answer for.
    var claims: ClaimTable { router.claims }
    var counters: Counters { journal.counters }

    /// Gives a frame to everybody who subscribed to anything in it.
    public func publish(_ frame: RoutedFrame, panel: String) {
        if !frame.isEmpty { streams.publish(frame, panel: panel) }
        if !frame.questions.isEmpty || !frame.settled.isEmpty { questions.ask(frame, panel: panel) }
    }

    /// Tells those who asked why touches began where they did; before the frame in which they begin.
    public func publish(_ explanations: [Explanation], time: Int64, panel: String) {
        if !explanations.isEmpty { streams.publish(explanations, time: time, panel: panel) }
    }

    /// The part of a panel's report that a recording gets.
    public func publish(input events: [InputEvent], of number: Int) { recordings.publish(events, of: number) }

    /// The panels of these recordings are gone.
    public func ended(recordings numbers: [Int]) { recordings.end(numbers) }

    /// Lines of frames that have something outside of sensitive regions.
    public var openLines: Int { journal.openLines }

    /// What a live panel's report led to is published.
    ///
    /// - Parameters:
    ///   - time: the kernel's time stamp.
    ///   - lines: `openLines` before: a report of which no line has come has no latency.
    public func noteLatency(ofReportAt time: Int64, since lines: Int) {
        if openLines > lines { journal.latency.note(max(0, loop.now() - time)) }
    }

    /// Event time at which the held moves of a panel are due; nil if there are none.
    public func deadline(ofPanel panel: PanelID) -> Int64? { groups.isPaced ? streams.deadline(ofPanel: panel) : nil }

    /// Sends what was held back of a panel up to an event time, as though a frame of that time had come. Returns whether there
    /// was anything.
    public func advance(panel: PanelID, to time: Int64) -> Bool { streams.advance(panel: panel, to: time) }

    /// Clients have edited the tree: it is another from the next frame on.
    ///
    /// - Parameter change: how it differs from the one before.
    public func edited(_ change: TreeChange) { trees.replaceTree(change, nil) }

    /// Edits wait from now on, or are done.
    public func holdEdits(_ isHeld: Bool) { edits.hold(isHeld) }

    /// A configuration with another tree is about to be in force. Ends the claims that do not survive it, and says whether there were any:
    /// that ends touches, which may have moved something in the tree in force.
    ///
    /// - Parameter change: `.trial` or `.file`.
    public func endClaims(before new: RegionTree, by change: EndedClaim.Change) -> Bool {
        if claims.isEmpty || !router.directory.hasSensitive { return false }
        let ended = EndedClaim.all(from: router.tree, to: new, claims, by: change)
        claimants.end(ended, by: nil)
        return !ended.isEmpty
    }

    /// A new configuration is in force from the next frame on.
    ///
    /// - Parameters:
    ///   - change: how its tree differs from the one before.
    ///   - encoder, texts: of the new tree, where they have been made already.
    ///   - gaveWay: what fingers and clients had made of the tree and is overruled.
    ///   - trial: for how long it is in force; nil: it is the file's.
    public func reloaded(
        _ change: TreeChange, encoder: FrameEncoder?, texts: RegionTexts?, gaveWay: [GaveWayEntry], trial: TrialEntry? = nil
    ) {
        trees.replaceTree(change, TreeUpdates.Reload(encoder: encoder, texts: texts, gaveWay: gaveWay, trial: trial))
    }

    /// A panel is calibrated otherwise, and the tree is as before.
    ///
    /// - Parameter trial: for how long; nil: as the file has it again.
    public func calibrated(trial: TrialEntry?) {
        if case .calibration(let panel)? = trial?.subject { claimants.calibrationTried(panel: panel) }
        trees.announceConfiguration(trial: trial)
    }

    /// These regions are elsewhere or otherwise from the next frame on; the tree has the same regions as before.
    public func regionsChanged(_ ids: [String]) { trees.regionsChanged(ids) }

    public func added(_ panel: PanelEntry) { trees.broadcast(ServerMessages.added(panel)) }

    /// After what was down on it was cancelled.
    public func removed(_ panel: String, panelID: PanelID, time: Int64) {
        trees.broadcast(ServerMessages.removed(panel, time: time))
        for client in connections.clients { client.forget(panel: panelID) }
    }

    /// A configuration was refused and the old one stays.
    public func refusedReload(_ message: String) {
        trees.broadcast(ServerMessages.refusedReload(generation: generation, message: message))
    }

    /// Something has happened to a screen as a whole.
    public func publish(_ notice: KioskNotice) { screens.publish(notice) }

    /// The fingers on a screen are gone, and cancelled already.
    public func forgetInjected(screen: String) { injections.forget(screen: screen) }

    /// Says goodbye to all.
    public func close() {
        connections.close()
        sockets.close()
    }

    /// Stops a debug build where what the server keeps contradicts itself. Between two events.
    public func checkInvariants() {
        #if DEBUG
            connections.checkInvariants()
            groups.checkInvariants(connections.clients, router.directory)
            trees.checkInvariants()
            edits.checkInvariants()
            claimants.checkInvariants()
            questions.checkInvariants()
            injections.checkInvariants()
            streams.checkInvariants()
            recordings.checkInvariants()
        #endif
    }
}
