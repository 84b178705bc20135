/// The values of a contact besides its position; nil if the panel has no such axis.
public struct TouchAxes: Hashable, Sendable {
    /// 0…1 of the axis' range.
    @Axis public var pressure: Double?
    /// Length of the contact's long axis, in points.
    @Axis public var major: Double?
    /// Length of the contact's short axis, in points.
    @Axis public var minor: Double?
    /// Clockwise from the screen's upward direction, in radians.
    @Axis public var orientation: Double?
    /// Distance of a hovering tool, 0…1 of the axis' range; 0 touches the glass.
    @Axis public var distance: Double?
    public var tool: TouchTool?

    public init() {}

    /// The panel reports positions only.
    public var isEmpty: Bool { self == TouchAxes() }

    /// An optional number in eight bytes: these are in every event of every frame. No axis gives this one value.
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
