/// A finger's way from a panel's events to routed touches. Pure: no I/O, no clock; time comes in with the events.
///
/// A frame passes the same stages whichever source its events come from:
/// assemble (contacts) → filter (noise) → hit test and capture (new touches) → recognizers (who goes on getting them) → compose
/// (what each receiver gets) → actions. Events are composed once, when all that decides about them has been decided.
/// Here is what leads it from stage to stage; the stages are in files of their own.
public struct TouchPipeline: ~Copyable {
    public internal(set) var tree: RegionTree
    /// The frame that is being made; when it is done, the caller's buffer gets it.
    var frame = RoutedFrame()
    public internal(set) var ids: TouchIDs
    /// The id that the next touch will get, unless it is a sensitive region's.
    public var nextID: TouchID { ids.next }
    /// Whether begins are explained: it costs a second hit test that takes notes.
    public var explains = false
    /// Of the touches that begin in the frame.
    var explanations: [Explanation] = []
    private(set) var panels = PanelStates()
    /// Which receivers have a client that answers for them; touches of others go to their fallback, where they have one.
    public internal(set) var claims = ClaimTable()
    /// What gestures ask of those clients.
    var asking = Asking()
    /// What the frame is made of.
    var composer = FrameComposer()
    var gestureOutput = GestureOutput()
    /// Controls that track a finger.
    var controls: [ControlTracking] = []

    /// - Parameter ids: where they go on when another pipeline gave those before.
    public init(tree: RegionTree, ids: TouchIDs = TouchIDs()) {
        self.tree = tree
        self.ids = ids
        frame.events.reserveCapacity(64)
    }

    // MARK: Panels

    /// Opens a panel on a screen. Its identity is its own until `removePanel`.
    public mutating func addPanel(
        _ name: String, screen: Int, kind: PanelKind, mapping: PanelMapping, rules: PanelRules = PanelRules()
    ) -> PanelID {
        panels.add {
            PanelState(id: $0, name: name, screen: screen, mapping: mapping, rules: rules, assembler: ContactAssembler(kind: kind))
        }
    }

    /// Takes the kernel's state of a panel just opened: contacts already down are no touches until they come again.
    public mutating func open(_ panel: PanelID, slots: [KernelSlot], currentSlot: Int) {
        panels[panel]!.assembler.open(slots: slots, currentSlot: currentSlot)
    }

    /// Maps and treats a panel's contacts another way from when nothing is down on it: at once, or when the last touch ends.
    public mutating func reconfigure(_ panel: PanelID, mapping: PanelMapping, rules: PanelRules) {
        panels[panel]!.next = (mapping, rules)
        panels[panel]!.takeOverIfUntouched()
    }

    /// Forgets a panel on which nothing is down: cancel its touches first.
    public mutating func removePanel(_ panel: PanelID) { panels.remove(panel) }

    // MARK: Events

    /// Processes a panel's next event, after what is due on the panel before it.
    public mutating func handle(_ event: InputEvent, panel: PanelID, into output: inout FrameBuffer) -> ContactAssembler.Outcome {
        let state = panels[panel]!
        if state.deadline <= event.time { advance(panel, to: event.time, into: &output) }
        let outcome = state.assembler.handle(event)
        if outcome == .frame {
            state.health.note(reportAt: event.time)
            let wasSecret = hasSecretContact(panel)
            route(panel, at: event.time)
            tell(panel, at: event.time, wasSecret: wasSecret)
            emit(into: &output)
        }
        return outcome
    }

    /// Processes what a source that has touches rather than events (a scenario) says of them, endings first, after what is due on
    /// the panel before it.
    public mutating func handle(_ changes: [ContactChange], panel: PanelID, at time: Int64, into output: inout FrameBuffer) {
        advance(panel, to: time, into: &output)
        begin(panel, at: time)
        take(changes, panels[panel]!)
        finish(panels[panel]!)
        emit(into: &output)
    }

    /// The panel on which something happens next without an event, and the event time at which; nil if on none.
    public var nextDeadline: (panel: PanelID, time: Int64)? {
        var next: (panel: PanelID, time: Int64)?
        for panel in panels where panel.deadline < next?.time ?? .max { next = (panel.id, panel.deadline) }
        return next
    }

    /// Event time at which something happens next on a panel without an event; nil if nothing does.
    public func deadline(ofPanel panel: PanelID) -> Int64? {
        guard let deadline = panels[panel]?.deadline, deadline < .max else { return nil }
        return deadline
    }

    /// Does all that is due on all panels up to an event time, in the order in which it is due: time passes without an event.
    public mutating func advance(to time: Int64, into output: inout FrameBuffer) {
        while let next = nextDeadline, next.time <= time { advance(next.panel, to: next.time, into: &output) }
    }

    /// Does all that is due on a panel up to an event time, and says whether anything was. Nobody has to call it before events are
    /// handled. What clients ask for, interruptions and drops lead to no deadlines: the panel may have events of an earlier time,
    /// not yet read, that avert what is due.
    @discardableResult
    public mutating func advance(_ panel: PanelID, to time: Int64, into output: inout FrameBuffer) -> Bool {
        var isAny = false
        while let due = panels[panel]?.deadline, due <= time, due < .max {
            expire(panel, at: due)
            emit(into: &output)
            isAny = true
        }
        return isAny
    }

