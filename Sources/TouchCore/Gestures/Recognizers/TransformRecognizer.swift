import func Glibc.atan2

/// Pan, pinch and rotation in one, for maps and pictures: the translation, scale and rotation that best map the fingers' previous locations to the
/// current ones, by least squares. With two fingers the result is exactly that of a pinch and a rotation.
///
/// The gesture begins when the translation, the scale or the rotation passes its threshold, and ends when all fingers have lifted. A finger that
/// joins or leaves causes no movement. UIKit has no such recognizer.
final class TransformRecognizer: MovementRecognizer {

    private let translates: Bool
    private let scales: Bool
    private let rotates: Bool
    private let slops: (translation: Double, scale: Double, rotation: Double)
    private let limits: ClosedRange<Double>

    /// The translation on the screen.
    private var translation = Point(0, 0)
    /// The scale of the fingers, not clamped to `limits`.
    private var spread = 1.0
    private var rotation = 0.0
    private var translationSpeed: Speed
    /// The velocities of the scale (x) and the rotation (y).
    private var turnSpeed: Speed

    override init(_ spec: GestureSpec) {
        let parts = spec.words(.parts)
        (translates, scales, rotates) = (parts.contains("translation"), parts.contains("scale"), parts.contains("rotation"))
        slops = (
            spec.number(.translationSlop), spec.number(.scaleSlop), spec.number(.rotationSlop)
        )
        let lowest = spec.number(.minimumScale)
        limits = lowest...max(lowest, spec.number(.maximumScale))
        translationSpeed = Speed(spec)
        turnSpeed = Speed(spec)
        super.init(spec)
    }

    override var displacementBesideKnobs: Point? { held == 1 && translates ? translation : nil }

    private var scale: Double { min(max(spread, limits.lowerBound), limits.upperBound) }

    override var isBeyondThreshold: Bool {
        let isFar = translates && translation.squaredDistance(to: Point(0, 0)) >= slops.translation * slops.translation
        let now = distance
        let isWide = scales && now > 0 && abs(now - now / spread) >= slops.scale
        return isFar || isWide || (rotates && abs(rotation) >= slops.rotation)
    }

    // MARK: The fingers' movement

    /// Whether the finger contributes to the movement of this event; a finger that has just come down does not.
    private func carries(_ finger: Finger) -> Bool { finger.counts && finger.phase != .began }

    override func advance() {
        var count = 0.0
        var (before, now) = (Point(0, 0), Point(0, 0))
        var hasMoved = false
        for finger in fingers where carries(finger) {
            if finger.origin != finger.location { hasMoved = true }
            before = before + finger.origin
            now = now + finger.location
            count += 1
        }
        // A finger that lifts without moving must not lower the velocity.
        if !hasMoved { return }
        before = Point(before.x / count, before.y / count)
        now = Point(now.x / count, now.y / count)
        translation = translation + (now - before)
        // The vectors from the centroid to the fingers, before and now.
        var (squaresBefore, squaresNow, along, across) = (0.0, 0.0, 0.0, 0.0)
        for finger in fingers where carries(finger) {
            let (a, b) = (finger.origin - before, finger.location - now)
            squaresBefore += a.x * a.x + a.y * a.y
            squaresNow += b.x * b.x + b.y * b.y
            along += a.x * b.x + a.y * b.y
            // With y pointing down, a positive angle is clockwise.
            across += a.x * b.y - a.y * b.x
        }
        // One finger, or several at the same location, neither scale nor rotate.
        if squaresBefore > 0 && squaresNow > 0 {
            spread = (spread * (squaresNow / squaresBefore).squareRoot()).clamped(to: PinchRecognizer.scales)
            rotation += atan2(across, along)
        }
        sample()
    }

    override func sample() {
        translationSpeed.add(translation, at: time)
        turnSpeed.add(Point(scale, rotation), at: time)
    }

    /// The distance between the fingers. With more than two, it is the distance that two fingers with the same root mean square distance from the
    /// centroid would have.
    private var distance: Double {
        let middle = centroid
        var (squares, count) = (0.0, 0.0)
        for finger in fingers where finger.counts {
            squares += finger.location.squaredDistance(to: middle)
            count += 1
        }
        return count > 0 ? 2 * (squares / count).squareRoot() : 0
    }

    override func reset() {
        translation = Point(0, 0)
        (spread, rotation) = (1, 0)
        translationSpeed.reset()
        turnSpeed.reset()
    }

    override func fill(_ values: inout GestureValues, _ space: GestureSpace) {
        let turn = turnSpeed.velocity(at: time)
        if translates {
            values.translation = space.distance(translation)
            values.velocity = space.distance(translationSpeed.velocity(at: time))
        }
        if scales { (values.scale, values.scaleRate) = (scale, turn.x) }
        if rotates { (values.rotation, values.rotationRate) = (rotation, turn.y) }
    }

    override var faultOfType: String? {
        if !PinchRecognizer.scales.contains(spread) { return "its scale is \(spread)" }
        let isAtRest = translation == Point(0, 0) && spread == 1 && rotation == 0 && translationSpeed.isEmpty && turnSpeed.isEmpty
        return isResting && !isAtRest ? "a movement remains from a sequence that is over" : translationSpeed.fault ?? turnSpeed.fault
    }
}
