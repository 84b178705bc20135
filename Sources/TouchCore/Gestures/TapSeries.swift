/// Taps of the same fingers one after the other, as a recognizer counts them (uikit-semantics 2.9).
///
/// Apple gives no numbers: 10 points of slip, 0.75 s of holding, 0.35 s and 30 points an axis between taps are what open
/// re-implementations use.
struct TapSeries {
    static let slip = 10.0
    static let longestHold: Int64 = 750_000
    static let longestPause: Int64 = 350_000
    static let farthest = 30.0

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
    /// Taps so far.
    private(set) var count = 0
    /// Where all fingers were when they were down for the first time.
    private(set) var place: Point?
    /// Where they were the last time.
    private var last: Point?
    private var isComplete = false

    init(fingers: Int) { self.fingers = fingers }

    mutating func reset() { self = TapSeries(fingers: fingers) }

    mutating func began(_ recognizer: Recognizer) -> Step {
        // One more than needed, or one that comes when others are on their way up.
        if recognizer.down > fingers || isComplete { return .failed }
        guard recognizer.down == fingers else { return .none }
        let here = recognizer.mean(\.start)
        if let last, abs(here.x - last.x) > Self.farthest || abs(here.y - last.y) > Self.farthest { return .failed }
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

    /// The fingers of the taps so far are history from the next event on.
    static func leaveBehind(_ recognizer: Recognizer) {
        for position in recognizer.fingers.indices where !recognizer.fingers[position].isDown {
            recognizer.fingers[position].isPast = true
        }
    }
}
