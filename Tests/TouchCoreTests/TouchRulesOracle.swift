@testable import TouchCore

/// The rules for the touches of surfaces a second time, written from contract 8 alone: slow, without panels, frames or slots.
///
/// For all fingers of a run, it computes which events of each finger observers should see.
struct TouchRulesOracle {
    /// A change of a finger. Changes are in order of time; those of one report have the same time, ends first.
    struct Change {
        let finger: Int
        let time: Int64
        let phase: TouchPhase
        let place: Point
    }

    /// An event that observers get. The time is the event's own; a delayed event may come later.
    struct Event: Equatable {
        let phase: TouchPhase
        let place: Point
        let time: Int64
    }

    private struct Finger {
        let surface: Int
        let rules: TouchRules
        let start: Point
        let began: Int64
        var isDead = false
        var isDelayed = false
        var hasLeft = false
        var isDown = true
    }

    /// The events of each finger.
    private(set) var events: [Int: [Event]] = [:]
    private var fingers: [Int: Finger] = [:]
    private var lastLift: [Int: (time: Int64, place: Point)] = [:]
    private var lastTap: [Int: (time: Int64, place: Point)] = [:]

    private func distance(_ a: Point, _ b: Point) -> Double { ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot() }

    /// Does everything that the passing of time leads to.
    private mutating func pass(to time: Int64) {
        func due(_ finger: Finger) -> Int64 { finger.began + (finger.rules.longPress?.after ?? .max / 2) }
        for (id, finger) in fingers.sorted(by: { (due($0.value), $0.value.began, $0.key) < (due($1.value), $1.value.began, $1.key) }) {
            guard finger.isDown, !finger.isDead, !finger.hasLeft, let press = finger.rules.longPress, due(finger) <= time else { continue }
            fingers[id]!.isDead = true
            if press.action == .nothing { continue }
            events[id]!.append(Event(phase: .cancelled, place: finger.start, time: finger.began + press.after))
            lastTap[finger.surface] = (finger.began + press.after, finger.start)
        }
    }

    /// - Parameters:
    ///   - surface: The surface that a finger hits at a place; nil for a region.
    ///   - rules: The rules of a surface in force.
    mutating func handle(_ change: Change, surface: (Point) -> Int?, rules: (Int) -> TouchRules) {
        pass(to: change.time)
        if change.phase == .began {
            if let surface = surface(change.place) { begin(change, surface, rules(surface)) }
            return
        }
        guard var finger = fingers[change.finger] else { return }
        if distance(change.place, finger.start) > finger.rules.steady ?? 10 { finger.hasLeft = true }
        let isSteady = finger.rules.steady != nil && !finger.hasLeft
        let event = Event(phase: change.phase, place: isSteady ? finger.start : change.place, time: change.time)
        switch change.phase {
        case .ended:
            finger.isDown = false
            lastLift[finger.surface] = (change.time, change.place)
            if !finger.isDead, !finger.hasLeft { lastTap[finger.surface] = (change.time, change.place) }
        case .cancelled: finger.isDown = false
        default: break
        }
        if !finger.isDead {
            // Observers get no move of a finger that is reported in its old place.
            if change.phase != .moved || !isSteady { events[change.finger, default: []].append(event) }
            // A finger that is cancelled while it is delayed never was.
            if change.phase == .ended || finger.hasLeft && change.phase != .cancelled { finger.isDelayed = false }
        }
        fingers[change.finger] = finger
    }

    private mutating func begin(_ change: Change, _ surface: Int, _ rules: TouchRules) {
        let others = fingers.values.filter { $0.surface == surface && $0.isDown }
        var finger = Finger(surface: surface, rules: rules, start: change.place, began: change.time)
        if let maximum = rules.maximum, others.count(where: { !$0.isDead }) >= maximum { finger.isDead = true }
        if let pause = rules.ignoreRepeat, others.isEmpty, let lift = lastLift[surface], change.time - lift.time < pause,
            distance(change.place, lift.place) <= 30
        {
            finger.isDead = true
        }
        if rules.isDoubleTapOne, let tap = lastTap[surface], change.time - tap.time <= 350_000, distance(change.place, tap.place) <= 30 {
            finger.isDead = true
        }
        finger.isDelayed = !finger.isDead && rules.longPress?.action == .nothing
        events[change.finger] = [Event(phase: .began, place: change.place, time: change.time)]
        fingers[change.finger] = finger
    }

    /// The events of the fingers that observers hear of.
    var reported: [Int: [Event]] {
        events.filter { id, events in
            let finger = fingers[id]!
            // A finger that died as a long press keeps its events; otherwise a dead finger has none.
            return !finger.isDelayed && !(finger.isDead && events.last!.phase != .cancelled)
        }
    }
}
