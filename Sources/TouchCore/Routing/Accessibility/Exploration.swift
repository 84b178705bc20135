/// The fingers that explore together: what their movements mean (contract 10, rules E1 to E13). It knows times and places, but no regions: its effects
/// say where a finger explores, and `AccessibleGlass` finds the element there.
///
/// A machine gets event time with each change. Whatever is due before a change must be done before it (`expire`).
struct Exploration: Sendable {
    /// The part of an effect that is left to the caller.
    enum Effect: Hashable, Sendable {
        /// A finger explores a place. `isNew` is true if it has not explored any place before.
        case explore(Point, isNew: Bool)
        /// The exploring finger has lifted at a place.
        case lift(Point)
        /// The element that has the focus is to be activated.
        case activate
        /// An activation without a focus.
        case refuse
        case navigate(FocusMove)
        case gesture(AccessibilityGesture)
        /// A finger is passed through to the element that has the focus: it begins there, and moves as the finger does.
        case pass(TouchPhase, Point, CancelReason? = nil)
    }

    private enum State {
        /// The state without fingers, in which no tap waits for a second one.
        case idle
        /// The first finger is down and rests.
        case pressed
        /// A tap may become a double tap.
        case tapped
        /// The second press of a double tap.
        case second
        /// The finger has left its place fast.
        case flick
        case exploring
        /// A second finger is down beside the one that explores.
        case split
        /// The exploring finger has lifted before the second one.
        case splitLast
        /// Two fingers rest.
        case two
        /// Two fingers that have moved, or more than two.
        case multi
        case passing
        /// The state in which nothing happens until all fingers are up.
        case dead
    }

    private struct Finger {
        let id: ExploringFinger
        let start: Point
        var place: Point
        var squaredDistance: Double { place.squaredDistance(to: start) }
    }

    /// The distance in points within which a finger rests.
    static let slop = 10.0
    /// The distance within which a finger taps, where others are down too or were.
    static let wideSlop = 30.0
    /// The distance from the screen's edges within which a lift activates and focuses nothing.
    static let edge = 6.0

    let rule: ExploreRule
    private let size: Size
    private var state = State.idle
    private var fingers: [Finger] = []
    /// The finger that explores or is passed through, and the second one of a split tap.
    private var leader: ExploringFinger?
    private var splitter: ExploringFinger?
    /// The begin of the first finger.
    private var press = Point(0, 0)
    private var pressedAt: Int64 = 0
    /// The last place that was explored.
    private var explored = Point(0, 0)
    /// The number of fingers of a gesture.
    private var count = 0
    /// The finger of a gesture that went farthest, of those that have lifted.
    private var farthest: Finger?
    /// The time at which something happens without an event; `Int64.max` for never.
    private(set) var deadline = Int64.max
    /// Whether a client has injected one of the fingers.
    private(set) var isInjected = false

    /// - Parameter size: The size of the screen.
    init(_ rule: ExploreRule, _ size: Size) { (self.rule, self.size) = (rule, size) }

    /// Whether a tap waits for a second one.
    var isTapPending: Bool { state == .tapped }
    /// Whether nothing is down, and nothing waits.
    var isIdle: Bool { state == .idle && fingers.isEmpty }

    private mutating func enter(_ state: State, until deadline: Int64 = .max) { (self.state, self.deadline) = (state, deadline) }

    // MARK: Time

    /// Does what is due at `deadline`.
    ///
    /// - Parameter hasFocus: Whether an element has the focus.
    mutating func expire(hasFocus: Bool) -> [Effect] {
        defer { leaveIfUntouched() }
        switch state {
        case .tapped:
            enter(.idle)
            return [.explore(press, isNew: true)]
        case .pressed, .flick:
            guard fingers.count == 1 else {
                enter(.dead)
                return []
            }
            return explore(state == .pressed ? fingers[0].start : fingers[0].place, isNew: true)
        case .second: return pass(hasFocus)
        default:
            enter(.dead)
            return []
        }
    }

