/// Which noise of a panel is kept from becoming touches; each filter is off until the configuration asks for it.
///
/// Times are µs of event time, distances points of the screen.
public struct FilterRules: Hashable, Sendable {
    /// The filters there are, in the order in which the format has them.
    public static let types: [FilterType] = [
        PressureGate.type, DropoutBridge.type, BounceFilter.type, MinimumTapFilter.type, FuzzFilter.type, OneEuroFilter.type, EdgeFilter.type,
        MaskFilter.type, FixedPointGhosts.type, OriginFilter.type,
    ]

    /// Soon after, and near by.
    public struct Nearness: Hashable, Sendable {
        public var time: Int64
        public var distance: Double

        public init(time: Int64, distance: Double) {
            self.time = time
            self.distance = distance
        }

        /// Whether two places are no farther from each other than this.
        func reaches(from a: Point, to b: Point) -> Bool { a.squaredDistance(to: b) <= distance * distance }
    }

    /// When contacts at one point are no fingers.
    public struct Ghost: Hashable, Sendable {
        /// How many contacts that did not move have to have begun at exactly the same point,
        public var times: Int
        /// each within this time of the lift before.
        public var pause: Int64

        public init(times: Int, pause: Int64) {
            self.times = times
            self.pause = pause
        }
    }

    /// From 0 to 1, as touches carry it.
    public struct Pressure: Hashable, Sendable {
        /// A contact is a touch from this pressure on,
        public var begin: Double
        /// and as long as it is not below this one.
        public var end: Double

        public init(begin: Double, end: Double) {
            self.begin = begin
            self.end = end
        }
    }

    /// Parameters of the 1€ filter.
    public struct Smoothing: Hashable, Sendable {
        /// Hz: the lower, the calmer a slow finger.
        public var minCutoff: Double
        /// Hz per point a second: the higher, the less a fast finger lags.
        public var beta: Double

        public init(minCutoff: Double, beta: Double) {
            self.minCutoff = minCutoff
            self.beta = beta
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
