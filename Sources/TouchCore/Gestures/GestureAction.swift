/// What a recognizer says in one frame: the call of its action.
public struct GestureAction: Sendable {
    public enum State: String, CaseIterable, Sendable {
        /// A discrete gesture: this is all there is.
        case recognized
        case began, changed, ended, cancelled

        /// Nothing follows for this gesture.
        public var isTerminal: Bool { self == .recognized || self == .ended || self == .cancelled }
    }

    public var gesture: GestureID
    public var region: RegionID
    public var state: State
    /// The touch with which the sequence began that the gesture is made of.
    public var first: TouchID
    /// In the order in which they began.
    public var touches: [TouchID]
    /// Where the gesture is, in its region's own space: the centroid of its touches, unless the type says otherwise.
    public var local: Point
    public var values: GestureValues
    /// Event time, µs. Earlier than the frame's for what had to wait for a client's answer.
    public var timestamp: Int64
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
    /// How fast the one thing that it tells of changes, a second: `scale`, or `rotation`.
    public var rate: Double?
    /// The same where it tells of several.
    public var scaleRate: Double?
    public var rotationRate: Double?
    public var direction: Direction?
    public var taps: Int?

    public enum Direction: String, CaseIterable, Sendable { case right, left, up, down }

    /// A value as it is told.
    public enum Member {
        case point(Point)
        case number(Double)
        case word(String)
    }

    /// What there is, under the protocol's names and in its order.
    @inline(__always)
    public func forEach(_ body: (StaticString, Member) -> Void) {
        if let translation { body("translation", .point(translation)) }
        if let velocity { body("velocity", .point(velocity)) }
        if let scale { body("scale", .number(scale)) }
        if let rotation { body("rotation", .number(rotation)) }
        if let rate { body("velocity", .number(rate)) }
        if let scaleRate { body("scaleVelocity", .number(scaleRate)) }
        if let rotationRate { body("rotationVelocity", .number(rotationRate)) }
        if let direction { body("direction", .word(direction.rawValue)) }
        if let taps { body("taps", .number(Double(taps))) }
    }
}
