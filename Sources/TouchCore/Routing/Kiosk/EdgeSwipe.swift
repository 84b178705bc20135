/// Decides whether a contact that began at an edge is a swipe inwards.
struct EdgeSwipe: Sendable {
    enum Answer { case undecided, swipe, none }

    private(set) var answer = Answer.undecided
    private let start: Point
    /// Event time in µs by which the swipe must have covered its distance.
    let due: Int64
    private let travel: Double
    private let sides: Set<EdgeRules.Side>

    /// Returns nil if the contact did not begin at an edge that counts.
    init?(at start: Point, time: Int64, _ rules: EdgeRules?, _ screen: Size) {
        guard let rules else { return nil }
        sides = rules.sides.filter { $0.isNear(start, within: rules.distance, of: screen) }
        if sides.isEmpty { return nil }
        (self.start, travel, due) = (start, rules.travel, time &+ rules.within)
    }

    mutating func moved(to p: Point, at time: Int64) {
        expire(at: time)
        guard answer == .undecided else { return }
        let isSwipe = sides.contains { side in
            switch side {
            case .left: p.x - start.x >= travel
            case .right: start.x - p.x >= travel
            case .top: p.y - start.y >= travel
            case .bottom: start.y - p.y >= travel
            }
        }
        if isSwipe { answer = .swipe }
    }

    /// Handles a lift: a finger that lifts before it has covered the distance is not a swipe.
    mutating func lifted() { if answer == .undecided { answer = .none } }

    mutating func expire(at time: Int64) { if answer == .undecided, time > due { answer = .none } }
}
