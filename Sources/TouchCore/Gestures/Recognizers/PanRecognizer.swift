/// UIPanGestureRecognizer: fingers that move. The translation includes the distance needed to begin.
class PanRecognizer: MovementRecognizer {
    final let threshold: Double
    /// The common translation of the fingers on the screen, from the moment when enough of them are down.
    private(set) final var translation = Point(0, 0)
    private final var speed: Speed

    override init(_ spec: GestureSpec) {
        threshold = spec.number(.translationSlop)
        speed = Speed(spec)
        super.init(spec)
    }

    override func sample() { speed.add(translation, at: time) }

    override var isBeyondThreshold: Bool { translation.squaredDistance(to: Point(0, 0)) >= threshold * threshold }

    override var displacementBesideKnobs: Point? { held == 1 ? translation : nil }

    override func advance() {
        let way = centroid - centroidBefore
        // A finger that lifts without moving must not lower the velocity.
        if way == Point(0, 0) { return }
        translation = translation + way
        sample()
    }

    override func reset() {
        translation = Point(0, 0)
        speed.reset()
    }

    /// Restarts the measurement after fingers were given up. The translation becomes that of the remaining fingers alone, up to this event.
    final func recomputeTranslation() {
        speed.reset()
        translation = held > 0 ? centroidBefore - centroidAtBegin : Point(0, 0)
    }

    override func fill(_ values: inout GestureValues, _ space: GestureSpace) {
        values.translation = space.distance(translation)
        values.velocity = space.distance(speed.velocity(at: time))
    }

    /// The velocity on the screen, in points per second.
    final var velocity: Point { speed.velocity(at: time) }

    override var faultOfType: String? {
        isResting && (translation != Point(0, 0) || !speed.isEmpty) ? "a translation remains from a sequence that is over" : speed.fault
    }
}
