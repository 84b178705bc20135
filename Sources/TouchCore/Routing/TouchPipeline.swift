/// A finger's way from a panel's events to routed touches. Pure: no I/O, no clock; time comes in with the events.
///
/// A frame passes the same stages whichever source its events come from:
/// assemble (contacts) → filter (noise) → hit test and capture (new touches) → compose (what each receiver gets) → recognizers (who goes
/// on getting it) → actions. Nobody is told of a frame before all of it has been decided.
/// `PanelState` leads a frame through the stages up to its events; here panels, controls and the tree are wired together.
///
/// A class, so that a question asked of it passes a reference: as a struct all that it has would be copied to the stack for each.
public final class TouchPipeline {
    @usableFromInline var context: RoutingContext
    var controls = Controls()
    /// Which receivers have a client that answers for them; touches of others go to their fallback, where they have one.
    public internal(set) var claims = ClaimTable()

    /// - Parameter ids: where they go on when another pipeline gave those before.
    public init(tree: RegionTree, ids: TouchIDs = TouchIDs()) { context = RoutingContext(tree: tree, ids: ids) }

    // A coroutine that is not inlined in another module allocates.
    @inlinable public var tree: RegionTree { _read { yield context.tree } }

    /// Lends the tree to who reads it as a whole: as an argument it would be copied, with all that is in it. Nothing changes it.
    public func lendTree<Result, Failure>(_ body: (inout RegionTree) throws(Failure) -> Result) throws(Failure) -> Result {
        try body(&context.tree)
    }

    public var ids: TouchIDs { context.ids }
    /// Changes with everything that fingers and clients change of regions.
    public var treeRevision: UInt64 { context.tree.revision }
    /// The id that the next touch will get, unless it is a sensitive region's.
    public var nextID: TouchID { context.ids.next }

    /// Whether begins are explained: it costs a second hit test that takes notes.
    public var explains: Bool {
        get { context.explains }
        set { context.explains = newValue }
    }

    // MARK: Panels

    /// Opens a panel on a screen. Its identity is its own until `removePanel`.
    public func addPanel(
        _ name: String, screen: Int, kind: PanelKind, mapping: PanelMapping, rules: PanelRules = PanelRules()
    ) -> PanelID {
        context.panels.add {
            PanelState(id: $0, name: name, screen: screen, mapping: mapping, rules: rules, assembler: ContactAssembler(kind: kind))
        }
    }

    /// Takes the kernel's state of a panel just opened: contacts already down are no touches until they come again.
    public func open(_ panel: PanelID, slots: [KernelSlot], currentSlot: Int) {
        context.panels[panel]!.contacts.open(slots: slots, currentSlot: currentSlot)
    }

    /// Maps and treats a panel's contacts another way from when nothing is down on it: at once, or when the last touch ends.
    public func reconfigure(_ panel: PanelID, mapping: PanelMapping, rules: PanelRules) {
        context.panels[panel]!.reconfigure(mapping, rules)
    }

    /// The mapping that is in force.
    public func mapping(ofPanel panel: PanelID) -> PanelMapping { context.panels[panel]!.mapping }

    /// Forgets a panel on which nothing is down: cancel its touches first.
    public func removePanel(_ panel: PanelID) {
        if let state = context.panels[panel] {
            state.gate.leave(state.gatePlace, &context.glasses, at: state.clock.time)
            let count = state.sensitive.countedOnGlass
            if count > 0 { context.glasses.lifted(count, sensitive: count, state.screen, at: state.clock.time &+ state.clockOffset) }
        }
        context.panels.remove(panel)
    }

    /// How far the loop's clock is ahead of a panel's event time, µs: screens go by the loop's, so that their panels agree.
    public func setClockOffset(ofPanel panel: PanelID, _ offset: Int64) { context.panels[panel]?.clockOffset = offset }

    // MARK: Events

