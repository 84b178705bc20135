/// The frame being made: its events in the order in which touches changed, then the actions of controls and gestures.
///
/// Events of touches that a recognizer has are added like the others. `decide` changes them if gestures take the touches or delay their ends. Events
/// before `open` are final: no active recognizer can still take their touches.
struct FrameDraft: ~Copyable {
    /// The frame so far.
    private(set) var frame = RoutedFrame()
    /// The output of recognizers for this frame. It is placed after the actions of controls.
    var gestures = GestureOutput()
    /// The explanations of the touches that begin in this frame.
    private var explanations: [Explanation] = []

    /// The index of the first event that may still change; nil if there is none.
    private var open: Int?
    // The touches whose begin or end is among the events from `open` on, for any receiver.
    private var begun: [TouchID] = []
    private var ended: [TouchID] = []
    /// The touches that gestures take in this frame, with the receivers that lose them.
    private var taken: [(touch: Touch, receivers: [RegionID])] = []

    init() { frame.events.reserveCapacity(64) }

    /// Event time, in µs.
    var time: Int64 { frame.time }

    // MARK: Begin and end

    /// Begins a frame of a panel.
    mutating func begin(_ panel: PanelID, at time: Int64) {
        clear(panel)
        setTime(time)
    }

    /// Begins a frame of a panel. The frame's time is set later.
    mutating func clear(_ panel: PanelID) {
        frame.panel = panel
        frame.removeAll()
        if !explanations.isEmpty { explanations.removeAll() }
    }

    mutating func setTime(_ time: Int64) {
        frame.time = time
        gestures.time = time
    }

    /// Appends the frame to the output, unless it has no content at all.
    mutating func emit(into output: inout FrameBuffer) {
        if !frame.isIdle || !explanations.isEmpty { output.append(exchanging: &frame, &explanations) }
    }

    // MARK: Events

    /// Adds the event of a touch that has begun, moved or ended.
    @inline(__always)
    mutating func add(_ touch: Touch, for recipients: Recipients, _ tree: borrowing RegionTree) {
        if open != nil || !recipients.isDecided { track(touch) }
        recipients.forEachAudience { frame.events.append(RoutedTouch(touch, to: $0, tree)) }
    }

    /// Adds the event of a touch that continues and has at most one receiver.
    ///
    /// - Parameter isWatched: Whether a recognizer may take the touch in this frame.
    @inline(__always)
    mutating func add(_ touch: Touch, for sole: Recipients.Sole, isWatched: Bool, _ tree: borrowing RegionTree) {
        if isWatched, open == nil { open = frame.events.count }
        if sole.receiver != nil || !sole.isSilent { frame.events.append(RoutedTouch(touch, to: sole.receiver, tree)) }
    }

    /// Adds the event of a touch that was delayed for a receiver.
    mutating func add(_ touch: Touch, delayedFor receiver: RegionID, _ tree: borrowing RegionTree) {
        frame.events.append(RoutedTouch(touch, to: receiver, tree))
    }

    /// Adds cancels for receivers that have lost a touch.
    mutating func cancel(_ touch: Touch, _ reason: CancelReason, for receivers: [RegionID], _ tree: borrowing RegionTree) {
        if receivers.isEmpty { return }
        var losing = Recipients()
        for receiver in receivers { losing.add(receiver) }
        add(touch.cancelled(reason, at: time), for: losing, tree)
    }

    /// Adds the begin or end of a contact in a sensitive region for clients that may not look into the region.
    mutating func redact(_ touch: RoutedTouch) { frame.redactions.append(touch) }

    private mutating func track(_ touch: Touch) {
        if open == nil { open = frame.events.count }
        if touch.phase == .began { begun.append(touch.id) }
        if touch.phase == .ended { ended.append(touch.id) }
    }

    // MARK: Decisions of gestures

    /// Whether recognizers may still change events of the frame.
    @inline(__always)
    var hasOpenEvents: Bool { open != nil || !taken.isEmpty }

    /// Whether the end of a touch is among the events that may still change.
    func hasOpenEnd(of id: TouchID) -> Bool { ended.contains(id) }

    /// Records that a gesture takes a touch. Receivers that know the touch get a cancel; the others never get the touch.
    mutating func cancelForGesture(_ touch: Touch, for receivers: [RegionID]) {
        if !receivers.isEmpty { taken.append((touch, receivers)) }
    }

    /// Applies the decisions of recognizers: touches that they have taken are cancelled, and the ends of touches in `kept` are removed.
    @inline(__always)
    mutating func decide(kept: [EndedTouch], _ tree: borrowing RegionTree) {
        if !taken.isEmpty || !kept.isEmpty { changeOpenEvents(kept, tree) }
    }

    /// Makes all events so far final.
    mutating func close() {
        open = nil
        if !begun.isEmpty { begun.removeAll(keepingCapacity: true) }
        if !ended.isEmpty { ended.removeAll(keepingCapacity: true) }
        if !taken.isEmpty { taken.removeAll(keepingCapacity: true) }
    }

    private mutating func changeOpenEvents(_ kept: [EndedTouch], _ tree: borrowing RegionTree) {
        let open = (open ?? frame.events.count)..<frame.events.count
        for (touch, receivers) in taken {
            var cancelled = touch.cancelled(.gesture, at: frame.time)
            cancelled.previousLocation = cancelled.location
            for receiver in receivers where !frame.events[open].contains(where: { $0.id == touch.id && $0.receiver == receiver }) {
                frame.events.append(RoutedTouch(cancelled, to: receiver, tree))
            }
        }
        var place = open.lowerBound
        for index in open {
            let later = frame.events[(index + 1)..<open.upperBound]
            guard let event = outcome(of: frame.events[index], kept, before: later) else { continue }
            frame.events[place] = event
            place += 1
        }
        frame.events.removeSubrange(place..<open.upperBound)
    }

    /// Returns the final form of an event that is not yet final (the event itself, or a cancel); nil if the receiver gets no event.
    private func outcome(of event: RoutedTouch, _ kept: [EndedTouch], before later: ArraySlice<RoutedTouch>) -> RoutedTouch? {
        guard let receiver = event.receiver else { return event }
        if event.phase == .ended, let kept = kept.first(where: { $0.touch.id == event.id }), kept.recipients.current.contains(receiver) { return nil }
        guard taken.contains(where: { $0.touch.id == event.id && $0.receivers.contains(receiver) }) else { return event }
        if begun.contains(event.id) { return nil }
        let isLast = !later.contains { $0.id == event.id && $0.receiver == receiver }
        return isLast ? event.cancelled(.gesture, at: time) : event
    }

    // MARK: The rest

    mutating func add(_ notice: OutsideNotice) { frame.outside.append(notice) }

    mutating func add(_ action: ControlAction) { frame.actions.append(.control(action)) }

    mutating func add(_ action: ScrollAction) { frame.actions.append(.scroll(action)) }

    mutating func add(_ explanation: Explanation) { explanations.append(explanation) }

    /// Appends the output of recognizers after the existing actions.
    mutating func addGestures() {
        gestures.moveActions(into: &frame.actions)
        if !gestures.failures.isEmpty {
            frame.failures += gestures.failures
            gestures.failures.removeAll(keepingCapacity: true)
        }
        if gestures.questions.isEmpty && gestures.settled.isEmpty { return }
        frame.questions += gestures.questions
        frame.settled += gestures.settled
        (gestures.questions, gestures.settled) = ([], [])
    }
}
