/// Follows the fingers that can still make one gesture of the kiosk (contract 8). Each finger is judged alone: it becomes `isDone` when it has done its
/// part. The gesture is made when enough fingers that began together are done at the same time. Other fingers on the glass have no influence.
struct KioskGesture: Sendable {
    private struct Finger {
        let contact: Int
        let slot: Int
        let start: Point
        let beganAt: Int64
        /// True if the finger has done its part.
        var isDone = false
        /// True if the finger lifts in the current report.
        var isLifting = false
    }

    let rule: KioskGestureRule
    private let screen: Size
    /// The fingers that can still be part of the gesture, in the order of their begins.
    private var fingers: [Finger] = []
    /// The slots of the fingers that made the gesture and are still down. Meanwhile no further finger has a part in it.
    private var made: [Int] = []
    /// Event time at which a finger's state changes without an event; `Int64.max` for never.
    private(set) var deadline = Int64.max
    /// Event time of the next cue while fingers rest to start or stop a profile; `Int64.max` for none.
    private(set) var cueDue = Int64.max

    /// The pause between two cues, in µs. The first one comes after half of the time for which the fingers have to rest.
    static let cuePause: Int64 = 500_000
    /// The time in µs in which all fingers of a gesture begin.
    static let together: Int64 = 100_000
    /// The distance in points by which a resting finger may leave its first place.
    static let allowableMovement = 24.0

    init(_ rule: KioskGestureRule, _ screen: Size) { (self.rule, self.screen) = (rule, screen) }

    /// Whether the gesture still matches this rule and screen.
    func fits(_ rule: KioskGestureRule, _ screen: Size) -> Bool { self.rule == rule && self.screen == screen }

    func has(_ contact: Int) -> Bool { fingers.contains { $0.contact == contact } }

    // MARK: Fingers

    /// Adds a finger that comes down, if it can be part of the gesture.
    mutating func began(_ contact: Int, _ slot: Int, at p: Point, _ time: Int64) {
        if made.isEmpty, startsHere(p) { fingers.append(Finger(contact: contact, slot: slot, start: p, beganAt: time)) }
    }

    private func startsHere(_ p: Point) -> Bool {
        switch rule.form {
        case .swipe(let swipe): swipe.from?.isNear(p, within: swipe.distance, of: screen) ?? true
        case .corner(let corner, let size, _): corner.square(size, of: screen).contains(p)
        case .rest: true
        }
    }

    mutating func moved(_ slot: Int, to p: Point, at time: Int64) {
        guard let index = index(slot) else { return }
        switch rule.form {
        case .swipe(let swipe):
            if fingers[index].isDone { return }
            let (along, aside) = swipe.parts(of: p - fingers[index].start)
            if time > fingers[index].beganAt &+ swipe.within {
                fingers.remove(at: index)
            } else if along >= swipe.travel, aside < along / 2 {
                fingers[index].isDone = true
            } else if along >= swipe.travel || aside >= swipe.travel / 2 {
                fingers.remove(at: index)
            }
        case .corner, .rest:
            let movement = p - fingers[index].start
            let isFar = movement.x * movement.x + movement.y * movement.y > Self.allowableMovement * Self.allowableMovement
            if isFar { fingers.remove(at: index) }
        }
    }

    /// - Parameter isSeen: True if the finger has lifted; false if its contact was cancelled. A finger that lifts counts until the report ends.
    mutating func lifted(_ slot: Int, at p: Point, _ time: Int64, isSeen: Bool) {
        if isSeen { moved(slot, to: p, at: time) }
        guard let index = index(slot) else { return }
        if isSeen { fingers[index].isLifting = true } else { fingers.remove(at: index) }
    }

    /// Handles a contact that is no longer down, whether or not it was part of the gesture.
    mutating func forget(_ slot: Int) { made.removeAll { $0 == slot } }

    private func index(_ slot: Int) -> Int? { fingers.lastIndex { $0.slot == slot && !$0.isLifting } }

    mutating func remove(_ contact: Int) { fingers.removeAll { $0.contact == contact } }

    mutating func fail() {
        fingers.removeAll(keepingCapacity: true)
        (deadline, cueDue) = (.max, .max)
    }

    // MARK: Decisions

