/// The default values of a whole tree (`gestureDefaults`), by type and property: of gestures, scroll views and controls, and of `tapCount`.
public struct GestureDefaults: Hashable, Sendable {
    public var values: [String: [String: GestureSpec.Value]] = [:]

    public init() {}

    /// What there can be defaults of, and which.
    public struct Group: Sendable {
        public let name: String
        public let properties: [GestureProperty]
        /// One of it, for a sentence.
        public let member: String

        init(_ name: String, _ properties: [GestureProperty], member: String? = nil) {
            (self.name, self.properties, self.member) = (name, properties, member ?? name)
        }
    }

    static let control = Group("control", [Controls.slop])
    static let touch = Group("touch", TapCounter.properties, member: "touch, whose taps are counted")
    public static let groups =
        GestureTable.types.map { Group($0.name, $0.properties) } + [
            Group(ScrollRecognizer.scrollType.name, ScrollRecognizer.scrollType.properties, member: "scrollView"), control, touch,
        ]

    /// The gesture, with what it does not say itself.
    func completing(_ gesture: GestureSpec) -> GestureSpec {
        guard let own = values[gesture.type] else { return gesture }
        var gesture = gesture
        gesture.properties.merge(own) { said, _ in said }
        return gesture
    }

    /// The value of a property of a gesture's type: its own, that of the defaults here, or the type's; nil if its type has no such property.
    package func value(of name: String, in gesture: GestureSpec) -> GestureSpec.Value? {
        guard let property = GestureTable.type(named: gesture.type)?.properties.first(where: { $0.name == name }) else { return nil }
        return completing(gesture).properties[name] ?? property.byDefault
    }

    /// As those that all of a group have which is no type of gesture.
    fileprivate func spec(_ group: Group) -> GestureSpec {
        var spec = GestureSpec(id: group.name, type: group.name)
        spec.properties = values[group.name] ?? [:]
        return spec
    }
}

/// Numbers that hold for a whole tree, of what is no gesture.
struct InteractionMetrics: Sendable {
    /// Points that a finger may leave a control and count as inside.
    let trackingSlop: Double
    /// µs from a tap's end to the next one's begin, and points along each axis, for `tapCount`.
    let longestPause: Int64
    let maximumTapDistance: Double

    init(_ defaults: GestureDefaults = GestureDefaults()) {
        trackingSlop = defaults.spec(GestureDefaults.control).number(Controls.slop)
        let touch = defaults.spec(GestureDefaults.touch)
        longestPause = touch.microseconds(TapSeries.longestPause)
        maximumTapDistance = touch.number(TapSeries.maximumDistance)
    }
}
