import Vocabulary

/// Decides whether a gesture always wins over another one: whenever `b` would be recognized, `a` is recognized with the same touches and no later.
/// This holds for fingers as people move them. A finger that jumps from report to report, or a second finger beside an edge gesture's, may be an
/// exception.
struct GesturePrecedence {
    private let a: GestureTraits
    private let b: GestureTraits
    /// True if `a` is asked before `b` in the same event.
    private let isFirst: Bool

    init(_ a: GestureTraits, _ b: GestureTraits, isFirst: Bool) { (self.a, self.b, self.isFirst) = (a, b, isFirst) }

    /// The behaviour of `a` that makes `b` fail, for messages; nil if `b` may win.
    var reason: String? {
        if beginsAtOnce { return "begins as soon as the finger is down" }
        switch (a.type, b.type) {
        case ("pan", "swipe"), ("transform", "swipe"): return movesBeforeSwipe
        case ("tap", "tap"): return isFirst && isWiderTap ? "wants the same taps and comes first" : nil
        case ("longPress", "longPress"): return pressesBefore
        case ("swipe", "swipe"): return isFirst && isWiderSwipe ? "goes the same way and comes first" : nil
        case ("pan", "pan"), ("pan", "edge"), ("transform", "pan"), ("transform", "edge"), ("transform", "pinch"), ("transform", "rotation"),
            ("pan", "transform"), ("transform", "transform"), ("pinch", "pinch"), ("rotation", "rotation"):
            return isFirst && takesFingersOfB && beginsByEachPart ? "begins no later and comes first" : nil
        default: return nil
        }
    }

    /// True if `a` is a long press of one finger with a duration of 0, which precedes a tap, long press or swipe of one finger.
    private var beginsAtOnce: Bool {
        func isAtOnce(_ gesture: GestureTraits) -> Bool { gesture.type == "longPress" && gesture.taps == 0 && gesture.pressDuration == 0 }
        return isAtOnce(a) && a.fingers == 1...1 && ["tap", "longPress", "swipe"].contains(b.type) && b.fingers == 1...1 && (isFirst || !isAtOnce(b))
    }

    private var movesBeforeSwipe: String? {
        guard let slop = a.translationSlop, a.fingers.contains(b.fingers.lowerBound), slop < b.swipeDistance || isFirst && slop == b.swipeDistance
        else { return nil }
        return "begins after \(shortest(slop)) points, before the swipe has moved \(shortest(b.swipeDistance)) points"
    }

    private var isWiderTap: Bool {
        a.taps == b.taps && a.fingers == b.fingers && a.allowableMovement >= b.allowableMovement && a.tapDuration >= b.tapDuration
            && (a.taps == 1 || a.tapInterval >= b.tapInterval && a.tapDistance >= b.tapDistance)
    }

    private var pressesBefore: String? {
        guard a.taps == b.taps, a.fingers == b.fingers, a.allowableMovement >= b.allowableMovement,
            a.taps == 0 || a.tapDuration >= b.tapDuration && a.tapInterval >= b.tapInterval && a.tapDistance >= b.tapDistance,
            a.pressDuration < b.pressDuration || isFirst && a.pressDuration == b.pressDuration
        else { return nil }
        return "begins no later, after \(shortest(a.pressDuration)) s"
    }

    private var isWiderSwipe: Bool {
        a.fingers == b.fingers && a.directions.isSuperset(of: b.directions) && a.swipeDistance == b.swipeDistance
            && a.swipeDuration >= b.swipeDuration && a.swipeRatio <= b.swipeRatio
    }

    private var takesFingersOfB: Bool {
        let (mine, its) = (a.fingers, b.fingers)
        // A pinch or a rotation has exactly two fingers, but a transform may have begun with one.
        if ["pinch", "rotation"].contains(b.type) { return mine.contains(2) }
        return mine.lowerBound == its.lowerBound && mine.upperBound >= its.upperBound
    }

    /// True if, for every movement by which `b` can begin, `a` begins no later.
    private var beginsByEachPart: Bool {
        func isNoLater(_ slop: KeyPath<GestureTraits, Double?>) -> Bool {
            guard let its = b[keyPath: slop] else { return true }
            return a[keyPath: slop].map { $0 <= its } ?? false
        }
        return isNoLater(\.translationSlop) && isNoLater(\.scaleSlop) && isNoLater(\.rotationSlop)
    }
}
