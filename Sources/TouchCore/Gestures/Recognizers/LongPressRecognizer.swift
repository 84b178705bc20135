/// UILongPressGestureRecognizer: fingers that stay for a time, if need be after some taps. Once it has begun there is no limit
/// on how far they move.
final class LongPressRecognizer: Recognizer {
    static let type = GestureType(
        "longPress",
        [
            GestureProperty("numberOfTapsRequired", .count(from: 0), "Taps before the press. Default: 0."),
            GestureProperty("numberOfTouchesRequired", .count(from: 1), "Fingers. Default: 1."),
            GestureProperty("minimumPressDuration", .seconds, "Seconds. Default: 0.5."),
            GestureProperty("allowableMovement", .points, "Points, before it begins. Default: 10."),
        ]
    ) { LongPressRecognizer($0) }

    private let taps: Int
    private let duration: Int64
    private let allowableMovement: Double
    private var series: TapSeries

    override init(_ spec: GestureSpec) {
        taps = spec.count("numberOfTapsRequired") ?? 0
        duration = spec.microseconds("minimumPressDuration") ?? 500_000
        allowableMovement = spec.number("allowableMovement") ?? 10
        series = TapSeries(fingers: spec.count("numberOfTouchesRequired") ?? 1)
        super.init(spec)
    }

    /// The taps are done: the next time that the fingers are down is the press.
    private var isPress: Bool { series.count == taps }

    override func touchesBegan() {
        if state != .possible {
            for position in fingers.indices where fingers[position].phase == .began { ignore(position) }
            return
        }
        if down == fingers.count(where: { $0.phase == .began && !$0.isIgnored }) {
            TapSeries.leaveBehind(self)
            deadline = isPress ? .max : time &+ TapSeries.longestHold
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
        if hasStrayed(beyond: isPress ? allowableMovement : TapSeries.slip) { fail() }
    }

    override func touchesEnded() {
        // Over when any finger lifts; before its time that is a failure.
        if state != .possible || isPress { return end() }
        switch series.ended(self) {
        case .failed: fail()
        case .tapped: deadline = time &+ TapSeries.longestPause
        default: break
        }
    }

    override func expire() {
        if isPress && down == series.fingers { begin() } else { fail() }
    }

    override func reset() { series.reset() }
}
