/// The noise filters of a panel. Each filter is off until the configuration enables it.
///
/// Times are µs of event time, distances are points of the screen.
public struct FilterRules: Hashable, Sendable {
    /// All filters, in the order of the format.
    public static let types: [FilterType] = [
        PressureGate.type, DropoutBridge.type, BounceFilter.type, MinimumTapFilter.type, FuzzFilter.type, OneEuroFilter.type, EdgeFilter.type,
        MaskFilter.type, FixedPointGhosts.type, OriginFilter.type,
    ]

    /// A maximum time and a maximum distance.
    public struct Nearness: Hashable, Sendable {
        public var time: Int64
        public var distance: Double

        public init(time: Int64, distance: Double) {
            self.time = time
            self.distance = distance
        }

        /// Whether two places are at most `distance` apart.
        func reaches(from a: Point, to b: Point) -> Bool { a.squaredDistance(to: b) <= distance * distance }
    }

    /// The conditions under which contacts at one point count as ghosts, not as fingers.
    public struct Ghost: Hashable, Sendable {
        /// The number of unmoved contacts at exactly the same point after which the next one there counts as a ghost.
        public var times: Int
        /// The longest time between the lift of one such contact and the begin of the next.
        public var pause: Int64

        public init(times: Int, pause: Int64) {
            self.times = times
            self.pause = pause
        }
    }

    /// Pressure limits, from 0 to 1 as in touches.
    public struct Pressure: Hashable, Sendable {
        /// The lowest pressure at which a contact becomes a touch.
        public var begin: Double
        /// The pressure below which a touch ends.
        public var end: Double

        public init(begin: Double, end: Double) {
            self.begin = begin
            self.end = end
        }
    }

    /// Parameters of the 1€ filter.
    public struct Smoothing: Hashable, Sendable {
        /// The cutoff in Hz: the lower, the steadier a slow finger.
        public var minCutoff: Double
        /// The slope in Hz per point per second: the higher, the less a fast finger lags.
        public var beta: Double

        public init(minCutoff: Double, beta: Double) {
            self.minCutoff = minCutoff
            self.beta = beta
        }
    }

    /// The pressure that a contact needs to be a touch, on panels that report pressure.
    public var pressure: Pressure?
    /// The limits within which a contact that comes back after its lift continues the same touch.
    public var bridge: Nearness?
    /// The limits within which a tap that follows a lift is part of the lifted touch. A contact that stays longer or moves away becomes a new touch.
    public var bounce: Nearness?
    /// The shortest duration of a touch: a contact that lifts sooner is not a touch.
    public var minimumTap: Int64?
    /// The distance that a finger has to exceed before its position changes.
    public var fuzz: Double?
    public var smoothing: Smoothing?
    /// The width of the area's edge. A contact that begins there becomes a touch only when it has moved inwards by the same distance.
    public var edge: Double?
    /// Rectangles on the screen. A contact that begins in one is not a touch.
    public var mask: [Rect] = []
    public var ghost: Ghost?
    /// True if several contacts at device position (0, 0) in one report count as having no position.
    public var origin = false

    public init() {}

    /// True if no filter is enabled.
    public var isEmpty: Bool { self == FilterRules() }
}
