/// The values of a contact besides its position. A value is nil if the panel has no such axis.
public struct TouchAxes: Hashable, Sendable {
    /// The pressure, 0…1 of the axis' range.
    @Axis public var pressure: Double?
    /// The length of the contact's long axis, in points.
    @Axis public var major: Double?
    /// The length of the contact's short axis, in points.
    @Axis public var minor: Double?
    /// The angle of the contact's long axis, clockwise from the screen's upward direction, in radians.
    @Axis public var orientation: Double?
    /// The distance of a hovering tool from the glass, 0…1 of the axis' range; 0 if it touches the glass.
    @Axis public var distance: Double?
    public var tool: TouchTool?

    public init() {}

    /// True if the panel reports only positions.
    public var isEmpty: Bool { self == TouchAxes() }

    /// An optional number in eight bytes, because every event of every frame carries several. Nil is stored as a number that no axis reports.
    @propertyWrapper
    public struct Axis: Hashable, Sendable {
        private var value = Self.none
        private static var none: Double { -Double.greatestFiniteMagnitude }

        public init() {}
        public init(wrappedValue: Double?) { value = wrappedValue ?? Self.none }

        public var wrappedValue: Double? {
            get { value == Self.none ? nil : value }
            set { value = newValue ?? Self.none }
        }
    }
}

/// The tool on the glass. The raw values are the words of the protocol.
public enum TouchTool: String, Sendable {
    case finger, pen
}
