import JSON

/// A point: of the screen, or of a region's own space.
public struct Point: Hashable, Sendable {
    public var x, y: Double

    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

/// The phase of a touch. Only `ended` is a lift. After `cancelled` the program must not do what the touch was about to do.
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

/// The state of a gesture or of a scroll view. `recognized` is for discrete gestures: nothing follows.
public enum State: String, Sendable {
    case recognized, began, changed, ended, cancelled
}

public struct TouchEvent: Sendable {
    /// Not used again within an epoch.
    public var id: UInt64
    public var phase: Phase
    /// The receiver; nil if nobody received it.
    public var region: String?
    public var target: String?
    /// In points of the screen.
    public var location: Point
    /// In the region's own space.
    public var local: Point?
    public var tapCount: Int
    public var isInside: Bool
    /// All keys of the line: pressure, major, minor, orientation, tool, distance, timestamp, coalesced.
    public var fields: JSONValue
    /// Made by the library, because the connection is gone.
    public var isSynthetic = false

    /// The finger came down on this region and lifted inside it. A cancelled touch is never a press.
    public var isPress: Bool { phase == .ended && isInside && region != nil }

    /// µs of event time, if it differs from the frame's.
    public var timestamp: Int64? { isSynthetic ? nil : fields["timestamp"]?.time }

    /// The merged samples, oldest first; the last is the event itself. Empty if the subscription did not ask for them.
    public var coalesced: [Sample] { isSynthetic ? [] : (fields["coalesced"]?.array ?? []).compactMap(Sample.init) }
}

/// A touch in one of the panel's reports.
public struct Sample: Sendable {
    /// µs of event time.
    public var time: Int64
    /// In points of the screen.
    public var location: Point
    /// In the region's own space.
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

/// A touch in another client's sensitive region. It has no place, and it is never a press.
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

    /// µs of event time, if it differs from the frame's: the gesture had to wait for an answer.
    public var timestamp: Int64? { isSynthetic ? nil : fields["timestamp"]?.time }
}

public struct ControlEvent: Sendable {
    public var region: String
    /// `touchDown`, `touchUpInside`, …
    public var action: String
    public var id: UInt64
    public var fields: JSONValue
    public var isSynthetic = false

    public var isPress: Bool { action == "touchUpInside" }

    /// A slider's or knob's new one, with `valueChanged`.
    public var value: Double? { fields["value"]?.number }

    /// A switch's new state, with `valueChanged`.
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

/// A first finger began on a region behind this one, which has `watchesOutside`.
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
