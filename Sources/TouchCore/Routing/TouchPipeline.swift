/// Turns a panel's events into routed touches. It does no I/O and reads no clock: time comes in with the events.
///
/// A frame passes the same stages whatever the source of its events:
/// assemble (contacts) → filter (noise) → hit test and capture (new touches) → compose (the events of each receiver) → recognizers (which receivers
/// keep the touches) → actions. No receiver gets any part of a frame before all of it has been decided. `PanelState` takes a frame through the stages
/// up to its events; the pipeline connects panels, controls and the tree.
///
/// The pipeline is a class because a struct would be copied to the stack as a whole for each query.
public final class TouchPipeline {
    @usableFromInline var context: RoutingContext
    var controls = Controls()
    /// The receivers that a client has claimed. Touches of unclaimed receivers go to their fallback, if they have one.
    public internal(set) var claims = ClaimTable()
    public private(set) lazy var accessibility = AccessibleGlass(self)

    /// - Parameter ids: The ids to continue with, if another pipeline assigned earlier ones.
    public init(tree: RegionTree, ids: TouchIDs = TouchIDs()) {
        context = RoutingContext(tree: tree, ids: ids)
        if tree.screens.contains(where: { $0.accessibility != nil }) { _ = accessibility }
    }

    // A coroutine that is not inlined into another module allocates.
    @inlinable public var tree: RegionTree { _read { yield context.tree } }

    /// Lends the tree to code that reads all of it. Passing it as an argument would copy it with all its contents. `body` must not change it.
    public func lendTree<Result, Failure>(_ body: (inout RegionTree) throws(Failure) -> Result) throws(Failure) -> Result {
        try body(&context.tree)
    }

    public var ids: TouchIDs { context.ids }
    /// A number that changes whenever fingers or clients change a region.
    public var treeRevision: UInt64 { context.tree.revision }
    /// The id of the next touch that is not in a sensitive region.
    public var nextID: TouchID { context.ids.next }

    /// Whether begins are explained. This costs a second hit test that records its steps.
    public var explains: Bool {
        get { context.explains }
        set { context.explains = newValue }
    }

    // MARK: Panels

    /// Adds a panel on a screen. Its identity is unique until `removePanel`.
    public func addPanel(
        _ name: String, screen: Int, kind: PanelKind, mapping: PanelMapping, rules: PanelRules = PanelRules(), makesTouches: Bool = false
    ) -> PanelID {
        context.panels.add {
            PanelState(
                id: $0, name: name, screen: screen, mapping: mapping, rules: rules, assembler: ContactAssembler(kind: kind),
                makesTouches: makesTouches)
        }
    }

    /// Reads the kernel's state of a panel just opened. Contacts that are already down become touches only when they come down again.
    public func open(_ panel: PanelID, slots: [KernelSlot], currentSlot: Int) {
        context.panels[panel]!.contacts.open(slots: slots, currentSlot: currentSlot)
    }

    /// Changes the mapping and rules of a panel, at once if no touch is down, else when the last touch ends.
    public func reconfigure(_ panel: PanelID, mapping: PanelMapping, rules: PanelRules) {
        context.panels[panel]!.reconfigure(mapping, rules)
    }

    /// The current mapping of a panel.
    public func mapping(ofPanel panel: PanelID) -> PanelMapping { context.panels[panel]!.mapping }

    /// Removes a panel on which nothing is down. Cancel its touches first.
    public func removePanel(_ panel: PanelID) {
        if let state = context.panels[panel] {
            state.gate.detach(state.gatePlace, &context.glasses, at: state.clock.time)
            let count = state.sensitive.countedOnGlass
            if count > 0 { context.glasses.lifted(count, sensitive: count, state.screen, at: state.clock.time &+ state.clockOffset) }
        }
        context.panels.remove(panel)
        accessibility.forget(panel)
    }

    /// Sets the difference between the loop's clock and the panel's event time, in µs. Screens use the loop's clock, so that their panels agree.
    public func setClockOffset(ofPanel panel: PanelID, _ offset: Int64) { context.panels[panel]?.clockOffset = offset }

    // MARK: Events

    /// Processes a panel's next events, after everything on the panel that is due before them. Removes events from the front, up to the end of a
    /// report or to an event with another time.
    public func handle(
        _ events: inout UnsafeBufferPointer<InputEvent>, panel id: PanelID, into output: inout FrameBuffer
    ) -> ContactAssembler.Outcome {
        let panel = context.panels[id]!
        let time = events[0].time
        if panel.deadline <= time { advance(panel, to: time, into: &output) }
        if context.glasses.deadline <= time &+ panel.clockOffset { advanceScreens(to: time &+ panel.clockOffset, into: &output) }
        let outcome = panel.handle(&events)
        if outcome == .frame {
            let wasSecret = panel.mayHaveSensitiveContacts(context.tree.features) && panel.hasSensitiveContact(context)
            if panel.mayHaveSensitive(context.tree.features) { sense(panel, at: time, into: &output) { $1.sensing.senseReport(&$0) } }
            makeFrame(panel, at: time) { $1.route(&$0) }
            if panel.mayHaveSensitiveContacts(context.tree.features) {
                panel.count(reportAt: time, wasSecret: wasSecret, context)
            } else {
                panel.count(reportAt: time)
            }
            context.draft.emit(into: &output)
            if panel.mustContinue(context.tree.features) { advance(panel, to: panel.clock.time, into: &output) }
            if context.glasses.hasExplored { explore(panel, at: time, into: &output) }
        }
        return outcome
    }

