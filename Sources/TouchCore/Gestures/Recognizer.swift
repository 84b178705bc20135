/// A recognizer during a sequence of touches. Subclasses have an interface like that of UIGestureRecognizer.
///
/// Once per event, after all fingers have been updated, a subclass gets its fingers by phase and may request a state; the `Arbiter` decides about the
/// request. Locations are in screen points, times are event time in µs.
class Recognizer {
    /// The states of UIGestureRecognizer. `ended` of a discrete gesture is UIKit's `recognized`.
    enum State { case possible, began, changed, ended, cancelled, failed }

    enum Verdict {
        case yes, no
        /// The recognizer stays possible, as if it had not requested recognition.
        case notYet
    }

    private(set) final var spec: GestureSpec
    private(set) final var index = GestureID.none
    private(set) final var region = RegionID.none
    private(set) final var state = State.possible
    /// The fingers of this sequence, in the order in which they began.
    final var fingers = FingerList()
    /// The time of the current event.
    final var time: Int64 = 0
    /// The touch with which the sequence began.
    final var first = TouchID(0)
    /// The time at which `expire` must be called.
    final var deadline = Int64.max
    /// The pending request to be recognized.
    final var request: RecognitionRequest?
    /// The input to be replayed when the recognizer has its answers.
    final var buffered = BufferedInput()
    /// True if the recognizer was recognized or ended in this event.
    final var wasActiveInEvent = false
    final var hasPendingInput = false
    /// True if the recognizer has a `changed` to report in this event.
    final var hasChanged = false
    /// The time of its latest action.
    private(set) final var actionTime: Int64 = 0

    init(_ spec: GestureSpec) { self.spec = spec }

    // MARK: For the types

    func touchesBegan() {}
    func touchesMoved() {}
    func touchesEnded() {}
    /// Handles cancelled touches. By default the cancellation of any touch cancels the gesture.
    func touchesCancelled() { cancel() }
    /// Handles the deadline.
    func expire() {}
    /// Resets the recognizer for the next sequence.
    func reset() {}
    /// Adapts to an edited or replaced tree. The effects are reported with the next event.
    func treeChanged(_ tree: borrowing RegionTree, _ space: GestureSpace) {}
    /// Fills in the values that the type reports.
    func fill(_ values: inout GestureValues, _ space: GestureSpace) {}
    /// The gesture's location.
    var location: Point { centroid }
    /// Whether this recognizer, once recognized, makes the other one fail.
    func canPrevent(_ other: Recognizer) -> Bool { true }
    /// The number of consecutive taps that the gesture requires; nil for types that do not count taps.
    var countedTaps: Int? { nil }
    /// Whether a control under one of its fingers keeps this recognizer from being recognized. Applies only to controls inside the recognizer's
    /// region (routing 8, controls).
    var yieldsToControls: Bool { false }
    /// The displacement of its only finger on the screen; nil if there are several fingers or the type does not yield to knobs. If the finger is on a
    /// knob that moves along this direction, the control keeps the finger from recognizers of its ancestors.
    var displacementBesideKnobs: Point? { nil }
    /// Gives up fingers that the recognizer may no longer use: they leave its sequence. Called before each event.
    func dropIsolatedFingers(_ tree: borrowing RegionTree, at time: Int64) {}
    /// Whether the recognizer accepts one more finger.
    func accepts(_ finger: Finger, _ space: GestureSpace) -> Bool { true }
    /// Whether the begin of a finger is delayed for views while the recognizer is possible.
    func delaysBegin(of finger: Finger, at time: Int64) -> Bool { spec.delaysTouchesBegan }
    /// Decides for the type whether recognition may happen now. Called when no blocker, no control and no client's answer prevents it.
    func mayBegin(_ tree: borrowing RegionTree, _ space: GestureSpace) -> Verdict { .yes }
    /// Returns the action for a state.
    func makeAction(_ state: GestureAction.State, _ tree: borrowing RegionTree, _ space: GestureSpace) -> RoutedAction {
        var values = GestureValues()
        fill(&values, space)
        return .gesture(
            GestureAction(
                gesture: index, region: region, state: state, first: first,
                touches: fingers.reportedTouches(withLifted: reportsLifted), local: space.toLocal.apply(location), values: values,
                timestamp: actionTime))
    }
    /// Whether a failure of this recognizer is reported.
    var reportsFailure: Bool { true }
    /// Whether its actions also list lifted fingers.
    var reportsLifted: Bool { false }
    /// A description of the first contradiction in the type's own state; nil if there is none. Valid only between two events.
    var faultOfType: String? { nil }

