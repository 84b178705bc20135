/// One open panel: how its events become contacts, where they land, the touches that are down on it and their recognizers.
///
/// Its parts own their state; here is what leads a frame through them. A class so that a frame changes it where it lies; the pipeline
/// that has it cannot be copied, and shares it with nobody.
final class PanelState {
    let id: PanelID
    let name: String
    let screen: Int
    private(set) var mapping: PanelMapping
    private(set) var rules: PanelRules
    /// Taken over as soon as nothing is down.
    private var next: (mapping: PanelMapping, rules: PanelRules)?
    var contacts: PanelContacts
    var gate: ContactGate
    /// From event time to the loop's.
    var clockOffset: Int64 = 0
    var admission: Admission
    /// The contact that is becoming a touch; and its end, if it turns out meanwhile that its finger has lifted long ago.
    var admitting: (slot: Int, end: ContactChange?)?
    /// A touch has begun, moved or lifted in the frame that is being made.
    private(set) var hasNews = false
    /// And one is outside of sensitive regions.
    private var isNewsOpen = false
    var touches: PanelTouches
    var recognizers = PanelRecognizers()
    /// What hovers over the glass, as if it were a touch; its id is nobody else's.
    var hover: Touch?
    var taps = TapCounter()
    var clock = PanelClock()
    private(set) var health = PanelHealth()
    /// What clients are told of it.
    var told = PanelCounts()
    /// Contacts that came down in a sensitive region.
    var sensitive: SensitiveContacts
    /// True if the last report changed a contact that did not come down in a sensitive region.
    var hasOpenChange = false
    /// Event time of the last report with a contact that came down in a sensitive region.
    var lastSensitiveReport = Int64.min
    /// By slot, the tracking id of a contact that is, or has been since it came, a sensitive region's touch.
    var secretContacts: [Int: Int32] = [:]
    /// When something happens without an event, or never.
    private(set) var deadline: Int64 = .max

    init(id: PanelID, name: String, screen: Int, mapping: PanelMapping, rules: PanelRules, assembler: ContactAssembler) {
        self.id = id
        self.name = name
        self.screen = screen
        self.mapping = mapping
        self.rules = rules
        contacts = PanelContacts(assembler, rules.filters)
        touches = PanelTouches(slots: assembler.slotCount)
        admission = Admission(slots: assembler.slotCount)
        gate = ContactGate(slots: assembler.slotCount)
        sensitive = SensitiveContacts(slots: assembler.slotCount)
    }

    /// True if anything of a `SensitiveStage` has to be asked; false at the cost of two tests on a tree without sensitive regions.
    @inline(__always)
    func mayHaveSensitive(_ features: TreeFeatures) -> Bool { features.contains(.sensitive) || sensitive.hasAny }

    /// The stage before all others.
    var sensing: SensitiveStage { SensitiveStage(panel: self) }

    // MARK: Setup

    /// Maps and treats contacts another way from when nothing is down: at once, or when the last touch ends.
    func reconfigure(_ mapping: PanelMapping, _ rules: PanelRules) {
        next = (mapping, rules)
        takeOverIfUntouched()
    }

    private func takeOverIfUntouched() {
        guard touches.isUntouched, let next, contacts.filter?.isWaiting != true, !gate.isWithholding, !gate.isBusy, !sensitive.hasAny
        else { return }
        if next.mapping != mapping || next.rules.filters != rules.filters { contacts.setFilters(next.rules.filters) }
        (mapping, rules) = next
        self.next = nil
        admission.forgetAll()
    }

    // MARK: A frame

    /// Takes the panel's next events, up to the end of a report or to one of another time. Returns whether they complete a frame.
    @inline(__always)
    func handle(_ events: inout UnsafeBufferPointer<InputEvent>) -> ContactAssembler.Outcome {
        let time = events[0].time
        let outcome = contacts.handle(&events)
        if outcome == .frame { health.note(reportAt: time) }
        return outcome
    }

    /// A frame begins, at a time that is never before that of the last one.
    @inline(__always)
    func begin(at time: Int64, _ context: inout RoutingContext) { context.draft.begin(id, at: clock.advance(to: time)) }

    /// Takes the contacts of a report on their way.
    func route(_ context: inout RoutingContext) {
        if !contacts.isFiltered { pass(contacts.assembler.changes, &context) } else { filter(&context) }
        hoverAsReported(&context)
    }

    /// The contacts are on their way: recognizers decide, and all receivers are told.
    @inline(__always)
    func decide(_ context: inout RoutingContext) {
        if recognizers.haveToDecide { recognize(&context) }
        if context.draft.hasOpen || touches.isDelaying { compose(&context) }
    }

    /// The frame is made.
    @inline(__always)
    func finish(_ context: inout RoutingContext) {
        noteLine(context)
        if hasNews { noteActivity(&context) }
        takeOverIfUntouched()
        setDeadline()
        checkInvariants(context)
    }

