/// The motion of a scroll view along one axis after its fingers have gone.
struct AxisMotion {
    private(set) var offset: Double
    /// Points a second.
    private var velocity: Double
    private var course = Course.resting
    /// Whether it goes along this axis at all.
    private let isFree: Bool

    private enum Course {
        case resting, coasting
        /// To a page, or to the limit that it is beyond.
        case springing(Spring, to: Double?)
    }

    /// - Parameters:
    ///   - velocity: of the offset, points a second.
    ///   - page: the size of a page, if it stops at pages only.
    init(
        from offset: Double, velocity: Double, within range: ClosedRange<Double>, page: Double?, _ friction: Friction, isFree: Bool
    ) {
        self.offset = offset
        self.velocity = velocity
        self.isFree = isFree
        if !isFree { return }
        if let page, page > 0 {
            goTo(Self.page(page, from: offset, velocity, friction, within: range))
        } else if !range.contains(offset) {
            course = .springing(Spring(velocity: velocity), to: nil)
        } else if abs(velocity) >= Friction.slowest {
            course = .coasting
        }
    }

    func isOver(_ range: ClosedRange<Double>) -> Bool {
        if case .resting = course { !isFree || range.contains(offset) } else { false }
    }

    /// Of the pages before and after an offset the one that is nearer to where it would run on to. The last page ends with the
    /// content. Apple gives no rule.
    static func page(
        _ size: Double, from offset: Double, _ velocity: Double, _ friction: Friction, within range: ClosedRange<Double>
    ) -> Double {
        let before = ((offset / size).rounded(.down) * size).clamped(to: range)
        let after = ((offset / size).rounded(.up) * size).clamped(to: range)
        let aim = offset + velocity * friction.reach
        return aim - before < after - aim ? before : after
    }

    private mutating func goTo(_ target: Double) {
        let way = target - offset
        if way == 0 || way.isNaN { return }
        // As fast as it can be without going past the page.
        let most = Spring.frequency * abs(way)
        velocity = velocity.clamped(to: way > 0 ? 0...most : -most...0)
        course = .springing(Spring(velocity: velocity), to: target)
    }

    /// Everything in the content is farther from its origin now by a factor, about a point of the view.
    mutating func zoom(by factor: Double, about anchor: Double) { offset = (offset + anchor) * factor - anchor }

    mutating func goOn(within range: ClosedRange<Double>, _ friction: Friction, bounces: Bool) {
        if !isFree { return }
        var seconds = ScrollMotion.seconds
        if case .springing(_, nil) = course, range.contains(offset) { course = .coasting }
        if case .coasting = course, range.contains(offset) { seconds -= coast(for: seconds, within: range, friction) }
        switch course {
        case .springing(let spring, let page): goBack(spring, to: page?.clamped(to: range), within: range, for: seconds)
        case .coasting, .resting:
            if !range.contains(offset) { goBack(Spring(velocity: velocity), to: nil, within: range, for: seconds) }
        }
        if !bounces && !range.contains(offset) {
            offset = offset.clamped(to: range)
            velocity = 0
            course = .resting
        }
    }

    /// Returns how many seconds it took: all, unless it comes to the end of the content before.
    private mutating func coast(for seconds: Double, within range: ClosedRange<Double>, _ friction: Friction) -> Double {
        if abs(velocity) < Friction.slowest {
            velocity = 0
            course = .resting
            return seconds
        }
        let kept = friction.kept(after: seconds)
        let way = velocity * friction.reach * (1 - kept)
        let end = velocity > 0 ? range.upperBound : range.lowerBound
        if abs(end - offset) <= abs(way) {
            let kept = 1 - (end - offset) / (velocity * friction.reach)
            offset = end
            velocity *= kept
            course = .springing(Spring(velocity: velocity), to: nil)
            return friction.time(untilKept: kept)
        }
        if abs(velocity) * kept < Friction.slowest {
            // Only to where it stops.
            offset += (velocity > 0 ? velocity - Friction.slowest : velocity + Friction.slowest) * friction.reach
            velocity = 0
            course = .resting
        } else {
            offset += way
            velocity *= kept
        }
        return seconds
    }

    private mutating func goBack(_ spring: Spring, to page: Double?, within range: ClosedRange<Double>, for seconds: Double) {
        let target = page ?? offset.clamped(to: range)
        var beyond = offset - target
        spring.goOn(&beyond, &velocity, for: seconds)
        if abs(beyond) < Spring.near && abs(velocity) < Spring.slow {
            offset = target
            velocity = 0
            course = .resting
        } else {
            offset = target + beyond
            course = .springing(spring, to: page)
        }
    }
}
