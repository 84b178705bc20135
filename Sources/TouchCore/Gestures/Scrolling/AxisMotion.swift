/// The motion of a scroll view along one axis after its fingers have lifted.
struct AxisMotion {
    private(set) var offset: Double
    /// The velocity of the offset, in points per second.
    private var velocity: Double
    private var course = Course.resting
    /// Whether the view scrolls along this axis.
    private let isFree: Bool

    private enum Course {
        case resting, coasting
        /// Moves to the offset of a page; if `to` is nil, back to the limit that the offset has passed.
        case springing(Spring, to: Double?)
    }

    /// - Parameters:
    ///   - velocity: The velocity of the offset, in points per second.
    ///   - page: The size of a page, if the view stops only at pages.
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

    /// Returns the offset of the page before or after `offset`, whichever is nearer to the point where the motion would stop. The last page ends
    /// where the content ends. Apple publishes no rule for this choice.
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
        // The greatest velocity that does not overshoot the page.
        let most = Spring.frequency * abs(way)
        velocity = velocity.clamped(to: way > 0 ? 0...most : -most...0)
        course = .springing(Spring(velocity: velocity), to: target)
    }

    /// Applies a zoom by `factor` that keeps `anchor`, a point of the view, in place.
    mutating func zoom(by factor: Double, about anchor: Double) { offset = (offset + anchor) * factor - anchor }

    mutating func advance(within range: ClosedRange<Double>, _ friction: Friction, bounces: Bool) {
        if !isFree { return }
        var seconds = ScrollMotion.seconds
        if case .springing(_, nil) = course, range.contains(offset) { course = .coasting }
        if case .coasting = course, range.contains(offset) { seconds -= coast(for: seconds, within: range, friction) }
        switch course {
        case .springing(let spring, let page): springBack(spring, to: page?.clamped(to: range), within: range, for: seconds)
        case .coasting, .resting:
            if !range.contains(offset) { springBack(Spring(velocity: velocity), to: nil, within: range, for: seconds) }
        }
        if !bounces && !range.contains(offset) {
            offset = offset.clamped(to: range)
            velocity = 0
            course = .resting
        }
    }

    /// Decelerates within the limits. Returns the seconds used, which are fewer than `seconds` if the offset reaches the end of the content earlier.
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
            // Moves only as far as the point where it stops.
            offset += (velocity > 0 ? velocity - Friction.slowest : velocity + Friction.slowest) * friction.reach
            velocity = 0
            course = .resting
        } else {
            offset += way
            velocity *= kept
        }
        return seconds
    }

    private mutating func springBack(_ spring: Spring, to page: Double?, within range: ClosedRange<Double>, for seconds: Double) {
        let target = page ?? offset.clamped(to: range)
        var beyond = offset - target
        spring.advance(&beyond, &velocity, for: seconds)
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
