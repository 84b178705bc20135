/// A recognizer on its way through a sequence of touches: UIGestureRecognizer as its subclasses see it.
///
/// Once an event, a subclass is told of its fingers by phase, after all of them have been updated, and asks for a state;
/// what becomes of that the `Arbiter` decides. Places are screen points, times event time in µs.
class Recognizer {
    /// `ended` of a discrete gesture is UIKit's `recognized`.
    enum State { case possible, began, changed, ended, cancelled, failed }

    enum Verdict {
        case yes, no
        /// It goes on as before.
        case notYet
    }

    private(set) final var spec: GestureSpec
    private(set) final var index = GestureID.none
    private(set) final var region = RegionID.none
    private(set) final var state = State.possible
    /// Those of this sequence, in the order in which they began.
    final var fingers = FingerList()
    /// Of the event there is.
    final var time: Int64 = 0
    /// The touch with which the sequence began.
    final var first = TouchID(0)
    /// When `expire` is to be called.
    final var deadline = Int64.max
    /// It would be recognized, were there nobody to wait for.
    final var request: RecognitionRequest?
    /// What it is to be told when it has the answers it waits for.
    final var buffered = BufferedInput()
    /// In this event it was recognized, or came to its end.
    final var wasActiveInEvent = false
    final var hasNews = false
    /// Has moved on by a `changed` in this event.
    final var hasChanged = false
    /// The time of what it says.
    private(set) final var saidAt: Int64 = 0

    init(_ spec: GestureSpec) { self.spec = spec }

    // MARK: What a type says

    func touchesBegan() {}
    func touchesMoved() {}
    func touchesEnded() {}
    /// By default a gesture is over with any of its touches.
    func touchesCancelled() { cancel() }
    /// The deadline has come.
    func expire() {}
    /// Forgets the sequence.
    func reset() {}
    /// The tree has been edited, or there is another one. Nothing of it is told of before the next event.
    func treeChanged(_ tree: borrowing RegionTree, _ space: GestureSpace) {}
    /// What it tells of itself.
    func fill(_ values: inout GestureValues, _ space: GestureSpace) {}
    /// Where it is.
    var location: Point { centroid }
    /// Whether it, recognized, makes another one fail.
    func canPrevent(_ other: Recognizer) -> Bool { true }
    /// The how many-th tap in a row it is recognized with, if it is with one.
    var countedTaps: Int? { nil }
    /// Whether a control keeps it from being recognized, when it is an ancestor's (routing 8, controls).
    var yieldsToControls: Bool { false }
    /// The way of its one finger on the screen, when a knob along that way keeps the finger from it, an ancestor's; else nil.
    var displacementBesideKnobs: Point? { nil }
    /// Gives back fingers that it cannot have any more, before it is told of an event: they are none of its sequence.
    func giveBack(_ tree: borrowing RegionTree, at time: Int64) {}
    /// Whether it takes one more finger.
    func accepts(_ finger: Finger, _ space: GestureSpace) -> Bool { true }
    /// Whether views wait for the begin of one of its fingers, as long as it is possible.
    func delaysBegin(of finger: Finger, at time: Int64) -> Bool { spec.delaysTouchesBegan }
    /// What the type has to say when nothing else keeps it from being recognized.
    func mayBegin(_ tree: borrowing RegionTree, _ space: GestureSpace) -> Verdict { .yes }
    /// Its action.
    func says(_ state: GestureAction.State, _ tree: borrowing RegionTree, _ space: GestureSpace) -> RoutedAction {
        var values = GestureValues()
        fill(&values, space)
        return .gesture(
            GestureAction(
                gesture: index, region: region, state: state, first: first,
                touches: fingers.told(withLifted: tellsOfLifted), local: space.toLocal.apply(location), values: values, timestamp: saidAt))
    }
    /// Whether its failure is told of.
    var isTold: Bool { true }
    /// Whether it tells of fingers that have been lifted as well.
    var tellsOfLifted: Bool { false }
    /// What contradicts itself in what the type keeps, between two events; nil if nothing does.
    var faultOfType: String? { nil }

    // MARK: What it may ask for

    final func recognize() { ask(for: .recognized) }
    final func begin() { ask(for: .began) }
    private func ask(for requested: RecognitionRequest.State) {
        if state == .possible && request == nil { request = RecognitionRequest(requested) }
    }
    final func change() { if isActive { hasChanged = true } }
    func end() { if isActive { state = .ended } else { fail() } }
    final func fail() { if state == .possible { state = .failed } }
    final func cancel() { if isActive { state = .cancelled } else { fail() } }
    /// It does not want the fingers that have come in this event.
    final func ignoreNew() {
        for position in fingers.indices where fingers[position].phase == .began { fingers[position].isIgnored = true }
    }

    // MARK: What it has come to

    final var isActive: Bool { state == .began || state == .changed }
    final var isOver: Bool { state != .possible && !isActive }
    /// It has all it needs, and waits for others to fail.
    final var isWaiting: Bool { request != nil && state == .possible }
    /// Waits for an answer, or has not been told of all that has happened since.
    final var isBehind: Bool { !buffered.isEmpty || request?.question != nil }
    /// Nothing is left that could make it what it is not yet.
    final var isIdle: Bool { deadline == .max && down == 0 }
    /// It may still make something of how its touches move, or has to be told of it later.
    final var isWatching: Bool { !isOver || isBehind }
    /// Something may be decided about it: it asks to be recognized, or nothing can come of it any more.
    final var isToBeDecided: Bool { state == .possible && (request != nil || buffered.isEmpty && isIdle) }
    /// It has no part in a sequence.
    final var isResting: Bool { state == .possible && fingers.isEmpty && !isBehind }
    /// Nothing is left of the sequence before.
    final var isNew: Bool { isResting && request == nil && deadline == .max && !hasNews && !hasChanged }

    /// When something is to be done with it: while it waits for an answer, when it has waited long enough.
    final var due: Int64 { isBehind ? min(buffered.deadline, request?.question?.deadline ?? .max) : deadline }

    // MARK: What becomes of it

    final func attach(to gesture: GestureID, of region: RegionID) { (index, self.region) = (gesture, region) }

    /// Takes over what can change of a gesture in progress: what all types have.
    final func takeOver(_ new: GestureSpec) {
        let properties = spec.properties
        spec = new
        spec.properties = properties
    }

    /// It is what it has asked to be.
    final func enterRequested() {
        state = request!.state == .recognized ? .ended : .began
        withdraw()
        wasActiveInEvent = true
        deadline = .max
    }

    /// It does not ask to be recognized any more.
    final func withdraw() { request = nil }

    /// Whether it has moved on; its state says so.
    final func commitChange() -> Bool {
        if hasChanged { state = .changed }
        return hasChanged
    }

    final func startAnew() {
        state = .possible
        withdraw()
        deadline = .max
        reset()
    }

    /// Its action, with the time of what it says.
    final func action(_ state: GestureAction.State, at time: Int64, _ tree: borrowing RegionTree) -> RoutedAction {
        saidAt = time
        return says(state, tree, space(tree))
    }
}
