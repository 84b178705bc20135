import JSON

/// A screen as it is now: of a snapshot, or because something of it has changed.
public struct Screen: Sendable {
    /// Its id.
    public var screen: String
    /// `on`, `off`, or `unknown`.
    public var display: String
    /// `active` or `idle`.
    public var activity: String
    /// The threshold that has passed without a touch, in seconds; nil while it is active.
    public var idle: Double?
    /// `normal`; `cleaning` or `locked`: no touch reaches anybody.
    public var mode: String
    /// µs of event time; nil: nobody has touched yet.
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

/// Somebody has made one of the staff's gestures. For clients with the right `staff`.
public struct Staff: Sendable {
    public var screen: String
    /// The gesture's, as the configuration has it.
    public var id: String
    /// µs of event time.
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