    private mutating func explore(_ place: Point, isNew: Bool) -> [Effect] {
        enter(.exploring)
        if isNew { leader = fingers[0].id }
        explored = place
        return [.explore(place, isNew: isNew)]
    }

    private mutating func pass(_ hasFocus: Bool) -> [Effect] {
        guard hasFocus, let finger = fingers.first else {
            enter(.dead)
            return [.refuse]
        }
        leader = finger.id
        enter(.passing)
        return [.pass(.began, finger.place)]
    }

    // MARK: Fingers

    /// Processes a change of a finger. Changes of fingers that were down before the machine are ignored.
    ///
    /// - Parameter hasFocus: Whether an element has the focus.
    mutating func handle(_ change: ExploringChange, at time: Int64, hasFocus: Bool) -> [Effect] {
        defer { leaveIfUntouched() }
        if change.phase == .began { return begin(change, time, hasFocus) }
        guard let index = fingers.firstIndex(where: { $0.id == change.finger }) else { return [] }
        fingers[index].place = change.location
        if !change.phase.isTerminal { return move(fingers[index], time, hasFocus) }
        let finger = fingers.remove(at: index)
        return change.phase == .ended ? lift(finger, time) : cancel(finger, change.reason)
    }

    private mutating func begin(_ change: ExploringChange, _ time: Int64, _ hasFocus: Bool) -> [Effect] {
        if fingers.contains(where: { $0.id == change.finger }) { return [] }
        fingers.append(Finger(id: change.finger, start: change.location, place: change.location))
        isInjected = state != .idle && isInjected || change.isInjected
        switch state {
        case .idle:
            (press, pressedAt, farthest) = (change.location, time, nil)
            enter(.pressed, until: time &+ rule.wait)
        case .tapped:
            if !hasFocus {
                enter(.dead)
                return [.refuse]
            }
            enter(.second, until: time &+ rule.wait)
        case .pressed: enter(.two, until: deadline)
        case .two:
            count = fingers.count
            enter(.multi)
        case .multi: count = max(count, fingers.count)
        case .exploring:
            // Without split taps a second finger means nothing.
            if !rule.activate.contains(.splitTap) { break }
            splitter = change.finger
            enter(.split)
        case .passing: break
        case .second, .flick, .split, .splitLast, .dead: enter(.dead)
        }
        return []
    }

    private mutating func move(_ finger: Finger, _ time: Int64, _ hasFocus: Bool) -> [Effect] {
        switch state {
        case .pressed:
            guard finger.place.isFarther(from: finger.start, than: Self.slop) else { return [] }
            let distance = finger.place.squaredDistance(to: finger.start).squareRoot()
            if distance * 1_000_000 > rule.swipe * Double(max(time &- pressedAt, 1000)) {
                enter(.flick, until: deadline)
                return []
            }
            return explore(finger.place, isNew: true)
        case .exploring: return finger.id == leader ? explore(finger.place, isNew: false) : []
        case .second: return finger.place.isFarther(from: finger.start, than: Self.wideSlop) ? pass(hasFocus) : []
        case .passing: return finger.id == leader ? [.pass(.moved, finger.place)] : []
        case .split:
            let start = finger.id == splitter ? finger.start : explored
            if finger.place.isFarther(from: start, than: Self.wideSlop) { enter(.dead) }
            return []
        case .two:
            if finger.place.isFarther(from: finger.start, than: Self.slop) {
                count = 2
                enter(.multi)
            }
            return []
        case .idle, .tapped, .flick, .splitLast, .multi, .dead: return []
        }
    }