    /// What a filter withholds comes behind a frame that is not empty.
    @inline(__always)
    func noteLine(_ context: borrowing RoutingContext) {
        if !context.draft.frame.isEmpty { clock.note(lineAt: context.draft.time) }
    }

    /// A touch on a target begins, moves or lifts.
    @inline(__always)
    func noteNews(of target: RegionID?, _ context: borrowing RoutingContext) {
        // A touch in a sensitive region was already reported when its contact came down.
        if context.tree.features.contains(.sensitive), context.isSecret(target) { return }
        (hasNews, isNewsOpen) = (true, true)
    }

    /// A contact in a sensitive region comes down or lifts.
    func noteSensitiveNews() { hasNews = true }

    /// The contacts in sensitive regions are told of, in a frame of their own.
    func finishSensing(_ context: inout RoutingContext) {
        noteLine(context)
        if hasNews { noteActivity(&context) }
    }

    /// A touch has changed: somebody is there.
    private func noteActivity(_ context: inout RoutingContext) {
        let time = clock.time
        // What is typed in a sensitive region has its rhythm.
        let told = sensitive.hasAny || lastSensitiveReport == time ? time - time % 1_000_000 : time
        context.glasses.noteTouch(screen, at: time &+ clockOffset, told: told, isOpen: isNewsOpen)
        (hasNews, isNewsOpen) = (false, false)
    }

    // MARK: Time

    /// Does what is due first: the next frame of the filters, or what is withheld, recognizers' deadlines and stuck contacts.
    func expire(at due: Int64, _ context: inout RoutingContext) {
        if gate.isBehind || gate.deadline <= due { return expireGate(at: due, &context) }
        if let filter = contacts.filter, filter.isBehind || filter.deadline <= due {
            if !filter.isBehind { contacts.expireFilters(mapping) }
            context.draft.clear(id)
            return processFiltered(at: due, &context)
        }
        begin(at: due, &context)
        if touches.isDelaying { touches.changeAll { $1.expire(until: due) } }
        recognizers.expire(until: due, &context.draft.gestures, context.tree)
        guard let stuckAfter = rules.stuckAfter else { return }
        cancel(.stuck, &context) { touch, _ in touch.timestamp &+ stuckAfter <= due }
        sensing.cancelSensitive(.stuck, &context) { $0.changedAt &+ stuckAfter <= due }
        context.glasses.forgetHold(screen)
    }

    /// Whether a report has made more than one frame and the others have to follow at once. With sensitive regions they have to, because a delay
    /// would tell others what the first frame was about.
    @inline(__always)
    func goesOn(_ features: TreeFeatures) -> Bool { gate.isBehind || mayHaveSensitive(features) && contacts.isBehind }

    func setDeadline() {
        deadline = gate.isBehind ? clock.time : min(recognizers.deadline, gate.deadline)
        if contacts.isFiltered { deadline = min(deadline, contacts.isBehind ? clock.time : contacts.filter!.deadline) }
        if touches.isDelaying { deadline = min(deadline, touches.delayedDeadline) }
        guard let stuckAfter = rules.stuckAfter else { return }
        deadline = min(deadline, sensitive.stuckDeadline(after: stuckAfter))
        for touch in touches { if let touch { deadline = min(deadline, touch.timestamp &+ stuckAfter) } }
    }

    /// Scroll views are elsewhere now.
    func noteScroll(_ tree: borrowing RegionTree) {
        if !recognizers.isActive { return }
        recognizers.noteScroll(tree)
        setDeadline()
    }

    /// Forgets regions and gestures that are not in the tree any more.
    func leaveGone(_ tree: borrowing RegionTree) {
        recognizers.leaveGone(tree)
        let directory = tree.directory
        touches.forget(where: { !directory.contains($0) }, at: clock.time)
        sensing.leaveGoneTargets(directory)
        setDeadline()
    }

    /// After each step: what is kept of contacts, touches and recognizers agrees, and nothing is delayed that nobody keeps.
    private func checkInvariants(_ context: borrowing RoutingContext) {
        assert(touches.fault == nil, touches.fault!)
        assert(gate.isBehind || contacts.fault(touches) == nil, contacts.fault(touches)!)
        assert(gate.fault == nil, gate.fault!)
        assert(sensitive.fault == nil, sensitive.fault!)
        assert(context.glasses.fault(screen) == nil, context.glasses.fault(screen)!)
        assert(recognizers.fault(context.tree, context.asking) == nil, recognizers.fault(context.tree, context.asking)!)
        let time = context.draft.time
        assert(touches.allDelayed.allSatisfy { !isFree($0, at: time) }, "a begin is delayed that nobody keeps")
    }
}
