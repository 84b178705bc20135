/// The default values of a whole tree (`gestureDefaults`), by type and property: for gestures, scroll views, controls and `tapCount`.
public struct GestureDefaults: Hashable, Sendable {
    public var values: [String: [String: GestureSpec.Value]] = [:]

    public init() {}

    /// A group of properties that can have defaults, such as a gesture type.
    public struct Group: Sendable {
        public let name: String
        public let properties: [GestureProperty]
        /// The word for a member of the group, for use in a sentence.
        public let member: String

        init(_ name: String, _ properties: [GestureProperty], member: String? = nil) {
            (self.name, self.properties, self.member) = (name, properties, member ?? name)
        }
    }

    static let control = Group("control", [.trackingSlop])
    static let touch = Group("touch", [.maximumTapInterval, .maximumTapDistance], member: "touch, for its tap count")
    public static let groups =
        GestureType.ofGestures.map { Group($0.name, $0.properties) } + [
            Group(GestureType.scroll.name, GestureType.scroll.properties, member: "scrollView"), control, touch,
        ]

    /// Returns the gesture with defaults for the properties that it does not set.
    func completing(_ gesture: GestureSpec) -> GestureSpec {
        guard let own = values[gesture.type] else { return gesture }
        var gesture = gesture
        gesture.properties.merge(own) { said, _ in said }
        return gesture
    }

    /// Returns the value of a property: the gesture's own, else the default set here, else the type's. Returns nil if the type has no such property.
    package func value(of name: String, in gesture: GestureSpec) -> GestureSpec.Value? {
        guard let property = GestureType(rawValue: gesture.type)?.properties.first(where: { $0.name == name }) else { return nil }
        return completing(gesture).properties[name] ?? property.byDefault
    }

    /// Returns the defaults of a group that is not a gesture type, as a spec.
    fileprivate func spec(_ group: Group) -> GestureSpec {
        var spec = GestureSpec(id: group.name, type: group.name)
        spec.properties = values[group.name] ?? [:]
        return spec
    }
}

/// Distances and times that apply to a whole tree and do not belong to a gesture.
struct InteractionMetrics: Sendable {
    /// The distance in points that a finger may leave a control and still count as inside.
    let trackingSlop: Double
    /// The longest pause in µs from a tap's end to the begin of the next one, for `tapCount`.
    let longestPause: Int64
    /// The greatest distance in points, along each axis, from a tap to the next one, for `tapCount`.
    let maximumTapDistance: Double

    init(_ defaults: GestureDefaults = GestureDefaults()) {
        trackingSlop = defaults.spec(GestureDefaults.control).number(.trackingSlop)
        let touch = defaults.spec(GestureDefaults.touch)
        longestPause = touch.microseconds(.maximumTapInterval)
        maximumTapDistance = touch.number(.maximumTapDistance)
    }
}
