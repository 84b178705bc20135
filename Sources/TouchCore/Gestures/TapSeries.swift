/// Counts consecutive taps with the same number of fingers for a recognizer (routing 9).
struct TapSeries {
    enum Step {
        /// The series continues.
        case none
        /// Too many fingers are down, they are too far from the last tap, or a finger came or lifted at the wrong time.
        case failed
        /// All fingers are down.
        case complete
        /// All fingers have lifted again.
        case tapped
    }

    let fingers: Int
    let allowableMovement: Double
    /// The longest time that a tap may take, in µs.
    let longestHold: Int64
    /// The longest pause between two taps, in µs.
    let longestPause: Int64
    private let maximumDistance: Double
    /// The number of taps so far.
    private(set) var count = 0
    /// The mean of the locations at which the fingers of the first tap began; nil before all of them are down.
    private(set) var place: Point?
    /// The same mean for the latest tap.
    private var last: Point?
    private var isComplete = false

    init(_ spec: GestureSpec) {
        fingers = spec.count(.numberOfTouches)
        allowableMovement = spec.number(.allowableMovement)
        longestHold = spec.microseconds(.maximumTapDuration)
        longestPause = spec.microseconds(.maximumTapInterval)
        maximumDistance = spec.number(.maximumTapDistance)
    }

    mutating func reset() {
        (count, place, last, isComplete) = (0, nil, nil, false)
    }

    mutating func began(_ recognizer: Recognizer) -> Step {
        // Too many fingers, or a new one while others are lifting.
        if recognizer.down > fingers || isComplete { return .failed }
        guard recognizer.down == fingers else { return .none }
        let here = recognizer.centroidAtBegin
        if let last, abs(here.x - last.x) > maximumDistance || abs(here.y - last.y) > maximumDistance { return .failed }
        isComplete = true
        last = here
        if place == nil { place = here }
        return .complete
    }

    mutating func ended(_ recognizer: Recognizer) -> Step {
        if !isComplete { return .failed }
        guard recognizer.down == 0 else { return .none }
        isComplete = false
        count += 1
        return .tapped
    }

    /// Marks the fingers of completed taps, so that they no longer count for the current tap.
    static func archiveFingers(_ recognizer: Recognizer) {
        for position in recognizer.fingers.indices where !recognizer.fingers[position].isDown {
            recognizer.fingers[position].isPast = true
        }
    }

    /// A description of the first contradiction; nil if there is none. Valid only between two events.
    ///
    /// - Parameter most: The greatest allowed number of taps.
    func fault(most: Int, _ recognizer: Recognizer) -> String? {
        if count > most { return "\(count) taps of \(most)" }
        if (place == nil) != (last == nil) || place == nil && (count > 0 || isComplete) { return "taps without a place" }
        return recognizer.isResting && place != nil ? "taps remain from a sequence that is over" : nil
    }
}
