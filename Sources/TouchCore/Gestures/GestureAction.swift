/// What a recognizer says in one frame: the call of its action.
public struct GestureAction: Sendable {
    public enum State: String, CaseIterable, Sendable {
        /// A discrete gesture: this is all there is.
        case recognized
        case began, changed, ended, cancelled

        /// Nothing follows for this gesture.
        public var isTerminal: Bool { self == .recognized || self == .ended || self == .cancelled }
    }

    public var gesture: GestureIndex
    public var region: RegionIndex
    public var state: State
    /// The touch with which the sequence began that the gesture is made of.
    public var first: TouchID
    /// In the order in which they began.
    public var touches: [TouchID]
    /// Where the gesture is, in its region's own space: the centroid of its touches, unless the type says otherwise.
    public var local: Point
    public var values: GestureValues
}

/// What a type tells of its gesture; nil: nothing of the kind.
public struct GestureValues: Hashable, Sendable {
    /// Since it began, in its region's own space.
    public var translation: Point?
    /// Points of its region's own space a second.
    public var velocity: Point?
    public var scale: Double?
    /// Radians, clockwise.
    public var rotation: Double?
    /// How fast `scale` or `rotation` changes, a second.
    public var rate: Double?
    public var direction: Direction?
    public var taps: Int?

    public enum Direction: String, Sendable { case right, left, up, down }
}
