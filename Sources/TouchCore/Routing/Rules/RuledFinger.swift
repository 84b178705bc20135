/// A finger to which rules for touches apply, from its begin until its contact ends.
struct RuledFinger: Sendable {
    enum Stage: Sendable {
        /// The touch goes on, unless something else has cancelled it.
        case live
        /// Waits until it is decided whether the finger is a long press. Until then there is no touch.
        case delayed
        /// Ignored until it has lifted.
        case dead
    }

    /// The rules in force when the finger began.
    let scoped: FingerRules
    var rules: TouchRules { scoped.rules }
    /// The region that the hit test found at the begin.
    let target: RegionID
    /// The contact, if it came down in a sensitive region. Other clients already know its id, which its touch gets even after the contact has lifted.
    let contact: SensitiveContacts.Contact?
    /// The location at the begin, in screen points.
    let place: Point
    /// The location at which the touch begins: the same, unless a profile has moved it to an element. Then the whole touch is moved by the same way.
    let start: Point
    /// The begin, in µs of event time.
    let beganAt: Int64
    var stage: Stage
    /// True if the finger has been farther from its first place than the slop.
    private(set) var hasLeft = false
    /// All changes of a delayed finger so far, as they will be reported.
    private(set) var history: [(time: Int64, change: ContactChange)] = []

    init(
        _ began: ContactChange, at place: Point, start: Point, time: Int64, target: RegionID, contact: SensitiveContacts.Contact?,
        _ rules: FingerRules, _ stage: Stage
    ) {
        (scoped, self.target, self.contact, self.place, self.start) = (rules, target, contact, place, start)
        (beganAt, self.stage) = (time, stage)
        // A contact that enters the panel's area begins with a move.
        var first = began
        first.phase = .began
        if start != place { first.location = start }
        if stage == .delayed { history = [(time, first)] }
    }

    /// The time at which the finger becomes a long press; `Int64.max` for never.
    var deadline: Int64 {
        guard stage != .dead, !hasLeft, let rule = rules.longPress else { return .max }
        return beganAt &+ rule.after
    }

    /// Records the finger's new location, and returns the change as it is reported.
    mutating func follow(_ change: ContactChange, to p: Point) -> ContactChange {
        if !hasLeft, p.isFarther(from: place, than: rules.slop) { hasLeft = true }
        var change = change
        guard rules.steady != nil, !hasLeft else {
            if start != place { change.location = Point(p.x + start.x - place.x, p.y + start.y - place.y) }
            return change
        }
        change.location = start
        if change.phase == .moved { change.phase = .stationary }
        return change
    }

    /// Keeps a change until it is decided whether a touch comes of the finger.
    mutating func delay(_ change: ContactChange, at time: Int64) { history.append((time, change)) }

    /// Returns the delayed changes, and forgets them.
    mutating func removeHistory() -> [(time: Int64, change: ContactChange)] {
        defer { history = [] }
        return history
    }
}
