/// The base class of pans and similar gestures, whose fingers move together. The gesture begins when enough fingers have moved far enough, and ends
/// when all have lifted. A subclass defines the movement and the threshold.
class MovementRecognizer: Recognizer {

    private let least: Int
    private let most: Int

    override init(_ spec: GestureSpec) {
        least = spec.count(.minimumTouches)
        most = spec.count(.maximumTouches)
        super.init(spec)
    }

    // MARK: For subclasses

    /// Adds the movement of the fingers in this event.
    func advance() {}
    /// Adds a velocity sample. Called when fingers have come down.
    func sample() {}
    /// Whether the movement is large enough to begin.
    var isBeyondThreshold: Bool { false }
    /// Handles a movement that is large enough.
    func passThreshold() { begin() }

    // MARK: Its fingers

    override func touchesBegan() {
        if down >= least { sample() }
        if down <= most { return }
        if state == .possible { fail() } else { ignoreNew() }
    }

    override func touchesMoved() {
        if down < least { return }
        advance()
        if state != .possible { return change() }
        if isBeyondThreshold { passThreshold() }
    }

    override func touchesEnded() {
        // If other fingers have moved in this event, `touchesMoved` has already added the movement.
        let hasAdvanced = down >= least && hasMoved
        if state != .possible && held >= least && !hasAdvanced { advance() }
        if down == 0 { end() }
    }

    /// Cancels the gesture if no finger remains or it has not begun; otherwise the remaining fingers continue.
    override func touchesCancelled() { if down == 0 || state == .possible { cancel() } }
}
