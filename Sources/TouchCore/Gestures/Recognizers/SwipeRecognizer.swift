/// UISwipeGestureRecognizer: a quick straight movement, recognized while the fingers are still down. Its location is that of the begin.
///
/// If several directions are allowed, the gesture reports which one it was. Apple publishes no numbers.
final class SwipeRecognizer: Recognizer {
    static let type = GestureType(
        "swipe", [TapSeries.touches, direction, distance, longest, ratio]
    ) { SwipeRecognizer($0) }

    private static let direction = GestureProperty(
        "direction", .mask(GestureValues.Direction.allCases.map(\.rawValue)), ["right"], "Where it goes: one of them, or a list.")
    private static let distance = GestureProperty("minimumDistance", .points, 50, "Points that its fingers go at least.")
    private static let longest = GestureProperty(
        "maximumDuration", .seconds, 0.5, "Seconds from its first finger's begin that it takes at most.")
    private static let ratio = GestureProperty(
        "minimumRatio", .ratio, 2, "How many times as far along the direction as across it at least.")

    private let count: Int
    private let directions: [GestureValues.Direction]
    private let distance: Double
    private let longest: Int64
    private let ratio: Double
    /// The direction of the swipe.
    private var direction: GestureValues.Direction?

    override init(_ spec: GestureSpec) {
        count = spec.count(TapSeries.touches)
        directions = spec.words(Self.direction).compactMap(GestureValues.Direction.init)
        distance = spec.number(Self.distance)
        longest = spec.microseconds(Self.longest)
        ratio = spec.number(Self.ratio)
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

    /// Whether the fingers move away from all its directions by more than a pan's threshold. Failing then keeps a gesture that waits for the swipe
    /// from lagging behind the finger.
    private func hasLeft(_ travel: Point) -> Bool {
        directions.allSatisfy { direction in
            let (along, across) = Self.parts(of: travel, along: direction)
            return along < across && max(across, -along) > PanRecognizer.slop
        }
    }

    private static func parts(of travel: Point, along direction: GestureValues.Direction) -> (along: Double, across: Double) {
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
        return isResting && direction != nil ? "a direction is left of a sequence that is over" : nil
    }
}
