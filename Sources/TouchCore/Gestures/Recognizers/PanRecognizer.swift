/// UIPanGestureRecognizer: fingers that move. Begins when enough of them have moved far enough together, ends when all are up;
/// the translation includes the distance that it took to begin.
class PanRecognizer: Recognizer {
    static let type = GestureType("pan", properties) { PanRecognizer($0) }

    static let least = GestureProperty("minimumNumberOfTouches", .count(from: 1), 1, "Fingers at least.")
    static let most = GestureProperty(
        "maximumNumberOfTouches", .count(from: 1), .infinity, notBelow: "minimumNumberOfTouches", "Fingers at most.")
    static let threshold = GestureProperty(
        "translationSlop", .points, slop, "Points that its fingers move together before it begins.")
    static let properties = [least, most, threshold] + Speed.properties

    /// Points. Measured of scroll views; Apple gives none for pans.
    static let slop = 10.0

    private let least: Int
    private let most: Int
    final let threshold: Double
    /// On the screen: of the fingers together, from when there were enough of them.
    private(set) final var translation = Point(0, 0)
    private final var speed: Speed

    override init(_ spec: GestureSpec) {
        least = spec.count(Self.least)
        most = spec.count(Self.most)
        threshold = spec.number(Self.threshold)
        speed = Speed(spec)
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
        if translation.squaredDistance(to: Point(0, 0)) >= threshold * threshold { goesFarEnough() }
    }

    /// It has travelled the slop.
    func goesFarEnough() { begin() }

    override func touchesEnded() {
        // Unless it has advanced by what others moved in this event.
        let hasAdvanced = down >= least && fingers.contains { $0.phase == .moved && $0.counts }
        if state != .possible && held >= least && !hasAdvanced { advance() }
        if down == 0 { end() }
    }

    /// The others, if there are any, go on.
    override func touchesCancelled() { if down == 0 || state == .possible { cancel() } }

    override var wayBesideKnobs: Point? { held == 1 ? translation : nil }

    private func advance() {
        let way = mean(\.location) - mean(\.origin)
        // A lift where the finger was is no rest.
        if way == Point(0, 0) { return }
        translation = translation + way
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
    var origin: Point { phase == .moved || phase == .ended ? previous : location }
}
