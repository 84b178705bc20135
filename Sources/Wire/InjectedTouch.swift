import TouchCore

/// A change of one finger in an `inject` request.
public struct InjectedTouch: Hashable, Sendable {
    /// The number of fingers that may be injected on a screen at a time.
    public static let maximum = 10

    /// The number that the client chose for the finger.
    public let finger: Int
    /// `began`, `moved`, `ended` or `cancelled`.
    public let phase: TouchPhase
    /// The location in points of the screen; nil for an end at the last location.
    private let x, y: Double?

    /// Reads a member of `touches`, which was already checked against its shape.
    init(_ value: JSONValue) {
        finger = Int(clamping: value["finger"]!.number!)
        phase = TouchPhase(rawValue: value["phase"]!.string!)!
        x = value["x"]?.number
        y = value["y"]?.number
    }

    /// True if the request gives a location.
    public var isPlaced: Bool { x != nil || y != nil }

    /// Returns the location of the finger. A missing coordinate is taken from the last location.
    ///
    /// - Parameter last: the location before this change, if the finger was down.
    public func place(after last: Point?) -> Point { Point(x ?? last?.x ?? 0, y ?? last?.y ?? 0) }
}
