/// The frame that is being made: its events, then what controls and gestures say of them.
struct FrameDraft: ~Copyable {
    /// As far as it is made.
    private(set) var frame = RoutedFrame()
    private var composer = FrameComposer()
    /// What recognizers say in this frame. It goes behind what controls say.
    var gestures = GestureOutput()
    /// Of the touches that begin in the frame.
    private var explanations: [Explanation] = []

    init() { frame.events.reserveCapacity(64) }

    /// Event time, µs.
    var time: Int64 { frame.time }

    // MARK: Begin and end

    /// A frame of a panel begins.
    mutating func begin(_ panel: PanelID, at time: Int64) {
        clear(panel)
        setTime(time)
    }

    /// A frame of a panel begins; its time is set later.
    mutating func clear(_ panel: PanelID) {
        frame.panel = panel
        frame.removeAll()
        if !explanations.isEmpty { explanations.removeAll() }
    }

    mutating func setTime(_ time: Int64) {
        frame.time = time
        gestures.time = time
    }

    /// Gives the frame to the caller, if anything at all comes of it.
    mutating func emit(into output: inout FrameBuffer) {
        if !frame.isIdle || !explanations.isEmpty { output.append(exchanging: &frame, &explanations) }
    }

    // MARK: Events

    /// A touch has begun, moved or ended.
    @inline(__always)
    mutating func add(_ touch: Touch, for recipients: Recipients, _ tree: borrowing RegionTree) {
        composer.add(touch, for: recipients, to: &frame, tree)
    }

    /// The same for a touch that goes on, and that at most one receiver is told of.
    ///
    /// - Parameter isWatched: whether a recognizer may take it in this frame.
    @inline(__always)
    mutating func add(_ touch: Touch, for sole: Recipients.Sole, isWatched: Bool, _ tree: borrowing RegionTree) {
        composer.add(touch, for: sole, isWatched: isWatched, to: &frame, tree)
    }

    /// Receivers that have lost a touch are told that it is cancelled.
    mutating func cancel(_ touch: Touch, _ reason: CancelReason, for receivers: [RegionID], _ tree: borrowing RegionTree) {
        if receivers.isEmpty { return }
        var losing = Recipients()
        for receiver in receivers { losing.add(receiver) }
        add(touch.cancelled(reason, at: time), for: losing, tree)
    }

    /// A gesture takes a touch: whoever was told of it is told that it is cancelled, and whoever was not never is.
    mutating func take(_ touch: Touch, from receivers: [RegionID]) { composer.take(touch, from: receivers) }

    /// Whether recognizers may still change events of the frame.
    @inline(__always)
    var hasOpen: Bool { !composer.isEmpty }

    /// Whether a touch ends among what they may still change.
    func hasOpenEnd(of id: TouchID) -> Bool { composer.hasEnd(of: id) }

    /// Recognizers have decided: touches that they have taken are cancelled, and the ends of those that are kept are not told.
    mutating func decide(kept: [EndedTouch], _ tree: borrowing RegionTree) { composer.decide(&frame, kept: kept, tree) }

    /// All that there is stays as it is.
    mutating func close() { composer.removeAll() }

    /// Tells a receiver of a touch that was kept from it.
    mutating func tell(_ touch: Touch, _ receiver: RegionID, _ tree: borrowing RegionTree) {
        frame.events.append(RoutedTouch(touch, to: receiver, tree))
    }

    /// Tells those who may not look into a sensitive region that a contact begins or ends in it.
    mutating func redact(_ touch: RoutedTouch) { frame.redactions.append(touch) }

    // MARK: The rest

    mutating func add(_ notice: OutsideNotice) { frame.outside.append(notice) }

    mutating func add(_ action: ControlAction) { frame.actions.append(.control(action)) }

    mutating func add(_ explanation: Explanation) { explanations.append(explanation) }

    /// What recognizers have said by now comes behind what there is.
    mutating func addGestures() { gestures.move(into: &frame) }
}