    // MARK: Requests that it may make

    final func recognize() { ask(for: .recognized) }
    final func begin() { ask(for: .began) }
    private func ask(for requested: RecognitionRequest.State) {
        if state == .possible && request == nil { request = RecognitionRequest(requested) }
    }
    final func change() { if isActive { hasChanged = true } }
    func end() { if isActive { state = .ended } else { fail() } }
    final func fail() { if state == .possible { state = .failed } }
    final func cancel() { if isActive { state = .cancelled } else { fail() } }
    /// Ignores the fingers that came down in this event.
    final func ignoreNew() {
        for position in fingers.indices where fingers[position].phase == .began { fingers[position].isIgnored = true }
    }

    // MARK: Its result

    final var isActive: Bool { state == .began || state == .changed }
    final var isOver: Bool { state != .possible && !isActive }
    /// Whether the recognizer has requested recognition and the request is still pending.
    final var isWaiting: Bool { request != nil && state == .possible }
    /// Whether it waits for an answer or still has input to replay.
    final var isBehind: Bool { !buffered.isEmpty || request?.question != nil }
    /// True if no finger is down and no deadline is set, so that a possible recognizer can no longer be recognized.
    final var isIdle: Bool { deadline == .max && down == 0 }
    /// Whether it still reacts to moving touches, now or when it replays them.
    final var isWatching: Bool { !isOver || isBehind }
    /// Whether the arbiter must decide about it now, because it requests recognition or can no longer be recognized.
    final var isToBeDecided: Bool { state == .possible && (request != nil || buffered.isEmpty && isIdle) }
    /// Whether the recognizer takes part in no sequence: it has no fingers, no open question and no input to replay.
    final var isResting: Bool { state == .possible && fingers.isEmpty && !isBehind }
    /// Whether nothing is left of the previous sequence.
    final var isNew: Bool { isResting && request == nil && deadline == .max && !hasPendingInput && !hasChanged }

    /// The time at which it must be called next: the earliest deadline of its questions while it waits for an answer, else its own deadline.
    final var due: Int64 { isBehind ? min(buffered.deadline, request?.question?.deadline ?? .max) : deadline }

    // MARK: Outcome

    final func attach(to gesture: GestureID, of region: RegionID) { (index, self.region) = (gesture, region) }

    /// Adopts the properties that all gesture types share. The properties of a single type do not change while a gesture is in progress.
    final func updateSpec(_ new: GestureSpec) {
        let properties = spec.properties
        spec = new
        spec.properties = properties
    }

    /// Enters the requested state.
    final func enterRequested() {
        state = request!.state == .recognized ? .ended : .began
        withdraw()
        wasActiveInEvent = true
        deadline = .max
    }

    /// Withdraws the request to be recognized.
    final func withdraw() { request = nil }

    /// Enters `changed` if there is a change to report. Returns whether there is one.
    final func commitChange() -> Bool {
        if hasChanged { state = .changed }
        return hasChanged
    }

    final func restart() {
        state = .possible
        withdraw()
        deadline = .max
        reset()
    }

    /// Returns the action for a state, with the given time.
    final func action(_ state: GestureAction.State, at time: Int64, _ tree: borrowing RegionTree) -> RoutedAction {
        actionTime = time
        return makeAction(state, tree, space(tree))
    }
}
