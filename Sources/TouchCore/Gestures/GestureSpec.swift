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
    /// What is set of the type's own properties, by name.
    public var properties: [String: Value] = [:]

    public enum Value: Hashable, Sendable {
        /// A count, points, or seconds.
        case number(Double)
        case words([String])
    }

    public init(id: String, type: String) {
        self.id = id
        self.type = type
    }

    // MARK: For the types

    func number(_ name: String) -> Double? {
        if case .number(let number)? = properties[name] { number } else { nil }
    }

    func count(_ name: String) -> Int? { number(name).map { Int(min($0, 1e9)) } }

    /// From seconds to µs; more than a lifetime counts as one.
    func microseconds(_ name: String) -> Int64? { number(name).map { Int64(min($0, 1e9) * 1e6) } }

    func words(_ name: String) -> [String]? {
        if case .words(let words)? = properties[name] { words } else { nil }
    }
}
