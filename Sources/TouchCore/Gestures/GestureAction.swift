/// An action of a recognizer in one frame: the equivalent of calling its action method.
public struct GestureAction: Sendable {
    public enum State: String, CaseIterable, Sendable {
        /// A discrete gesture was recognized; no other state follows.
        case recognized
        case began, changed, ended, cancelled

        /// Whether this is the last action of the gesture.
        public var isTerminal: Bool { self == .recognized || self == .ended || self == .cancelled }
    }

    public var gesture: GestureID
    public var region: RegionID
    public var state: State
    /// The touch with which the gesture's sequence began.
    public var first: TouchID
    /// The touches of the gesture, in the order in which they began.
    public var touches: [TouchID]
    /// The gesture's location in its region's local space: the centroid of its touches, unless the type defines another point.
    public var local: Point
    public var values: GestureValues
    /// Event time, in µs. Earlier than the frame's time if the gesture had to wait for a client's answer.
    public var timestamp: Int64
}

/// The values that a gesture type reports. A value that the type does not report is nil.
public struct GestureValues: Hashable, Sendable {
    /// The translation since the begin, in the region's local space.
    public var translation: Point?
    /// The velocity in points per second of the region's local space.
    public var velocity: Point?
    public var scale: Double?
    /// The rotation in radians, clockwise.
    public var rotation: Double?
    /// The change of `scale` or `rotation` per second, for types that report only one of them.
    public var rate: Double?
    /// The change of `scale` per second, for types that can report both.
    public var scaleRate: Double?
    /// The change of `rotation` per second, for types that can report both.
    public var rotationRate: Double?
    public var direction: SwipeDirection?
    public var taps: Int?

    /// A value in its reported form.
    public enum Member {
        case point(Point)
        case number(Double)
        case word(String)
    }

    /// Calls `body` with each value that is set, under its protocol name and in the protocol's order.
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
