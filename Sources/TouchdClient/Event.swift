import JSON

/// A point, of the screen or of a region's own space.
public struct Point: Hashable, Sendable {
    public var x, y: Double

    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

/// The phase of a touch. Only `ended` is a lift. After `cancelled` the program must not do what the touch would have done.
public enum Phase: Hashable, Sendable {
    case began, moved, stationary, ended
    case cancelled(reason: String)

    public var isOver: Bool {
        switch self {
        case .began, .moved, .stationary: false
        case .ended, .cancelled: true
        }
    }
}

/// The state of a gesture or of a scroll view. `recognized` belongs to discrete gestures: nothing follows it.
public enum State: String, Sendable {
    case recognized, began, changed, ended, cancelled
}

public struct TouchEvent: Sendable {
    /// The touch's ID. It is not reused within an epoch.
    public var id: UInt64
    public var phase: Phase
    /// The receiver; nil if no region received the touch.
    public var region: String?
    public var target: String?
    /// The location in points of the screen.
    public var location: Point
    /// The location in the region's own space.
    public var local: Point?
    public var tapCount: Int
    public var isInside: Bool
    /// All keys of the line: pressure, major, minor, orientation, tool, distance, timestamp, coalesced.
    public var fields: JSONValue
    /// True if the library made the event, because the connection was lost.
    public var isSynthetic = false

    /// True if the finger came down on this region and lifted inside it. A cancelled touch is never a press.
    public var isPress: Bool { phase == .ended && isInside && region != nil }

    /// The event time in µs, if it differs from the frame's.
    public var timestamp: Int64? { isSynthetic ? nil : fields["timestamp"]?.time }

    /// The coalesced samples, oldest first; the last one is the event itself. Empty if the subscription did not ask for them.
    public var coalesced: [Sample] { isSynthetic ? [] : (fields["coalesced"]?.array ?? []).compactMap(Sample.init) }
}

/// A touch's state in one of the panel's reports.
public struct Sample: Sendable {
    /// The event time in µs.
    public var time: Int64
    /// The location in points of the screen.
    public var location: Point
    /// The location in the region's own space.
    public var local: Point?
    /// All keys of the line: inside, pressure, major, minor, orientation, tool, distance.
    public var fields: JSONValue

    init?(_ fields: JSONValue) {
        guard let time = fields["time"]?.time, let x = fields["x"]?.number, let y = fields["y"]?.number else { return nil }
        self.time = time
        location = Point(x, y)
        local = fields["local"]?.point
        self.fields = fields
    }
}

/// A touch in another client's sensitive region. It has no location, and it is never a press.
public struct SensitiveEvent: Sendable {
    public var id: UInt64
    public var phase: Phase
    public var region: String?
    public var target: String?
    public var fields: JSONValue
    public var isSynthetic = false
}

public struct GestureEvent: Sendable {
    public var gesture: String
    public var kind: String
    public var region: String
    public var state: State
    public var touches: [UInt64]
    public var local: Point?
    /// All keys of the line: translation, velocity, scale, rotation, scaleVelocity, rotationVelocity, direction, taps.
    public var fields: JSONValue
    public var isSynthetic = false

    /// The event time in µs, if it differs from the frame's because the gesture had to wait for an answer.
    public var timestamp: Int64? { isSynthetic ? nil : fields["timestamp"]?.time }
}

public struct ControlEvent: Sendable {
    public var region: String
    /// The action, such as `touchDown` or `touchUpInside`.
    public var action: String
    public var id: UInt64
    public var fields: JSONValue
    public var isSynthetic = false

    public var isPress: Bool { action == "touchUpInside" }

    /// The new value of a slider or knob, with `valueChanged`.
    public var value: Double? { fields["value"]?.number }

    /// The new state of a switch, with `valueChanged`.
    public var isOn: Bool? { fields["isOn"]?.bool }
}

public struct ScrollEvent: Sendable {
    public var region: String
    public var offset: Point
    public var zoomScale: Double
    public var state: State
    public var fields: JSONValue
    public var isSynthetic = false
}

/// The begin of a first finger on a region behind this one, which has `watchesOutside`.
public struct OutsideEvent: Sendable {
    public var id: UInt64
    public var region: String
    public var fields: JSONValue
}

public enum Event: Sendable {
    case touch(TouchEvent)
    case sensitive(SensitiveEvent)
    case gesture(GestureEvent)
    case control(ControlEvent)
    case scroll(ScrollEvent)
    case outside(OutsideEvent)

    public var isPress: Bool {
        switch self {
        case .touch(let touch): touch.isPress
        case .control(let control): control.isPress
        case .sensitive, .gesture, .scroll, .outside: false
        }
    }
}
