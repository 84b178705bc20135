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

    /// What a subclass asks for.
    enum Wish { case recognize, begin }

    final var spec: GestureSpec
    final var index = GestureID.none
    final var region = RegionID.none
    final var state = State.possible
    /// Those of this sequence, in the order in which they began.
    final var fingers: [Finger] = []
    /// Of the event there is.
    final var time: Int64 = 0
    /// The touch with which the sequence began.
    final var first = TouchID(0)
    /// When `expire` is to be called.
    final var deadline = Int64.max
    /// It would be recognized, were there nobody to wait for.
    final var wish: Wish?
    /// Those it waits for to fail; nil as long as it has not been asked.
    final var blockers: [GestureID]?
    /// It has asked whether it may begin, and waits for the answer.
    final var beginQuestion: OpenQuestion?
    /// The answer, until it is acted on.
    final var answer: Bool?
    /// When its wish came about, if that was before the event there is.
    final var wishedAt: Int64?
    /// What it is to be told when it has the answers it waits for, in order of time.
    final var missed: ArraySlice<Missed> = []
    /// The event in which it was recognized, began or was over, by number.
    final var activeIn: UInt64 = 0
    final var hasNews = false
    /// Has moved on by a `changed` in this event.
    final var hasChanged = false
    /// The fingers it tells of, kept so that telling of the same ones again does not allocate.
    final var told: [TouchID] = []
    /// The time of what it says.
    final var saidAt: Int64 = 0

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
    var wayBesideKnobs: Point? { nil }
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
                gesture: index, region: region, state: state, first: first, touches: told,
                local: space.toLocal.apply(location), values: values, timestamp: saidAt))
    }
    /// Whether its failure is told of.
    var isTold: Bool { true }
    /// Whether it tells of fingers that have been lifted as well.
    var tellsOfLifted: Bool { false }

    // MARK: What it may ask for

    final func recognize() { if state == .possible { wish = .recognize } }
    final func begin() { if state == .possible { wish = .begin } }
    final func change() { if isActive { hasChanged = true } }
    func end() { if isActive { state = .ended } else { fail() } }
    final func fail() { if state == .possible { state = .failed } }
    final func cancel() { if isActive { state = .cancelled } else { fail() } }
    /// It does not want the fingers that have come in this event.
    final func ignoreNew() {
        for position in fingers.indices where fingers[position].phase == .began { fingers[position].isIgnored = true }
    }

    // MARK: Its fingers

    final var isActive: Bool { state == .began || state == .changed }
    final var isOver: Bool { state != .possible && !isActive }
    /// It has all it needs, and waits for others to fail.
    final var isWaiting: Bool { wish != nil && state == .possible }

    /// How many are down, those that end in this event not counted.
    final var down: Int { fingers.count { $0.isDown && !$0.isIgnored } }
    /// How many are down, those that end in this event counted.
    final var held: Int { fingers.count { $0.counts } }

    /// Whether one that counts has moved in this event.
    final var hasMoved: Bool { fingers.contains { $0.phase == .moved && $0.counts } }

    /// The mean place of those that count.
    final var centroid: Point { mean(\.location) }

    /// The mean of a place of those that count.
    final func mean(_ place: (Finger) -> Point) -> Point {
        var sum = Point(0, 0)
        var count = 0.0
        for finger in fingers where finger.counts {
            sum = sum + place(finger)
            count += 1
        }
        return count > 0 ? Point(sum.x / count, sum.y / count) : fingers.last.map(place) ?? sum
    }

    /// Whether any finger that counts is farther than a distance from where it began.
    final func hasStrayed(beyond distance: Double) -> Bool {
        fingers.contains { $0.counts && $0.location.squaredDistance(to: $0.start) > distance * distance }
    }

    /// The places of the first two fingers that are down, now and in the event before, if there are two.
    final var pair: (now: (Point, Point), before: (Point, Point))? {
        var first: Finger?
        for finger in fingers where finger.isDown && !finger.isIgnored {
            guard let other = first else {
                first = finger
                continue
            }
            return ((other.location, finger.location), (other.before, finger.before))
        }
        return nil
    }
}
