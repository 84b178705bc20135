/// Taps of the same fingers one after the other, as a recognizer counts them (routing 9).
///
/// Apple gives no numbers; these are what open re-implementations use.
struct TapSeries {
    static let allowableMovement = GestureProperty("allowableMovement", .points, 10, "Points that a finger may stray until it is recognized.")
    static let longestHold = GestureProperty("maximumTapDuration", .seconds, 0.75, "Seconds that a tap takes at most.")
    static let longestPause = GestureProperty(
        "maximumIntervalBetweenTaps", .seconds, 0.35, "Seconds from a tap's end to the next one's begin at most.")
    static let maximumDistance = GestureProperty(
        "maximumDistanceBetweenTaps", .points, 30, "Points, along x and along y, from a tap to the next one at most.")
    static let touches = GestureProperty("numberOfTouchesRequired", .count(from: 1), 1, "Fingers.")
    static let taps = GestureProperty("numberOfTapsRequired", .count(from: 1), 1, "Taps.")
    static let properties = [touches, allowableMovement, longestHold, longestPause, maximumDistance]

    enum Step {
        /// Goes on.
        case none
        /// Too many fingers, too far, too early.
        case failed
        /// All fingers are down.
        case complete
        /// All fingers are up again.
        case tapped
    }

    let fingers: Int
    let allowableMovement: Double
    /// µs.
    let longestHold: Int64
    let longestPause: Int64
    private let maximumDistance: Double
    /// Taps so far.
    private(set) var count = 0
    /// Where all fingers were when they were down for the first time.
    private(set) var place: Point?
    /// Where they were the last time.
    private var last: Point?
    private var isComplete = false

    init(_ spec: GestureSpec) {
        fingers = spec.count(Self.touches)
        allowableMovement = spec.number(Self.allowableMovement)
        longestHold = spec.microseconds(Self.longestHold)
        longestPause = spec.microseconds(Self.longestPause)
        maximumDistance = spec.number(Self.maximumDistance)
    }

    mutating func reset() {
        (count, place, last, isComplete) = (0, nil, nil, false)
    }

    mutating func began(_ recognizer: Recognizer) -> Step {
        // One more than needed, or one that comes when others are on their way up.
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

    /// What contradicts itself between two events; nil if nothing does.
    ///
    /// - Parameter most: how many taps there are at most.
    func fault(most: Int, _ recognizer: Recognizer) -> String? {
        if count > most { return "\(count) taps of \(most)" }
        if (place == nil) != (last == nil) || place == nil && (count > 0 || isComplete) { return "taps without a place" }
        return recognizer.isResting && place != nil ? "taps are left of a sequence that is over" : nil
    }
}
