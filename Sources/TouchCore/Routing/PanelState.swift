/// The state of one open panel: its mapping and rules, its contacts, the touches that are down, and their recognizers.
///
/// Each part owns its state; this class passes a frame from part to part. A panel is a class so that a frame changes it in place. Only the pipeline's
/// `RoutingContext`, which cannot be copied, keeps a reference to the panel.
final class PanelState {
    /// True if touchd itself makes the panel's touches. The rules of the glass do not apply to them.
    let makesTouches: Bool
    let id: PanelID
    let name: String
    let screen: Int
    private(set) var mapping: PanelMapping
    private(set) var rules: PanelRules
    /// The mapping and rules to adopt as soon as nothing is down.
    private var next: (mapping: PanelMapping, rules: PanelRules)?
    var contacts: PanelContacts
    var gate: ContactGate
    var ruled: RuledTouches
    /// The offset from event time to the loop's clock.
    var clockOffset: Int64 = 0
    var admission: Admission
    /// The contact that is becoming a touch, and its end if it turns out that the finger had already lifted.
    var admitting: (slot: Int, end: ContactChange?)?
    /// True if a touch has begun, moved or lifted in the current frame.
    private(set) var hasActivity = false
    /// True if a touch outside sensitive regions has begun, moved or lifted in the current frame.
    private var hasOpenActivity = false
    var touches: PanelTouches
    var recognizers = PanelRecognizers()
    /// The hovering pen as a touch, with an id that no touch has.
    var hover: Touch?
    /// True while a report of touches that touchd makes is processed of which others learn nothing in sensitive regions (`TouchPipeline.handle`).
    var isSilent = false
    var taps = TapCounter()
    var clock = PanelClock()
    private(set) var health = PanelHealth()
    /// The counts reported to clients.
    var reportedCounts = PanelCounts()
    /// The contacts that came down in a sensitive region.
    var sensitive: SensitiveContacts
    /// True if the last report changed a contact that did not come down in a sensitive region.
    var hasOpenChange = false
    /// Event time of the last report with a contact that came down in a sensitive region.
    var lastSensitiveReport = Int64.min
    /// The tracking ids of contacts that are or were a sensitive region's touch, by slot.
    var sensitiveTrackingIDs: [Int: Int32] = [:]
    /// The time at which something next happens without an event; `Int64.max` for never.
    private(set) var deadline: Int64 = .max

    init(id: PanelID, name: String, screen: Int, mapping: PanelMapping, rules: PanelRules, assembler: ContactAssembler, makesTouches: Bool = false) {
        self.makesTouches = makesTouches
        self.id = id
        self.name = name
        self.screen = screen
        self.mapping = mapping
        self.rules = rules
        contacts = PanelContacts(assembler, rules.filters)
        touches = PanelTouches(slots: assembler.slotCount)
        admission = Admission(slots: assembler.slotCount)
        gate = ContactGate(slots: assembler.slotCount)
        ruled = RuledTouches(slots: assembler.slotCount)
        sensitive = SensitiveContacts(slots: assembler.slotCount)
    }

    /// Whether the `SensitiveStage` must process contacts. Costs two tests on a tree without sensitive regions.
    @inline(__always)
    func mayHaveSensitive(_ features: TreeFeatures) -> Bool { features.contains(.sensitive) || sensitive.hasAny }

    /// The stage before all others.
    var sensing: SensitiveStage { SensitiveStage(panel: self) }
    /// The stage after the hit test.
    var ruling: RuleStage { RuleStage(panel: self) }

    // MARK: Setup

    /// Changes the mapping and rules, at once if nothing is down, else when the last touch ends.
    func reconfigure(_ mapping: PanelMapping, _ rules: PanelRules) {
        next = (mapping, rules)
        reconfigureIfUntouched()
    }

    private func reconfigureIfUntouched() {
        guard touches.isUntouched, let next, contacts.filter?.isWaiting != true, !gate.isHolding, !gate.isBusy, !ruled.isBusy, !sensitive.hasAny
        else { return }
        if next.mapping != mapping || next.rules.filters != rules.filters { contacts.setFilters(next.rules.filters) }
        (mapping, rules) = next
        self.next = nil
        admission.forgetAll()
    }

    // MARK: A frame

    /// Processes the panel's next events, up to the end of a report or to an event with another time. Returns their effect, in particular whether
    /// they complete a frame.
    @inline(__always)
    func handle(_ events: inout UnsafeBufferPointer<InputEvent>) -> ContactAssembler.Outcome {
        let time = events[0].time
        let outcome = contacts.handle(&events)
        if outcome == .frame { health.record(reportAt: time) }
        return outcome
    }

    /// Begins a frame. Its time is never before that of the last one.
    @inline(__always)
    func begin(at time: Int64, _ context: inout RoutingContext) { context.draft.begin(id, at: clock.advance(to: time)) }

    /// Passes the contacts and the hovering pen of a report to the next stages.
    func route(_ context: inout RoutingContext) {
        if !contacts.isFiltered { pass(contacts.assembler.changes, &context) } else { filter(&context) }
        hoverAsReported(&context)
    }

    /// Finishes the events of a frame: recognizers decide, and then all receivers get their events.
    @inline(__always)
    func decide(_ context: inout RoutingContext) {
        if recognizers.haveToDecide { recognize(&context) }
        if context.draft.hasOpenEvents || touches.isDelaying { compose(&context) }
    }

    /// Ends the frame.
    @inline(__always)
    func finish(_ context: inout RoutingContext) {
        recordLine(context)
        if hasActivity { reportActivity(&context) }
        reconfigureIfUntouched()
        setDeadline()
        checkInvariants(context)
    }

