/// UISwipeGestureRecognizer: a quick straight movement, recognized while the fingers are still down. Its location is the point where the fingers came
/// down.
///
/// If several directions are allowed, the gesture reports which one it was. Apple does not publish the thresholds.
final class SwipeRecognizer: Recognizer {

    private let count: Int
    private let directions: [SwipeDirection]
    private let distance: Double
    private let longest: Int64
    private let ratio: Double
    /// The direction of the swipe.
    private var direction: SwipeDirection?

    override init(_ spec: GestureSpec) {
        count = spec.count(.numberOfTouches)
        directions = spec.words(.direction).compactMap(SwipeDirection.init)
        distance = spec.number(.minimumDistance)
        longest = spec.microseconds(.maximumDuration)
        ratio = spec.number(.minimumRatio)
        super.init(spec)
    }

    override func touchesBegan() {
        if deadline == .max { deadline = time &+ longest }
        if down > count { fail() }
    }

    override func touchesMoved() {
        guard down == count, !isWaiting else { return }
        let travel = centroid - centroidAtBegin
        if hasLeft(travel) { return fail() }
        if max(abs(travel.x), abs(travel.y)) < distance { return }
        for direction in directions {
            let (along, across) = Self.parts(of: travel, along: direction)
            if along >= distance && along >= ratio * across {
                self.direction = direction
                return recognize()
            }
        }
        // The movement is long enough, but in another direction.
        fail()
    }

    /// Whether the fingers have moved away from all allowed directions by more than a pan's threshold. The swipe then fails at once, so that a
    /// gesture that waits for its failure does not lag behind the finger.
    private func hasLeft(_ travel: Point) -> Bool {
        directions.allSatisfy { direction in
            let (along, across) = Self.parts(of: travel, along: direction)
            return along < across && max(across, -along) > GestureProperty.panSlop
        }
    }

    private static func parts(of travel: Point, along direction: SwipeDirection) -> (along: Double, across: Double) {
        switch direction {
        case .right: (travel.x, abs(travel.y))
        case .left: (-travel.x, abs(travel.y))
        case .up: (-travel.y, abs(travel.x))
        case .down: (travel.y, abs(travel.x))
        }
    }

    override var displacementBesideKnobs: Point? { held == 1 ? centroid - centroidAtBegin : nil }

    /// Fails unless the swipe is complete and only waits for others to fail.
    override func touchesEnded() { if !isWaiting { fail() } }

    override func expire() { fail() }

    override var location: Point { centroidAtBegin }

    override func fill(_ values: inout GestureValues, _ space: GestureSpace) { values.direction = direction }

    override func reset() { direction = nil }

    override var faultOfType: String? {
        if request != nil, direction == nil { return "it asks to be recognized without a direction" }
        return isResting && direction != nil ? "a direction remains from a sequence that is over" : nil
    }
}
