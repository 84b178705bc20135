/// UISwipeGestureRecognizer: a quick straight movement, recognized while the fingers are still down; its place is where it began.
///
/// Apple gives no numbers: 50 points within 0.5 s, at least twice as far along the direction as across it.
final class SwipeRecognizer: Recognizer {
    static let type = GestureType(
        "swipe",
        [
            GestureProperty("numberOfTouchesRequired", .count(from: 1), "Fingers. Default: 1."),
            GestureProperty("direction", .word(["right", "left", "up", "down"]), "Default: right."),
        ]
    ) { SwipeRecognizer($0) }

    private static let distance = 50.0
    private static let longest: Int64 = 500_000

    private let count: Int
    private let direction: GestureValues.Direction

    override init(_ spec: GestureSpec) {
        count = spec.count("numberOfTouchesRequired") ?? 1
        direction = spec.words("direction")?.first.flatMap(GestureValues.Direction.init) ?? .right
        super.init(spec)
    }

    override func touchesBegan() {
        if deadline == .max { deadline = time &+ Self.longest }
        if down > count { fail() }
    }

    override func touchesMoved() {
        guard down == count else { return }
        let travel = mean(\.location) - mean(\.start)
        let along =
            switch direction {
            case .right: travel.x
            case .left: -travel.x
            case .up: -travel.y
            case .down: travel.y
            }
        let across = direction == .right || direction == .left ? abs(travel.y) : abs(travel.x)
        if along >= Self.distance && along >= 2 * across {
            recognize()
        } else if max(abs(travel.x), abs(travel.y)) >= Self.distance {
            // Far enough, and another way.
            fail()
        }
    }

    override var wayBesideKnobs: Point? { held == 1 ? mean(\.location) - mean(\.start) : nil }

    override func touchesEnded() { fail() }

    override func expire() { fail() }

    override var location: Point { mean(\.start) }

    override func fill(_ values: inout GestureValues, _ space: GestureSpace) { values.direction = direction }
}
