/// Which noise of a panel is kept from becoming touches; each filter is off until the configuration asks for it.
///
/// Times are µs of event time, distances points of the screen.
public struct FilterRules: Hashable, Sendable {
    /// The filters there are, in the order in which the format has them.
    public static let types: [FilterType] = [
        .pressure, .bridge, .bounce, .minimumTap, .fuzz, .smooth, .edge, .mask, .ghost, .origin,
    ]

    /// Soon after, and near by.
    public struct Nearness: Hashable, Sendable {
        public var time: Int64
        public var distance: Double

        public init(time: Int64, distance: Double) {
            self.time = time
            self.distance = distance
        }
    }

    /// How hard a contact has to press to be a touch, on panels that report it.
    public var pressure: Pressure?
    /// A contact that comes back this soon and this near after its lift goes on as the same touch.
    public var bridge: Nearness?
    /// A tap this soon and this near after a lift belongs to what lifted; a contact that stays longer, or moves away, does not.
    public var bounce: Nearness?
    /// A contact that lifts sooner is no touch.
    public var minimumTap: Int64?
    /// A finger is where it was until it is farther away than this.
    public var fuzz: Double?
    public var smoothing: Smoothing?
    /// A contact that begins this near to the area's edge is no touch until it has moved inwards by as much.
    public var edge: Double?
    /// Contacts that begin inside one of these, on the screen, are no touches.
    public var mask: [Rect] = []
    public var ghost: Ghost?
    /// Whether contacts at device position (0, 0) are nowhere when there is more than one of them in a report.
    public var origin = false

    public init() {}

    /// Nothing is filtered.
    public var isEmpty: Bool { self == FilterRules() }
}
