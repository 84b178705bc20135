import JSON

/// The current state of a screen, from a snapshot or after a change.
public struct Screen: Sendable {
    /// The screen's ID.
    public var screen: String
    /// The display's state: `on`, `off` or `unknown`.
    public var display: String
    /// The activity: `active` or `idle`.
    public var activity: String
    /// The longest idle threshold that has passed without a touch, in seconds; nil while the screen is active.
    public var idle: Double?
    /// The mode: `normal`, or `cleaning` or `locked`, in which no touch reaches a receiver.
    public var mode: String
    /// The event time of the last touch in µs; nil if nobody has touched yet.
    public var lastTouch: Int64?
    /// All keys of the screen in the line.
    public var fields: JSONValue

    init(_ line: JSONValue) throws(Alive.Malformed) {
        screen = try line.text("screen")
        display = try line.text("display")
        activity = try line.text("activity")
        mode = try line.text("mode")
        (idle, lastTouch) = (line["idle"]?.number, line["lastTouch"]?.time)
        fields = line
    }
}

/// A staff gesture that was made. For clients with the right `staff`.
public struct Staff: Sendable {
    public var screen: String
    /// The gesture's ID in the configuration.
    public var id: String
    /// The event time in µs.
    public var time: Int64
    /// All keys of the line.
    public var fields: JSONValue

    init(_ line: JSONValue) throws(Alive.Malformed) {
        guard let time = line["time"]?.time else { throw Alive.Malformed() }
        self.time = time
        screen = try line.text("screen")
        id = try line.text("id")
        fields = line
    }
}
