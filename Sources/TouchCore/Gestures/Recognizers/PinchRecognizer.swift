/// UIPinchGestureRecognizer: the distance between two fingers relative to their distance when the second one came down. The gesture stays in progress
/// until both have lifted; further fingers are ignored.
final class PinchRecognizer: Recognizer {

    private let slop: Double

    /// The range of scales. It keeps the scale finite when fingers are spread, lifted and set down again and again.
    static let scales = 1e-6...1e6

    private var scale = 1.0
    /// The distance that corresponds to a scale of 1; 0 until two fingers are down.
    private var unit = 0.0
    private var speed: Speed

    override init(_ spec: GestureSpec) {
        slop = spec.number(.scaleSlop)
        speed = Speed(spec)
        super.init(spec)
    }

    override func accepts(_ finger: Finger, _ space: GestureSpace) -> Bool { down < 2 }

    override func touchesBegan() {
        guard let pair else { return }
        // A finger that replaces another one continues from the current scale.
        unit = distance(pair.now) / scale
        speed.add(Point(scale, 0), at: time)
    }

    override func touchesMoved() {
        guard let pair, unit > 0 else { return }
        let distance = distance(pair.now)
        if distance == self.distance(pair.before) { return }
        scale = (distance / unit).clamped(to: Self.scales)
        speed.add(Point(scale, 0), at: time)
        if state != .possible { return change() }
        if abs(distance - unit) >= slop { begin() }
    }

    override func touchesEnded() { if down == 0 { end() } }

    private func distance(_ pair: (Point, Point)) -> Double { pair.0.squaredDistance(to: pair.1).squareRoot() }

    override func reset() {
        scale = 1
        unit = 0
        speed.reset()
    }

    override func fill(_ values: inout GestureValues, _ space: GestureSpace) {
        values.scale = scale
        values.rate = speed.velocity(at: time).x
    }

    override var faultOfType: String? {
        if unit < 0 || !Self.scales.contains(scale) { return "its scale is \(scale) of \(unit)" }
        return isResting && (scale != 1 || unit != 0 || !speed.isEmpty) ? "a scale remains from a sequence that is over" : speed.fault
    }
}
