/// UIPanGestureRecognizer: fingers that move; the translation includes the distance that it took to begin.
class PanRecognizer: MovementRecognizer {
    static let type = GestureType("pan", properties) { PanRecognizer($0) }

    static let threshold = GestureProperty(
        "translationSlop", .points, slop, "Points that its fingers move together before it begins.")
    static let properties = [least, most, threshold] + Speed.properties

    /// Points. Measured of scroll views; Apple gives none for pans.
    static let slop = 10.0

    final let threshold: Double
    /// On the screen: of the fingers together, from when there were enough of them.
    private(set) final var translation = Point(0, 0)
    private final var speed: Speed

    override init(_ spec: GestureSpec) {
        threshold = spec.number(Self.threshold)
        speed = Speed(spec)
        super.init(spec)
    }

    override func sample() { speed.add(translation, at: time) }

    override var isFar: Bool { translation.squaredDistance(to: Point(0, 0)) >= threshold * threshold }

    override var displacementBesideKnobs: Point? { held == 1 ? translation : nil }

    override func advance() {
        let way = centroid - centroidBefore
        // A lift where the finger was is no rest.
        if way == Point(0, 0) { return }
        translation = translation + way
        sample()
    }

    override func reset() {
        translation = Point(0, 0)
        speed.reset()
    }

    /// Some of its fingers have been given back: the others have gone, before this event, as far as they went by themselves.
    final func beginAnew() {
        speed.reset()
        translation = held > 0 ? centroidBefore - centroidAtBegin : Point(0, 0)
    }

    override func fill(_ values: inout GestureValues, _ space: GestureSpace) {
        values.translation = space.distance(translation)
        values.velocity = space.distance(speed.velocity(at: time))
    }

    /// On the screen, points a second.
    final var velocity: Point { speed.velocity(at: time) }

    override var faultOfType: String? {
        isResting && (translation != Point(0, 0) || !speed.isEmpty) ? "a translation is left of a sequence that is over" : speed.fault
    }
}
