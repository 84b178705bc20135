/// UIPanGestureRecognizer: fingers that move. Begins when enough of them have moved far enough together, ends when all are up;
/// the translation includes the distance that it took to begin.
class PanRecognizer: Recognizer {
    static let type = GestureType("pan", properties) { PanRecognizer($0) }

    static let properties = [
        GestureProperty("minimumNumberOfTouches", .count(from: 1), "Fingers. Default: 1."),
        GestureProperty(
            "maximumNumberOfTouches", .count(from: 1), notBelow: "minimumNumberOfTouches", "Fingers. Default: no limit."),
    ]

    /// Points after which it begins. Measured of scroll views; Apple gives none for pans.
    static let slop = 10.0

    private let least: Int
    private let most: Int
    /// On the screen: of the fingers together, from when there were enough of them.
    private(set) final var translation = Point(0, 0)
    private final var speed = Speed()

    override init(_ spec: GestureSpec) {
        least = spec.count("minimumNumberOfTouches") ?? 1
        most = spec.count("maximumNumberOfTouches") ?? .max
        super.init(spec)
    }

    override func touchesBegan() {
        if down >= least { speed.add(translation, at: time) }
        if down <= most { return }
        if state == .possible { return fail() }
        for position in fingers.indices where fingers[position].phase == .began { ignore(position) }
    }

    override func touchesMoved() {
        if down < least { return }
        advance()
        if state != .possible { return change() }
        if translation.squaredDistance(to: Point(0, 0)) >= Self.slop * Self.slop { goesFarEnough() }
    }

    /// It has travelled the slop.
    func goesFarEnough() { begin() }

    override func touchesEnded() {
        if state != .possible && held >= least { advance() }
        if down == 0 { end() }
    }

    /// The others, if there are any, go on.
    override func touchesCancelled() { if down == 0 || state == .possible { cancel() } }

    override var wayBesideKnobs: Point? { held == 1 ? translation : nil }

    private func advance() {
        translation = translation + (mean(\.location) - mean(\.origin))
        speed.add(translation, at: time)
    }

    override func reset() {
        translation = Point(0, 0)
        speed.reset()
    }

    override func fill(_ values: inout GestureValues, _ space: GestureSpace) {
        values.translation = space.distance(translation)
        values.velocity = space.distance(speed.velocity(at: time))
    }

    /// On the screen, points a second.
    final var velocity: Point { speed.velocity(at: time) }
}

extension Finger {
    /// Where it was before this event, at whose end it may be.
    fileprivate var origin: Point { phase == .moved || phase == .ended ? previous : location }
}
