import StrictYAML
import TouchCore
import Vocabulary

/// A gesture of the kiosk that nobody can make: the screen is too small for it, or another gesture always takes its fingers first (contract 8).
enum NeverMadeGesture: WarningRule {
    static let id = WarningID.gestureNeverMade

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        for (screen, node) in zip(configuration.settings.screens, configuration.root.items("screens")) {
            let (rules, nodes) = (screen.spec.kiosk, node["kiosk"]?.items("gestures") ?? [])
            if rules.gestures.count != nodes.count { continue }
            for (index, gesture) in rules.gestures.enumerated() {
                let reason = tooSmall(gesture, screen.spec.size) ?? takenFirst(gesture, rules, before: index)
                if let reason { warn(nodes[index].mark, "kiosk gesture \(quoted(gesture.id)) is never made: \(reason)") }
            }
        }
    }

    /// The reason if the screen has no room for the swipe.
    private static func tooSmall(_ gesture: KioskGestureRule, _ size: Size) -> String? {
        guard case .swipe(let swipe) = gesture.form else { return nil }
        let isVertical = swipe.direction == .up || swipe.direction == .down
        let length = isVertical ? size.height : size.width
        if swipe.travel >= length {
            return "its \"travel\" of \(shortest(swipe.travel)) points does not fit on the screen (\(shortest(length)) points)"
        }
        guard let from = swipe.from, from.isAhead(of: swipe.direction), swipe.travel >= swipe.distance else { return nil }
        return "a finger that comes down at the \(from.rawValue) edge has no room to go \(swipe.direction.rawValue)"
    }

    /// The reason if another gesture is always made before this one, or at the same time and goes before it.
    private static func takenFirst(_ gesture: KioskGestureRule, _ rules: KioskRules, before index: Int) -> String? {
        if case .corner(let corner, let size, let hold) = gesture.form,
            let staff = rules.staff.first(where: { $0.taps == 1 && $0.corner == corner && $0.size >= size && $0.hold <= hold })
        {
            return "staff gesture \(quoted(staff.id)) takes its finger first"
        }
        for (other, rule) in rules.gestures.enumerated() where other != index && rule.takes(gesture, isEarlier: other < index) {
            return "kiosk gesture \(quoted(rule.id)) takes its fingers first"
        }
        return nil
    }
}

extension ScreenSide {
    fileprivate func isAhead(of direction: KioskGestureRule.Direction) -> Bool {
        switch direction {
        case .up: self == .top
        case .down: self == .bottom
        case .left: self == .left
        case .right: self == .right
        }
    }
}

extension KioskGestureRule {
    /// Whether all fingers that make the other gesture have made this one before.
    ///
    /// - Parameter isEarlier: Whether this gesture stands before the other one in the file.
    fileprivate func takes(_ other: KioskGestureRule, isEarlier: Bool) -> Bool {
        if fingers > other.fingers { return false }
        switch (form, other.form) {
        case (.swipe(let mine), .swipe(let its)):
            if mine.direction != its.direction || mine.within < its.within { return false }
            if let from = mine.from, from != its.from || mine.distance < its.distance { return false }
            return mine.travel < its.travel || mine.travel == its.travel && isEarlier
        case (.corner(let mine, let size, let hold), .corner(let its, let otherSize, let otherHold)):
            return mine == its && size >= otherSize && (hold < otherHold || hold == otherHold && isEarlier)
        case (.rest(let hold), .rest(let otherHold)): return hold < otherHold || hold == otherHold && (isEarlier || fingers < other.fingers)
        default: return false
        }
    }
}
