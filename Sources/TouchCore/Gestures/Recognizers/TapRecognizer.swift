/// UITapGestureRecognizer: a number of taps with a number of fingers, recognized when the last finger lifts.
final class TapRecognizer: Recognizer {
    private let taps: Int
    private var series: TapSeries

    override init(_ spec: GestureSpec) {
        taps = spec.count(.numberOfTaps)
        series = TapSeries(spec)
        super.init(spec)
    }

    override func touchesBegan() {
        if down == fingers.count(where: { $0.phase == .began && !$0.isIgnored }) {
            // This is the first finger of the current tap.
            TapSeries.archiveFingers(self)
            deadline = time &+ series.longestHold
        }
        if series.began(self) == .failed { fail() }
    }

    override func touchesMoved() {
        if hasStrayed(beyond: series.allowableMovement) { fail() }
    }

    override func touchesEnded() {
        if hasStrayed(beyond: series.allowableMovement) { return fail() }
        switch series.ended(self) {
        case .failed: fail()
        case .tapped where series.count >= taps: recognize()
        case .tapped: deadline = time &+ series.longestPause
        default: break
        }
    }

    override func expire() { fail() }

    override func reset() { series.reset() }

    override var location: Point { series.place ?? centroid }

    override var reportsLifted: Bool { true }

    /// Whether this tap makes the other recognizer fail. Recognizers that need more taps do not fail (UIGestureRecognizerSubclass.h), nor does a
    /// long press after the same number of taps.
    override func canPrevent(_ other: Recognizer) -> Bool { other.countedTaps.map { $0 <= taps } ?? true }

    override var countedTaps: Int? { taps }

    override var yieldsToControls: Bool { taps == 1 && series.fingers == 1 }

    override func fill(_ values: inout GestureValues, _ space: GestureSpace) { values.taps = taps }

    override var faultOfType: String? {
        if request != nil, series.count < taps { return "it asks to be recognized after \(series.count) of \(taps) taps" }
        return series.fault(most: taps, self)
    }
}