    /// Does what is due first on a panel.
    mutating func expire(_ panel: PanelID, at due: Int64) {
        let state = panels[panel]!
        if state.filter != nil, state.filter!.isBehind || state.filter!.deadline <= due {
            if !state.filter!.isBehind { state.filter!.expire(state.mapping) }
            clearFrame(of: panel)
            takeNext(state)
            return finish(state)
        }
        begin(panel, at: due)
        if state.touches.isDelaying { state.touches.changeAll { $1.expire(until: due) } }
        if state.isRecognizing { state.recognizers().expire(until: due, &gestureOutput, tree) }
        if let stuckAfter = state.rules.stuckAfter {
            cancel(panel, .stuck) { touch, _ in touch.timestamp &+ stuckAfter <= due }
        }
        finish(state)
        state.told.stuck += frame.events.count { $0.reason == .stuck && !isSecret($0.target) }
    }

    /// Goes on after a drop from the kernel's state.
    public mutating func resynchronise(
        _ panel: PanelID, slots: [KernelSlot], currentSlot: Int, time: Int64, into output: inout FrameBuffer
    ) {
        panels[panel]!.assembler.resynchronise(slots: slots, currentSlot: currentSlot)
        route(panel, at: time)
        emit(into: &output)
    }

    // MARK: Stages

    /// A frame of a panel begins, at a time that is never before that of its last one.
    mutating func begin(_ panel: PanelID, at time: Int64) {
        let state = panels[panel]!
        state.time = max(time, state.time)
        clearFrame(of: panel)
        setFrameTime(state.time)
    }

    mutating func setFrameTime(_ time: Int64) {
        frame.time = time
        gestureOutput.time = time
    }

    private mutating func clearFrame(of panel: PanelID) {
        frame.panel = panel
        frame.removeAll()
        if !explanations.isEmpty { explanations.removeAll() }
    }

    /// The contacts are on their way: what comes of them.
    mutating func finish(_ panel: PanelState) {
        if panel.isRecognizing { recognize(panel) }
        if !composer.isEmpty || panel.touches.isDelaying { compose(panel) }
        if tree.special.contains(.controls) { trackControls() }
        gestureOutput.move(into: &frame)
        if tree.special.contains(.dragsSelf) { dragSelves() }
        if tree.special.contains(.scrolls) { scroll() }
        if !frame.isEmpty { panel.lineTime = frame.time }
        panel.takeOverIfUntouched()
        panel.setDeadline()
        checkInvariants(of: panel)
    }

    /// Gives the frame to the caller, if anything at all comes of it.
    mutating func emit(into output: inout FrameBuffer) {
        if !frame.isIdle || !explanations.isEmpty { output.append(exchanging: &frame, &explanations) }
    }

    /// Does something to the panels that it concerns, each at the time that `time` gives for it: a frame a panel.
    mutating func onPanels(
        at time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer,
        where isConcerned: (borrowing TouchPipeline, PanelState) -> Bool = { _, _ in true },
        _ act: (inout TouchPipeline, PanelState) -> Void
    ) {
        for panel in panels where isConcerned(self, panel) {
            begin(panel.id, at: time(panel.id))
            act(&self, panel)
            finish(panel)
            emit(into: &output)
        }
    }

    /// Takes the contacts of a completed frame on their way.
    private mutating func route(_ panel: PanelID, at time: Int64) {
        begin(panel, at: time)
        let state = panels[panel]!
        if state.filter == nil { take(state.assembler.changes, state) } else { filter(state) }
        hover(state)
        finish(state)
    }

    /// Takes what a frame did to the contacts on its way.
    mutating func take(_ changes: [ContactChange], _ state: PanelState) {
        let sweep = Sweep(changes, state)
        // Endings come first in the list; what sweeps the panel comes between them and the rest.
        var index = 0
        while index < changes.count, changes[index].phase.isTerminal {
            state.isWaitingForEntry[changes[index].slot] = false
            update(changes[index], state)
            index += 1
        }
        if let sweep { cancel(frame.panel, sweep.reason) { touch, _ in sweep.concerns(touch) } }
        while index < changes.count {
            let change = changes[index]
            index += 1
            if change.phase != .began && !state.isWaitingForEntry[change.slot] {
                update(change, state)
            } else if sweep?.admits(change) ?? true {
                receive(change, state)
            }
        }
    }

    /// A captured contact has changed. One whose touch was cancelled is dead, and stays so until it lifts.
    mutating func update(_ change: ContactChange, _ panel: PanelState) {
        let isNews = panel.touches.update(
            change.slot, change.phase, change.reason, time: frame.time, location(change, panel), panel.mapping.axes(change.values))
        guard isNews else { return }
        if change.phase.isTerminal {
            let touch = panel.touches[change.slot]!
            if change.phase == .ended { panel.taps.ended(touch, in: touch.target.flatMap { tree.compartment(of: $0) }) }
            end(change.slot, touch, panel)
        } else {
            let touch = panel.touches[change.slot]!
            // Nearly always; counts no references.
            if let sole = panel.touches.soleRecipient(inSlot: change.slot) {
                if sole.isBound { panel.recognizers().note(touch) }
                return composer.add(touch, for: sole, to: &frame, tree)
            }
            let recipients = panel.touches.recipients(inSlot: change.slot)
            if recipients.isBound { panel.recognizers().note(touch) }
            composer.add(touch, for: recipients, to: &frame, tree)
        }
    }

    /// The touch in a slot has ended or is cancelled: whoever has heard of it is told. Receivers that wait go on waiting, unless it
    /// was cancelled: then they never hear of it.
    mutating func end(_ slot: Int, _ touch: Touch, _ panel: PanelState) {
        var (_, recipients) = panel.touches.remove(slot)
        composer.add(touch, for: recipients, to: &frame, tree)
        if recipients.isBound { panel.recognizers().note(touch) }
        if touch.phase == .ended, recipients.isBound || recipients.delayed != nil {
            recipients.end { isInterceptor($0) }
            panel.touches.keep(EndedTouch(touch: touch, recipients: recipients))
        }
        if tree.special.contains(.sensitive) { veil(touch) }
    }
}