    /// Processes a single event instead of a buffer of events.
    public func handle(_ event: InputEvent, panel: PanelID, into output: inout FrameBuffer) -> ContactAssembler.Outcome {
        event.withEventBuffer { handle(&$0, panel: panel, into: &output) }
    }

    /// Lets the fingers explore that have changed. The focus follows a finger in the same report.
    private func explore(_ panel: PanelState, at time: Int64, into output: inout FrameBuffer) {
        if !panel.makesTouches { advanceScreens(to: time &+ panel.clockOffset, into: &output) }
    }

    /// Processes changes of contacts from a source without events (a scenario), endings first, after everything on the panel that is due before them.
    ///
    /// - Parameter isSilent: True if clients other than the owner learn nothing of contacts in a sensitive region, because no finger is there.
    public func handle(
        _ changes: [ContactChange], panel id: PanelID, at time: Int64, isSilent: Bool = false, into output: inout FrameBuffer
    ) {
        let panel = context.panels[id]!
        advance(panel, to: time, into: &output)
        advanceScreens(to: time &+ panel.clockOffset, into: &output)
        var changes = changes
        if panel.mayHaveSensitive(context.tree.features), !isSilent {
            sense(panel, at: time, into: &output) { $1.sensing.sense(&changes, &$0) }
        }
        panel.isSilent = isSilent
        makeFrame(panel, at: time) { $1.pass(changes, &$0) }
        panel.isSilent = false
        context.draft.emit(into: &output)
        if panel.mustContinue(context.tree.features) { advance(panel, to: panel.clock.time, into: &output) }
        if context.glasses.hasExplored { explore(panel, at: time, into: &output) }
    }

    /// Processes the location of a hovering pen from a source without events; nil if nothing hovers.
    public func hover(at location: Point?, panel id: PanelID, time: Int64, into output: inout FrameBuffer) {
        let panel = context.panels[id]!
        advance(panel, to: time, into: &output)
        makeFrame(panel, at: time) { $1.hover(at: location, &$0) }
        context.draft.emit(into: &output)
    }

    /// Continues from the kernel's state after events were dropped.
    public func resynchronise(
        _ panel: PanelID, slots: [KernelSlot], currentSlot: Int, time: Int64, into output: inout FrameBuffer
    ) {
        let panel = context.panels[panel]!
        panel.contacts.resynchronise(slots: slots, currentSlot: currentSlot)
        if panel.mayHaveSensitive(context.tree.features) { sense(panel, at: time, into: &output) { $1.sensing.senseReport(&$0) } }
        makeFrame(panel, at: time) { $1.route(&$0) }
        context.draft.emit(into: &output)
        if panel.mustContinue(context.tree.features) { advance(panel, to: panel.clock.time, into: &output) }
        if context.glasses.hasExplored { explore(panel, at: time, into: &output) }
    }

    /// Cancels everything that is down on a panel.
    public func cancelTouches(ofPanel panel: PanelID, reason: CancelReason, time: Int64, into output: inout FrameBuffer) {
        makeFrame(context.panels[panel]!, at: time) { $1.cancelAll(reason, &$0) }
        context.draft.emit(into: &output)
    }

    /// Handles a change of the output below a panel: everything that is down is cancelled. While the output is off, new contacts never become
    /// touches.
    public func setOutput(ofPanel panel: PanelID, isOff: Bool, time: Int64, into output: inout FrameBuffer) {
        cancelTouches(ofPanel: panel, reason: .outputInactive, time: time, into: &output)
        context.panels[panel]!.admission.setOutput(isOff: isOff)
    }

    // MARK: Time

    /// The panel with the earliest deadline and that deadline in event time; nil if there is none.
    public var nextDeadline: (panel: PanelID, time: Int64)? {
        var next: (panel: PanelID, time: Int64)?
        for panel in context.panels where panel.deadline < next?.time ?? .max { next = (panel.id, panel.deadline) }
        return next
    }

    /// The event time at which something next happens on a panel without an event; nil if there is none.
    public func deadline(ofPanel panel: PanelID) -> Int64? {
        guard let deadline = context.panels[panel]?.deadline, deadline < .max else { return nil }
        return deadline
    }

    /// Does everything that is due on all panels up to an event time, in order. Call it when time passes without events.
    public func advance(to time: Int64, into output: inout FrameBuffer) {
        while let next = nextDeadline, next.time <= time { advance(next.panel, to: next.time, into: &output) }
    }

