/// UILongPressGestureRecognizer: fingers that rest in place for a time, after a number of taps if required. Once the gesture has begun, the fingers
/// may move any distance.
final class LongPressRecognizer: Recognizer {

    private let taps: Int
    private let duration: Int64
    private var series: TapSeries

    override init(_ spec: GestureSpec) {
        taps = spec.count(.numberOfTapsBefore)
        duration = spec.microseconds(.minimumPressDuration)
        series = TapSeries(spec)
        super.init(spec)
    }

    /// Whether all taps that must precede the press are done.
    private var isPress: Bool { series.count == taps }

    override func touchesBegan() {
        if state != .possible { return ignoreNew() }
        if down == fingers.count(where: { $0.phase == .began && !$0.isIgnored }) {
            TapSeries.archiveFingers(self)
            deadline = isPress ? .max : time &+ series.longestHold
        }
        switch series.began(self) {
        case .failed: fail()
        case .complete where isPress:
            if duration <= 0 { begin() } else { deadline = time &+ duration }
        default: break
        }
    }

    override func touchesMoved() {
        if state != .possible { return change() }
        if hasStrayed(beyond: series.allowableMovement) { fail() }
    }

    override func touchesEnded() {
        // A gesture in progress ends when any finger lifts. If a finger lifts during the press before the gesture has begun, the gesture fails.
        if state != .possible || isPress { return end() }
        switch series.ended(self) {
        case .failed: fail()
        case .tapped: deadline = time &+ series.longestPause
        default: break
        }
    }

    override func expire() {
        if isPress && down == series.fingers { begin() } else { fail() }
    }

    override func reset() { series.reset() }

    override var countedTaps: Int? { taps + 1 }

    override var faultOfType: String? {
        if isActive || request != nil, !isPress { return "it begins after \(series.count) of \(taps) taps" }
        return series.fault(most: taps, self)
    }
}
