/// The frame being made: its events, then the actions of controls and gestures.
struct FrameDraft: ~Copyable {
    /// The frame so far.
    private(set) var frame = RoutedFrame()
    private var composer = FrameComposer()
    /// The output of recognizers for this frame. It is placed after the actions of controls.
    var gestures = GestureOutput()
    /// The explanations of the touches that begin in this frame.
    private var explanations: [Explanation] = []

    init() { frame.events.reserveCapacity(64) }

    /// Event time, in µs.
    var time: Int64 { frame.time }

    // MARK: Begin and end

    /// Begins a frame of a panel.
    mutating func begin(_ panel: PanelID, at time: Int64) {
        clear(panel)
        setTime(time)
    }

    /// Begins a frame of a panel whose time is set later.
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
        composer.add(touch, for: recipients, to: &frame, tree)
    }

    /// Adds the event of a touch that continues and has at most one receiver.
    ///
    /// - Parameter isWatched: Whether a recognizer may take the touch in this frame.
    @inline(__always)
    mutating func add(_ touch: Touch, for sole: Recipients.Sole, isWatched: Bool, _ tree: borrowing RegionTree) {
        composer.add(touch, for: sole, isWatched: isWatched, to: &frame, tree)
    }

    /// Adds cancels for receivers that have lost a touch.
    mutating func cancel(_ touch: Touch, _ reason: CancelReason, for receivers: [RegionID], _ tree: borrowing RegionTree) {
        if receivers.isEmpty { return }
        var losing = Recipients()
        for receiver in receivers { losing.add(receiver) }
        add(touch.cancelled(reason, at: time), for: losing, tree)
    }

    /// Records that a gesture takes a touch. Receivers that know the touch get a cancel; the others never get it.
    mutating func take(_ touch: Touch, from receivers: [RegionID]) { composer.take(touch, from: receivers) }

    /// Whether recognizers may still change events of the frame.
    @inline(__always)
    var hasOpen: Bool { !composer.isEmpty }

    /// Whether the end of a touch is among the events that may still change.
    func hasOpenEnd(of id: TouchID) -> Bool { composer.hasEnd(of: id) }

    /// Applies the decisions of recognizers: touches that they have taken are cancelled, and the ends of touches in `kept` are removed.
    mutating func decide(kept: [EndedTouch], _ tree: borrowing RegionTree) { composer.decide(&frame, kept: kept, tree) }

    /// Makes all events so far final.
    mutating func close() { composer.removeAll() }

    /// Adds the event of a touch that was delayed for a receiver.
    mutating func tell(_ touch: Touch, _ receiver: RegionID, _ tree: borrowing RegionTree) {
        frame.events.append(RoutedTouch(touch, to: receiver, tree))
    }

    /// Adds the begin or end of a contact in a sensitive region for clients that may not look into it.
    mutating func redact(_ touch: RoutedTouch) { frame.redactions.append(touch) }

    // MARK: The rest

    mutating func add(_ notice: OutsideNotice) { frame.outside.append(notice) }

    mutating func add(_ action: ControlAction) { frame.actions.append(.control(action)) }

    mutating func add(_ explanation: Explanation) { explanations.append(explanation) }

    /// Appends the output of recognizers after the existing actions.
    mutating func addGestures() { gestures.move(into: &frame) }
}