    /// Processes a panel's next events, after what is due on the panel before them: takes them from the front, up to the end of a report
    /// or to one of another time.
    public func handle(
        _ events: inout UnsafeBufferPointer<InputEvent>, panel id: PanelID, into output: inout FrameBuffer
    ) -> ContactAssembler.Outcome {
        let panel = context.panels[id]!
        let time = events[0].time
        if panel.deadline <= time { advance(panel, to: time, into: &output) }
        if context.glasses.deadline <= time &+ panel.clockOffset { advanceScreens(to: time &+ panel.clockOffset) }
        let outcome = panel.handle(&events)
        if outcome == .frame {
            let wasSecret = panel.mayHaveSecrets(context.tree.features) && panel.hasSecretContact(context)
            if panel.mayHaveSensitive(context.tree.features) { sense(panel, at: time, into: &output) { $1.sensing.senseReport(&$0) } }
            makeFrame(panel, at: time) { $1.route(&$0) }
            if panel.mayHaveSecrets(context.tree.features) {
                panel.count(reportAt: time, wasSecret: wasSecret, context)
            } else {
                panel.count(reportAt: time)
            }
            context.draft.emit(into: &output)
            if panel.goesOn(context.tree.features) { advance(panel, to: panel.clock.time, into: &output) }
        }
        return outcome
    }

    /// The same for one event.
    public func handle(_ event: InputEvent, panel: PanelID, into output: inout FrameBuffer) -> ContactAssembler.Outcome {
        event.alone { handle(&$0, panel: panel, into: &output) }
    }

    /// Processes what a source that has touches rather than events (a scenario) says of them, endings first, after what is due on
    /// the panel before it.
    public func handle(_ changes: [ContactChange], panel id: PanelID, at time: Int64, into output: inout FrameBuffer) {
        let panel = context.panels[id]!
        advance(panel, to: time, into: &output)
        advanceScreens(to: time &+ panel.clockOffset)
        var changes = changes
        if panel.mayHaveSensitive(context.tree.features) { sense(panel, at: time, into: &output) { $1.sensing.sense(&changes, &$0) } }
        makeFrame(panel, at: time) { $1.pass(changes, &$0) }
        context.draft.emit(into: &output)
        if panel.goesOn(context.tree.features) { advance(panel, to: panel.clock.time, into: &output) }
    }

    /// Processes where something hovers that such a source has; nil: nowhere.
    public func hover(at location: Point?, panel id: PanelID, time: Int64, into output: inout FrameBuffer) {
        let panel = context.panels[id]!
        advance(panel, to: time, into: &output)
        makeFrame(panel, at: time) { $1.hover(at: location, &$0) }
        context.draft.emit(into: &output)
    }

    /// Goes on after a drop from the kernel's state.
    public func resynchronise(
        _ panel: PanelID, slots: [KernelSlot], currentSlot: Int, time: Int64, into output: inout FrameBuffer
    ) {
        let panel = context.panels[panel]!
        panel.contacts.resynchronise(slots: slots, currentSlot: currentSlot)
        if panel.mayHaveSensitive(context.tree.features) { sense(panel, at: time, into: &output) { $1.sensing.senseReport(&$0) } }
        makeFrame(panel, at: time) { $1.route(&$0) }
        context.draft.emit(into: &output)
        if panel.goesOn(context.tree.features) { advance(panel, to: panel.clock.time, into: &output) }
    }

    /// Cancels all that is down on a panel.
    public func cancelTouches(ofPanel panel: PanelID, reason: CancelReason, time: Int64, into output: inout FrameBuffer) {
        makeFrame(context.panels[panel]!, at: time) { $1.cancelAll(reason, &$0) }
        context.draft.emit(into: &output)
    }

    /// The output under a panel goes off or on: what is down is cancelled. While it is off, what begins is nothing for its whole
    /// life.
    public func setOutput(ofPanel panel: PanelID, isOff: Bool, time: Int64, into output: inout FrameBuffer) {
        cancelTouches(ofPanel: panel, reason: .outputInactive, time: time, into: &output)
        context.panels[panel]!.admission.setOutput(isOff: isOff)
    }

