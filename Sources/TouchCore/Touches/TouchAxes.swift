/// What a panel may report of a contact besides its position; nil where the panel has no such axis.
public struct TouchAxes: Hashable, Sendable {
    /// 0…1 of the axis' range.
    public var pressure: Double?
    /// Length of the contact's long axis, in points.
    public var major: Double?
    /// Length of the contact's short axis, in points.
    public var minor: Double?
    /// Clockwise from the screen's upward direction, in radians.
    public var orientation: Double?
    public var tool: TouchTool?
    /// Distance of a hovering tool, 0…1 of the axis' range; 0 touches the glass.
    public var distance: Double?

    public init() {}
}

/// What touches the glass. The raw values are the words of the protocol.
public enum TouchTool: String, Sendable {
    case finger, pen
}
