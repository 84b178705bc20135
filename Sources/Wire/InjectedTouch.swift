import TouchCore

/// The change of one finger in an `inject`.
public struct InjectedTouch: Hashable, Sendable {
    /// How many fingers may be injected on a screen at a time.
    public static let maximum = 10

    /// The client's own number for it.
    public let finger: Int
    /// `began`, `moved`, `ended` or `cancelled`.
    public let phase: TouchPhase
    /// In points of the screen; nil for an end at the last place.
    private let x, y: Double?

    /// From a member of `touches` that was checked against its shape.
    init(_ value: JSONValue) {
        finger = Int(clamping: value["finger"]!.number!)
        phase = TouchPhase(rawValue: value["phase"]!.string!)!
        x = value["x"]?.number
        y = value["y"]?.number
    }

    /// Whether the request says where it is.
    public var isPlaced: Bool { x != nil || y != nil }

    /// - Parameter last: where it was before, if it was down.
    public func place(after last: Point?) -> Point { Point(x ?? last?.x ?? 0, y ?? last?.y ?? 0) }
}
