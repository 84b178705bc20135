import Glibc
import Logging
import TouchCore
import Wire

/// The server. It creates its parts and passes the service's calls on to them. The parts hold the state.
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
    private(set) lazy var typing = Typing(self)
    private(set) lazy var recordings = ClientRecordings(self)
    private(set) lazy var screens = ScreenLines(self)
    private(set) lazy var accessibility = AccessibilityLines(self)
    private(set) lazy var trials = TrialRequests(self)
    private(set) lazy var status = StatusReport(self)
    private(set) lazy var touches = TouchRequests(self)
    private let listeners: [Listener]
    private let identify: (Int32) -> Peer

    /// Opens the sockets.
    ///
    /// - Parameters:
    ///   - encoder, texts: the encoder and the texts of the tree in force, if they have been made already. The publisher owns them from now on.
    ///   - identify: returns the process at the other end of a descriptor. Tests supply their own.
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
        // These parts create timers, so the order in which the parts are made is the order of the timers.
        _ = (backlog, edits, sockets, claimants)
        streams = ClientStreams(self, encoder ?? FrameEncoder(router.directory))
        trees = TreeUpdates(self, texts ?? RegionTexts())
        sockets.open()
    }

    /// The path that clients connect to.
    public var path: String { sockets.path }
    public var generation: Int { trees.generation }
    /// The function that log messages go to.
    public var log: (LogMessage) -> Void {
        get { journal.log }
        set { journal.log = newValue }
    }
    /// The connected clients, in the order of connecting.
    var clients: [Client] { connections.clients }
    /// The claims: which client has claimed which receiver.
    var claims: ClaimTable { router.touches.claims }
    var counters: Counters { journal.counters }

    /// Sends a frame to every client that subscribed to anything in it.
    public func publish(_ frame: RoutedFrame, panel: String) {
        if !frame.isEmpty { streams.publish(frame, panel: panel) }
        if !frame.questions.isEmpty || !frame.settled.isEmpty { questions.ask(frame, panel: panel) }
    }

    /// Explains begins of touches to the clients that trace. Call it before publishing the frame with the begins.
    public func publish(_ explanations: [Explanation], time: Int64, panel: String) {
        if !explanations.isEmpty { streams.publish(explanations, time: time, panel: panel) }
    }

    /// Sends the recorded part of a panel's report to the client that records it.
    public func publish(input events: [InputEvent], of number: Int) { recordings.publish(events, of: number) }

    /// Ends these recordings, because their panels are gone.
    public func ended(recordings numbers: [Int]) { recordings.end(numbers) }

    /// The number of lines sent for frames that have content outside sensitive regions.
    public var unredactedLines: Int { journal.unredactedLines }

    /// Records the latency of a live panel's report, after its frames have been published.
    ///
    /// - Parameters:
    ///   - time: the kernel's time stamp.
    ///   - lines: the value of `unredactedLines` before the report. A report that led to no such line is not counted.
    public func recordLatency(ofReportAt time: Int64, since lines: Int) {
        if unredactedLines > lines { journal.latency.record(max(0, loop.now() - time)) }
    }

    /// Returns the event time at which the panel's held moves are due; nil if there are none.
    public func deadline(ofPanel panel: PanelID) -> Int64? { groups.isPaced ? streams.deadline(ofPanel: panel) : nil }

    /// Sends the panel's held moves that are due at an event time, as if a frame of that time had come. Returns true if there were any.
    public func advance(panel: PanelID, to time: Int64) -> Bool { streams.advance(panel: panel, to: time) }

    /// Tells clients of the new tree after edits by clients. The new tree applies from the next frame on.
    ///
    /// - Parameter change: the difference from the previous tree.
    public func edited(_ change: TreeChange) { trees.replaceTree(change, nil) }

    /// Holds edits from now on, or resumes them.
    public func holdEdits(_ isHeld: Bool) { edits.hold(isHeld) }

    /// Ends the claims that cannot continue in the tree of a new configuration. Call it before that tree is in force. Returns true if it ended any
    /// claims. Touches have then ended, too, which may have moved regions in the tree in force.
    ///
    /// - Parameter change: `.trial` or `.file`.
    public func endClaims(before new: RegionTree, by change: EndedClaim.Change) -> Bool {
        if claims.isEmpty || !router.directory.hasSensitive { return false }
        let ended = EndedClaim.all(from: router.tree, to: new, claims, by: change)
        claimants.end(ended, by: nil)
        return !ended.isEmpty
    }

    /// Ends claims because a profile has shown or hidden regions.
    public func endClaims(_ ended: [EndedClaim]) { claimants.end(ended, by: nil) }

    /// Tells clients of the new configuration, which applies from the next frame on.
    ///
    /// - Parameters:
    ///   - change: the difference between the new tree and the previous one.
    ///   - encoder, texts: the encoder and the texts of the new tree, if they have been made already.
    ///   - gaveWay: changes by fingers and clients that the new configuration overrules.
    ///   - trial: the trial that the configuration belongs to; nil if it is the file's.
    public func reloaded(
        _ change: TreeChange, encoder: FrameEncoder?, texts: RegionTexts?, gaveWay: [GaveWayEntry], trial: TrialEntry? = nil
    ) {
        trees.replaceTree(change, TreeUpdates.Reload(encoder: encoder, texts: texts, gaveWay: gaveWay, trial: trial))
    }

    /// Tells clients that a panel has another calibration. The tree is unchanged.
    ///
    /// - Parameter trial: the trial of the calibration; nil if the file's calibration is in force again.
    public func calibrated(trial: TrialEntry?) {
        if case .calibration(let panel)? = trial?.subject { claimants.endClaimsForCalibrationTrial(panel: panel) }
        trees.announceConfiguration(trial: trial)
    }

    /// Tells clients that these regions have moved or changed. The set of regions is unchanged; the changes apply from the next frame on.
    public func regionsChanged(_ ids: [String]) { trees.regionsChanged(ids) }

    /// Whether a client gets the lines about the accessible glass, and may speak them.
    public var hasReader: Bool { accessibility.hasReader }

    public func added(_ panel: PanelEntry) { trees.broadcast(ServerMessages.added(panel)) }

    /// Tells clients that a panel was removed. Cancel its touches first.
    public func removed(_ panel: String, panelID: PanelID, time: Int64) {
        trees.broadcast(ServerMessages.removed(panel, time: time))
        for client in connections.clients { client.forget(panel: panelID) }
    }

    /// Tells clients that a configuration was refused and the old one stays in force.
    public func refusedReload(_ message: String) {
        trees.broadcast(ServerMessages.refusedReload(generation: generation, message: message))
    }

    /// Tells clients of an event that concerns a whole screen.
    public func publish(_ notice: KioskNotice) { screens.publish(notice) }

    /// Forgets the injected fingers on a screen. Their touches have been cancelled already.
    public func forgetInjected(screen: String) { injections.forget(screen: screen) }

    /// Says `bye` to all clients and closes the sockets.
    public func close() {
        connections.close()
        sockets.close()
    }

    /// Checks the invariants of all parts in debug builds. Call it between two events.
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