    /// Does everything that is due on a panel up to an event time. Returns true if anything was due. Handling events does this by itself. Requests of
    /// clients, interruptions and drops do not, because the panel may have unread events of an earlier time that prevent what is due.
    @discardableResult
    public func advance(_ panel: PanelID, to time: Int64, into output: inout FrameBuffer) -> Bool {
        guard let panel = context.panels[panel] else { return false }
        return advance(panel, to: time, into: &output)
    }

    @discardableResult
    private func advance(_ panel: PanelState, to time: Int64, into output: inout FrameBuffer) -> Bool {
        var isAny = false
        while panel.deadline <= time, panel.deadline < .max {
            panel.expire(at: panel.deadline, &context)
            finish(panel)
            panel.countStuck(context)
            context.draft.emit(into: &output)
            if context.glasses.hasExplored { explore(panel, at: panel.clock.time, into: &output) }
            isAny = true
        }
        return isAny
    }

    // MARK: Screens

    /// The state of each screen's glass, in the order of the tree's screens.
    public var screenStates: [ScreenState] { context.glasses.states }

    /// Returns the notices about screens since the last call.
    public func removeNotices() -> [KioskNotice] { context.glasses.removeNotices() }
    public var hasNotices: Bool { !context.glasses.notices.isEmpty }

    /// Starts the measurement of the screens' idle times.
    ///
    /// - Parameter time: The loop's clock, in µs.
    public func startScreens(at time: Int64) { context.glasses.start(at: time) }

    /// A time on the loop's clock, at or before the next change of a screen that happens without an event; nil if there is none.
    public var screenDeadline: Int64? { context.glasses.deadline < .max ? context.glasses.deadline : nil }

    /// Does everything that is due on all screens up to a time of the loop's clock.
    public func advanceScreens(to time: Int64, into output: inout FrameBuffer) {
        while context.glasses.deadline <= time {
            let due = context.glasses.deadline
            if context.glasses.accessibilityDeadline <= due {
                accessibility.advance(to: accessibility.hasChanged ? time : due, before: time, into: &output)
            } else {
                var glasses = context.glasses
                glasses.advance(to: due, before: min(time, glasses.accessibilityDeadline)) { context.isTouched($0) }
                context.glasses = glasses
            }
        }
    }

    /// Sets the state of a screen's display.
    ///
    /// - Parameter isTold: Whether a program has reported the state; false if it was read from the display itself.
    public func setDisplay(_ display: DisplayState, isTold: Bool, screen: Int) {
        context.glasses.setDisplay(display, isTold: isTold, screen)
    }

    public func mode(ofScreen screen: Int) -> ScreenMode { context.glasses.mode(screen) }

    /// Sets the mode of a screen. In any mode except `normal`, nothing is routed, and touches that are down are cancelled with the reason `locked`,
    /// except in regions that are spared from the mode.
    ///
    /// - Parameters:
    ///   - end: The time on the loop's clock at which the mode ends by itself.
    ///   - time: The time of the cancels, for each panel.
    public func setMode(
        _ mode: ScreenMode, until end: Int64 = .max, screen: Int, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) {
        if mode != .normal {
            let spared = context.tree.regionsSpared(from: mode)
            onPanels(at: time, into: &output, where: { $0.screen == screen }) { panel in
                panel.cancelAll(.locked, &context) { spared.contains($0) }
                panel.admission.forgetAll()
            }
        }
        context.glasses.setMode(mode, until: end, screen)
    }

    // MARK: Frames

    /// Calls `act` for the panels concerned, and makes one frame for each, with the time that `time` returns for it.
    func onPanels(
        at time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer, where isConcerned: (PanelState) -> Bool = { _ in true },
        _ act: (PanelState) -> Void
    ) {
        for panel in context.panels where isConcerned(panel) {
            panel.begin(at: time(panel.id), &context)
            act(panel)
            finish(panel)
            context.draft.emit(into: &output)
        }
    }

    /// Makes a frame of a panel.
    @inline(__always)
    private func makeFrame(_ panel: PanelState, at time: Int64, _ act: (inout RoutingContext, PanelState) -> Void) {
        panel.begin(at: time, &context)
        act(&context, panel)
        finish(panel)
    }

    /// Makes a separate frame of the events that other clients get about contacts in sensitive regions. The number and times of the frames that
    /// filters and rules make of a report may depend on the location of these contacts.
    private func sense(
        _ panel: PanelState, at time: Int64, into output: inout FrameBuffer, _ act: (inout RoutingContext, PanelState) -> Void
    ) {
        panel.begin(at: time, &context)
        act(&context, panel)
        panel.finishSensing(&context)
        context.draft.emit(into: &output)
    }

    /// Finishes a frame whose contacts have been processed: recognizers, controls and actions.
    private func finish(_ panel: PanelState) {
        panel.decide(&context)
        let features = context.tree.features
        if features.contains(.controls) { controls.track(&context) }
        context.draft.addGestures()
        if features.contains(.dragsSelf) { context.dragSelves() }
        if features.contains(.scrolls) { context.scroll() }
        panel.finish(&context)
        controls.checkInvariants(context)
    }
}