    /// Returns the contacts that make the gesture now, and forgets all others; nil if they do not.
    ///
    /// - Parameter limit: Contacts that began at this time or later are held for a gesture of staff, which goes before.
    mutating func make(at time: Int64, before limit: Int64) -> [Int]? {
        if fingers.isEmpty { return nil }
        for index in fingers.indices.reversed() { expire(index, time) }
        if fingers.count(where: \.isDone) < rule.fingers { return nil }
        let done = fingers.filter { $0.isDone && $0.beganAt < limit }
        guard done.count >= rule.fingers,
            let first = (0...done.count - rule.fingers).first(where: { Self.areTogether(done[$0], done[$0 + rule.fingers - 1]) })
        else { return nil }
        let group = done[first..<first + rule.fingers]
        made = group.filter { !$0.isLifting }.map(\.slot)
        defer { fail() }
        return group.map(\.contact)
    }

    private mutating func expire(_ index: Int, _ time: Int64) {
        switch rule.form {
        case .swipe(let swipe): if !fingers[index].isDone, time > fingers[index].beganAt &+ swipe.within { fingers.remove(at: index) }
        case .corner(_, _, let hold), .rest(let hold): fingers[index].isDone = time >= fingers[index].beganAt &+ hold
        }
    }

    private static func areTogether(_ first: Finger, _ last: Finger) -> Bool { last.beganAt <= first.beganAt &+ together }

    /// Removes the fingers that can no longer be part of the gesture: those that have lifted, and those that are too few.
    mutating func update(at time: Int64) {
        (deadline, cueDue) = (.max, .max)
        if fingers.isEmpty { return }
        fingers.removeAll(where: \.isLifting)
        if rule.fingers > 1 {
            // The order does not matter: whoever is removed here was among enough with nobody.
            for index in fingers.indices.reversed() where time > fingers[index].beganAt &+ Self.together && !isAmongEnough(index) {
                fingers.remove(at: index)
            }
        }
        for finger in fingers { deadline = min(deadline, due(finger, after: time)) }
        cueDue = cue(after: time)
        deadline = min(deadline, cueDue)
    }

    // MARK: Cues

    /// The first fingers that began together and are enough for the gesture; nil if there are too few.
    private var group: ArraySlice<Finger>? {
        guard fingers.count >= rule.fingers else { return nil }
        let first = (0...fingers.count - rule.fingers).first { Self.areTogether(fingers[$0], fingers[$0 + rule.fingers - 1]) }
        return first.map { fingers[$0..<$0 + rule.fingers] }
    }

    /// Returns the time of the next cue after a time, if the fingers go on resting.
    private func cue(after time: Int64) -> Int64 {
        guard rule.profileTrigger != nil, let hold = rule.form.hold, let last = group?.last else { return .max }
        let first = last.beganAt &+ hold / 2
        let next = time < first ? first : first &+ ((time &- first) / Self.cuePause &+ 1) &* Self.cuePause
        return next < last.beganAt &+ hold ? next : .max
    }

    /// Returns the time of a cue that is due; nil if none is, or if the fingers are held for a gesture of staff.
    ///
    /// - Parameter limit: Contacts that began at this time or later are held for a gesture of staff.
    mutating func removeCue(at time: Int64, before limit: Int64) -> Int64? {
        guard cueDue <= time else { return nil }
        defer { cueDue = .max }
        return group?.allSatisfy { $0.beganAt < limit } == true ? cueDue : nil
    }

    /// Whether enough fingers began together with this one.
    private func isAmongEnough(_ index: Int) -> Bool {
        let first = max(0, index - rule.fingers + 1)
        let last = min(index, fingers.count - rule.fingers)
        return first <= last && (first...last).contains { Self.areTogether(fingers[$0], fingers[$0 + rule.fingers - 1]) }
    }

    private func due(_ finger: Finger, after time: Int64) -> Int64 {
        let together = finger.beganAt &+ Self.together &+ 1
        var due = rule.fingers > 1 && together > time ? together : .max
        if finger.isDone { return due }
        switch rule.form {
        case .swipe(let swipe): due = min(due, finger.beganAt &+ swipe.within &+ 1)
        case .corner(_, _, let hold), .rest(let hold): due = min(due, finger.beganAt &+ hold)
        }
        return due
    }
}

extension KioskGestureRule.Form {
    /// The time for which the fingers rest; nil for a swipe.
    fileprivate var hold: Int64? {
        switch self {
        case .swipe: nil
        case .corner(_, _, let hold), .rest(let hold): hold
        }
    }
}

extension KioskGestureRule.Swipe {
    /// Returns how far a movement goes in the swipe's direction, and how far it goes sideways.
    fileprivate func parts(of movement: Point) -> (along: Double, aside: Double) {
        switch direction {
        case .up: (-movement.y, abs(movement.x))
        case .down: (movement.y, abs(movement.x))
        case .left: (-movement.x, abs(movement.y))
        case .right: (movement.x, abs(movement.y))
        }
    }
}