    // MARK: Time

    /// The panel on which something happens next without an event, and the event time at which; nil if on none.
    public var nextDeadline: (panel: PanelID, time: Int64)? {
        var next: (panel: PanelID, time: Int64)?
        for panel in context.panels where panel.deadline < next?.time ?? .max { next = (panel.id, panel.deadline) }
        return next
    }

    /// Event time at which something happens next on a panel without an event; nil if nothing does.
    public func deadline(ofPanel panel: PanelID) -> Int64? {
        guard let deadline = context.panels[panel]?.deadline, deadline < .max else { return nil }
        return deadline
    }

    /// Does all that is due on all panels up to an event time, in the order in which it is due: time passes without an event.
    public func advance(to time: Int64, into output: inout FrameBuffer) {
        while let next = nextDeadline, next.time <= time { advance(next.panel, to: next.time, into: &output) }
    }

    /// Does all that is due on a panel up to an event time, and says whether anything was. Nobody has to call it before events are
    /// handled. What clients ask for, interruptions and drops lead to no deadlines: the panel may have events of an earlier time,
    /// not yet read, that avert what is due.
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
            isAny = true
        }
        return isAny
    }

    // MARK: Screens

    /// The glass of each screen, in the order of the tree's.
    public var screenStates: [ScreenState] { context.glasses.states }

    /// What is to be told of screens since it was last asked for.
    public func takeNotices() -> [KioskNotice] { context.glasses.takeNotices() }
    public var hasNotices: Bool { !context.glasses.notices.isEmpty }

    /// Screens without a touch become idle from now on.
    ///
    /// - Parameter time: the loop's clock, µs.
    public func startScreens(at time: Int64) { context.glasses.start(at: time) }

    /// When something happens on a screen without an event, or earlier, for nothing: on the loop's clock; nil: never.
    public var screenDeadline: Int64? { context.glasses.deadline < .max ? context.glasses.deadline : nil }

    /// Does what is due on all screens up to a time of the loop's clock.
    public func advanceScreens(to time: Int64) {
        guard context.glasses.deadline <= time else { return }
        var glasses = context.glasses
        glasses.advance(to: time) { context.isTouched($0) }
        context.glasses = glasses
    }

    /// The display of a screen is known to be on or off, or is not known.
    ///
    /// - Parameter isTold: whether a program says so, rather than the display.
    public func setDisplay(_ display: DisplayState, isTold: Bool, screen: Int) {
        context.glasses.setDisplay(display, isTold: isTold, screen)
    }

    /// From now on nothing is routed on a screen: what is down is cancelled (`locked`). Or fingers that come from now on are routed again.
    ///
    /// - Parameters:
    ///   - end: when it is over by itself, on the loop's clock.
    ///   - time: of a panel, when the cancels are.
    public func setMode(
        _ mode: ScreenMode, until end: Int64 = .max, screen: Int, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) {
        if mode != .normal {
            onPanels(at: time, into: &output, where: { $0.screen == screen }) { panel in
                panel.cancelAll(.locked, &context)
                panel.admission.forgetAll()
            }
        }
        context.glasses.setMode(mode, until: end, screen)
    }

    // MARK: Frames

    /// Does something to the panels that it concerns, each at the time that `time` gives for it: a frame a panel.
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

    /// Makes a frame of what others learn of contacts in sensitive regions: one of its own, since how many frames filters and rules make of
    /// a report, and of which times, may depend on where these contacts are.
    private func sense(
        _ panel: PanelState, at time: Int64, into output: inout FrameBuffer, _ act: (inout RoutingContext, PanelState) -> Void
    ) {
        panel.begin(at: time, &context)
        act(&context, panel)
        panel.finishSensing(&context)
        context.draft.emit(into: &output)
    }

    /// The contacts are on their way: what comes of them.
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
