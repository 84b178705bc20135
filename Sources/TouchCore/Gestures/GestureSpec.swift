/// A gesture recognizer of a region as a configuration or scenario states it. Names and defaults of what all types have are
/// UIGestureRecognizer's; what a type has besides is declared by the type (`GestureTable`).
public struct GestureSpec: Hashable, Sendable {
    /// Unique among the gestures of the whole tree.
    public var id: String
    /// The name of its type in the `GestureTable`.
    public var type: String
    public var isEnabled = true
    /// Recognition cancels the touches of the gesture for their views.
    public var cancelsTouchesInView = true
    /// Views are told of a touch only once the gesture has failed.
    public var delaysTouchesBegan = false
    /// Views are told of a touch's end only once the gesture has failed.
    public var delaysTouchesEnded = true
    /// Fingers and pens are not mixed.
    public var requiresExclusiveTouchType = true
    /// Ids of gestures that must fail before this one is recognized.
    public var requireToFail: [String] = []
    /// Ids of gestures that may be recognized beside this one; it is enough that one of the two says so.
    public var simultaneousWith: [String] = []
    /// Ids of regions whose touches it does not get.
    public var shouldReceiveNot: [String] = []
    /// False: it fails where it would begin.
    public var shouldBegin = true
    /// What the client is asked that has claimed its region; what `shouldReceiveNot` and `shouldBegin` say counts when there is
    /// none, and when it does not answer.
    public var asks: Set<GestureAsk> = []
    /// For how long an answer is waited for, µs.
    public var answerWithin: Int64 = 100_000
    /// What is set of the type's own properties, by name; for the rest see `GestureDefaults`.
    public var properties: [String: Value] = [:]

    public enum Value: Hashable, Sendable {
        /// A count, points, seconds, radians, or a ratio.
        case number(Double)
        case words([String])
    }

    public init(id: String, type: String) {
        self.id = id
        self.type = type
    }

    // MARK: For the types

    func number(_ property: GestureProperty) -> Double {
        if case .number(let number) = properties[property.name] ?? property.byDefault { number } else { 0 }
    }

    func count(_ property: GestureProperty) -> Int { Int(clamping: min(max(number(property), 0), 1e9)) }

    /// From seconds.
    func microseconds(_ property: GestureProperty) -> Int64 { Int64(microsecondsOf: number(property)) }

    func words(_ property: GestureProperty) -> [String] {
        if case .words(let words) = properties[property.name] ?? property.byDefault { words } else { [] }
    }
}
