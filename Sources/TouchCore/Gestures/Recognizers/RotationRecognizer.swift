import func Glibc.atan2

/// UIRotationGestureRecognizer: the clockwise angle by which the line through two fingers has turned, which may exceed half a turn. The gesture stays
/// in progress until both have lifted; further fingers are ignored.
final class RotationRecognizer: Recognizer {

    private let slop: Double

    private var rotation = 0.0
    private var speed: Speed

    override init(_ spec: GestureSpec) {
        slop = spec.number(.rotationSlop)
        speed = Speed(spec)
        super.init(spec)
    }

    override func accepts(_ finger: Finger, _ space: GestureSpace) -> Bool { down < 2 }

    override func touchesBegan() { if down == 2 { speed.add(Point(rotation, 0), at: time) } }

    override func touchesMoved() {
        guard let pair else { return }
        let (a, b) = (pair.before.1 - pair.before.0, pair.now.1 - pair.now.0)
        // With y pointing down, a positive angle is clockwise.
        let turn = atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
        if turn == 0 { return }
        rotation += turn
        speed.add(Point(rotation, 0), at: time)
        if state != .possible { return change() }
        if abs(rotation) >= slop { begin() }
    }

    override func touchesEnded() { if down == 0 { end() } }

    override func reset() {
        rotation = 0
        speed.reset()
    }

    override func fill(_ values: inout GestureValues, _ space: GestureSpace) {
        values.rotation = rotation
        values.rate = speed.velocity(at: time).x
    }

    override var faultOfType: String? {
        isResting && (rotation != 0 || !speed.isEmpty) ? "a rotation remains from a sequence that is over" : speed.fault
    }
}