    /// Records the time of a frame that is not empty. Frames that a filter has held must not be earlier when they follow.
    @inline(__always)
    func recordLine(_ context: borrowing RoutingContext) {
        if !context.draft.frame.isEmpty { clock.record(lineAt: context.draft.time) }
    }

    /// Records that a touch with this target has begun, moved or lifted.
    @inline(__always)
    func recordActivity(of target: RegionID?, _ context: borrowing RoutingContext) {
        // A touch in a sensitive region was already reported when its contact came down.
        if context.tree.features.contains(.sensitive), context.isSensitive(target) { return }
        (hasActivity, hasOpenActivity) = (true, true)
    }

    /// Records that a contact in a sensitive region has come down or lifted.
    func recordSensitiveActivity() { hasActivity = true }

    /// Ends the separate frame about contacts in sensitive regions.
    func finishSensing(_ context: inout RoutingContext) {
        recordLine(context)
        if hasActivity { reportActivity(&context) }
    }

    /// Reports to the screen that a touch has changed, so that it is not idle.
    private func reportActivity(_ context: inout RoutingContext) {
        let time = clock.time
        // Exact times of contacts in a sensitive region would reveal the rhythm of typing.
        let told = sensitive.hasAny || lastSensitiveReport == time ? time - time % 1_000_000 : time
        context.glasses.recordTouch(screen, at: time &+ clockOffset, told: told, isOpen: hasOpenActivity)
        (hasActivity, hasOpenActivity) = (false, false)
    }

    // MARK: Time

    /// Does what is due first: the next frame of the rules, the gate or the filters, or else delayed begins, deadlines of recognizers, and stuck contacts.
    func expire(at due: Int64, _ context: inout RoutingContext) {
        if ruled.isBehind {
            begin(at: due, &context)
            return ruling.processNext(&context)
        }
        if gate.isBehind || gate.deadline <= due { return expireGate(at: due, &context) }
        if let filter = contacts.filter, filter.hasFramesLeft || filter.deadline <= due {
            if !filter.hasFramesLeft { contacts.expireFilters(mapping) }
            context.draft.clear(id)
            return processFiltered(at: due, &context)
        }
        begin(at: due, &context)
        if ruled.deadline <= due { ruling.expire(at: due, &context) }
        if touches.isDelaying { touches.changeAll { $1.expire(until: due) } }
        recognizers.expire(until: due, &context.draft.gestures, context.tree)
        guard let stuckAfter = rules.stuckAfter else { return }
        cancel(.stuck, &context) { touch, _ in touch.timestamp &+ stuckAfter <= due }
        sensing.cancelSensitive(.stuck, &context) { $0.changedAt &+ stuckAfter <= due }
        gate.cancelExploring(.stuck, unchangedSince: due &- stuckAfter, at: due, gatePlace, &context.glasses)
        context.glasses.forgetHold(screen)
    }

    /// Whether a report has made further frames that must follow at once. These are all frames of the rules and of the gate, and those of the filters if there are
    /// sensitive regions, because a delay would reveal to others what the first frame was about.
    @inline(__always)
    func mustContinue(_ features: TreeFeatures) -> Bool {
        ruled.isBehind || gate.isBehind || mayHaveSensitive(features) && contacts.isBehind
    }

    func setDeadline() {
        deadline = gate.isBehind ? clock.time : min(recognizers.deadline, gate.deadline)
        if contacts.isFiltered { deadline = min(deadline, contacts.isBehind ? clock.time : contacts.filter!.deadline) }
        if ruled.isBusy { deadline = min(deadline, ruled.isBehind ? clock.time : ruled.deadline) }
        if touches.isDelaying { deadline = min(deadline, touches.delayedDeadline) }
        guard let stuckAfter = rules.stuckAfter else { return }
        deadline = min(deadline, sensitive.stuckDeadline(after: stuckAfter), gate.stuckDeadline(after: stuckAfter))
        for touch in touches { if let touch { deadline = min(deadline, touch.timestamp &+ stuckAfter) } }
    }

    /// Handles a change of scroll views' offsets.
    func handleScroll(_ tree: borrowing RegionTree) {
        if !recognizers.isActive { return }
        recognizers.handleScroll(tree)
        setDeadline()
    }

    /// Forgets regions and gestures that are no longer in the tree.
    func forgetGone(_ tree: borrowing RegionTree) {
        recognizers.forgetGone(tree)
        let directory = tree.directory
        touches.forget(where: { !directory.contains($0) }, at: clock.time)
        ruled.forget { !directory.contains($0) }
        sensing.replaceGoneTargets(directory)
        setDeadline()
    }

    /// Checks after each step that contacts, touches and recognizers agree, and that nothing is delayed without a reason.
    private func checkInvariants(_ context: borrowing RoutingContext) {
        assert(touches.fault == nil, touches.fault!)
        assert(gate.isBehind || ruled.isBehind || contacts.fault(touches) == nil, contacts.fault(touches)!)
        assert(gate.fault == nil, gate.fault!)
        assert(ruled.fault == nil, ruled.fault!)
        assert(sensitive.fault == nil, sensitive.fault!)
        assert(context.glasses.fault(screen) == nil, context.glasses.fault(screen)!)
        assert(recognizers.fault(context.tree, context.asking) == nil, recognizers.fault(context.tree, context.asking)!)
        let time = context.draft.time
        assert(touches.allDelayed.allSatisfy { !isFree($0, at: time) }, "a begin is delayed although nothing delays it")
    }
}