    /// Processes a finger that was seen to lift, and is no longer among the fingers.
    private mutating func lift(_ finger: Finger, _ time: Int64) -> [Effect] {
        switch state {
        case .passing: return finger.id == leader ? [.pass(.ended, finger.place)] : []
        case .pressed:
            if isAtEdge(finger.place) {
                enter(.idle)
                return []
            }
            // Without double taps there is nothing to wait for.
            let due = rule.activate.contains(.doubleTap) ? max(time &+ rule.doubleTap, pressedAt &+ rule.wait) : time
            enter(.tapped, until: due)
            return due == time ? expire(hasFocus: false) : []
        case .exploring:
            if finger.id != leader { return [] }
            enter(fingers.isEmpty ? .idle : .dead)
            return isAtEdge(finger.place) ? [] : [.lift(finger.place)]
        case .second:
            enter(.idle)
            return isAtEdge(finger.place) ? [] : [.activate]
        case .flick:
            enter(.idle)
            return [.navigate(Self.move(from: finger.start, to: finger.place))]
        case .split:
            if finger.id == splitter {
                enter(.exploring)
                return [.activate]
            }
            enter(.splitLast)
            return []
        case .splitLast:
            enter(.idle)
            return isAtEdge(finger.place) ? [] : [.activate]
        case .two, .multi:
            if state == .two { count = 2 }
            // The lift itself may come from farther away than the last move.
            if finger.place.isFarther(from: finger.start, than: Self.slop) { enter(.multi) }
            let swiper = farthest.map { $0.squaredDistance >= finger.squaredDistance ? $0 : finger } ?? finger
            farthest = swiper
            if !fingers.isEmpty { return [] }
            enter(.idle)
            if swiper.place.isFarther(from: swiper.start, than: Self.wideSlop) {
                return [.gesture(AccessibilityGesture(fingers: count, direction: .init(from: swiper.start, to: swiper.place)))]
            }
            // A swipe has no time limit; a tap must end within `wait`.
            return time < pressedAt &+ rule.wait ? [.gesture(AccessibilityGesture(fingers: count, direction: nil))] : []
        case .idle, .tapped, .dead: return []
        }
    }

    /// Processes a finger that was cancelled. A cancel never looks like a lift (contract 2.3): nothing is activated.
    private mutating func cancel(_ finger: Finger, _ reason: CancelReason?) -> [Effect] {
        if state == .passing { return finger.id == leader ? [.pass(.cancelled, finger.place, reason)] : [] }
        enter(.dead)
        return []
    }

    /// Ends the states that end with the last finger.
    private mutating func leaveIfUntouched() {
        guard fingers.isEmpty else { return }
        switch state {
        case .dead, .passing, .split, .splitLast: enter(.idle)
        default: break
        }
    }

    private func isAtEdge(_ p: Point) -> Bool { min(p.x, p.y, size.width - p.x, size.height - p.y) < Self.edge }

    private static func move(from start: Point, to end: Point) -> FocusMove {
        switch AccessibilityGesture.Direction(from: start, to: end) {
        case .right: .next
        case .left: .previous
        case .up: .increment
        case .down: .decrement
        }
    }
}

/// A finger that explores.
struct ExploringFinger: Hashable, Sendable {
    let panel: PanelID
    /// The contact's number, which no other contact of the panel has.
    let number: Int
}

/// A change of a finger that explores, instead of a touch.
struct ExploringChange: Hashable, Sendable {
    let finger: ExploringFinger
    let phase: TouchPhase
    var reason: CancelReason?
    let location: Point
    /// The outermost sensitive region in which the finger came down; nil for one outside.
    var root: RegionID?
    /// Whether a client injects the finger.
    var isInjected = false
    /// The offset from the panel's event time to the loop's clock.
    var clockOffset: Int64 = 0
}

/// A gesture of several fingers while fingers explore, for the program that speaks.
public struct AccessibilityGesture: Hashable, Sendable {
    public enum Direction: String, CaseIterable, Sendable {
        case left, right, up, down

        init(from start: Point, to end: Point) {
            let way = end - start
            if way.x.magnitude >= way.y.magnitude { self = way.x > 0 ? .right : .left } else { self = way.y > 0 ? .down : .up }
        }
    }

    /// The number of fingers.
    public let fingers: Int
    /// The direction of a swipe; nil for a tap.
    public let direction: Direction?
}
