/// A gesture recognizer of a region, as a configuration or scenario states it. The names and defaults of the properties common to all types are
/// UIGestureRecognizer's; the other properties are those of its `GestureType`.
public struct GestureSpec: Hashable, Sendable {
    /// The id, unique among the gestures of the whole tree.
    public var id: String
    /// The name of its `GestureType`.
    public var type: String
    public var isEnabled = true
    /// Whether recognition cancels the gesture's touches for their views.
    public var cancelsTouchesInView = true
    /// Whether views get a touch only after the gesture has failed.
    public var delaysTouchesBegan = false
    /// Whether views get the end of a touch only after the gesture has failed.
    public var delaysTouchesEnded = true
    /// Whether all touches must be of the same tool: fingers and pens are not mixed.
    public var requiresExclusiveTouchType = true
    /// Ids of gestures that must fail before this one is recognized.
    public var requireToFail: [String] = []
    /// Ids of gestures that may be recognized together with this one; it is enough if one of the two names the other.
    public var simultaneousWith: [String] = []
    /// Ids of regions whose touches the gesture does not get.
    public var shouldReceiveNot: [String] = []
    /// Whether the gesture may begin; if false, it fails instead.
    public var shouldBegin = true
    /// The questions to the client that has claimed the region. `shouldReceiveNot` and `shouldBegin` apply if there is no such client or it does not
    /// answer.
    public var asks: Set<GestureAsk> = []
    /// The time to wait for an answer, in µs.
    public var answerWithin: Int64 = 100_000
    /// The values of the type's own properties that are set, by name; `GestureDefaults` supplies the others.
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

    /// Returns the value of a property in seconds, converted to µs.
    func microseconds(_ property: GestureProperty) -> Int64 { Int64(microsecondsOf: number(property)) }

    func words(_ property: GestureProperty) -> [String] {
        if case .words(let words) = properties[property.name] ?? property.byDefault { words } else { [] }
    }
}

/// A question that a gesture may ask the client that has claimed its region, as UIGestureRecognizerDelegate does (routing 8).
public enum GestureAsk: String, CaseIterable, Sendable {
    /// Whether the gesture gets a touch that has begun.
    case shouldReceive
    /// Whether the gesture may begin or be recognized.
    case shouldBegin
}
