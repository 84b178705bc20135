/// The rules of one screen's glass, applied to fingers before any region or application gets them (contract 8). A rule that is absent is off.
public struct KioskRules: Hashable, Sendable {
    public var wake: WakeRule?
    /// Times without a touch after which the screen is idle, in µs, ascending.
    public var idle: [Int64] = []
    public var edges: EdgeRules?
    public var staff: [StaffRule] = []
    public var gestures: [KioskGestureRule] = []
    public var cleaning: CleaningRule?

    public init() {}

    /// Whether contacts must pass the gate before they become touches.
    var guardsContacts: Bool { wake != nil || edges.map { !$0.sides.isEmpty } ?? false || !staff.isEmpty || !gestures.isEmpty }

    /// Returns the action of the gesture of staff or of the kiosk with this id; nil if there is no such gesture.
    public func action(ofGesture id: String) -> KioskAction? {
        staff.first { $0.id == id }?.action ?? gestures.first { $0.id == id }?.action
    }
}

/// The rule for a dark display: the touch that wakes it reaches nobody.
public struct WakeRule: Hashable, Sendable {
    /// The time after all fingers have lifted during which a new touch reaches nobody either, in µs.
    public var grace: Int64

    public init(grace: Int64 = 200_000) { self.grace = grace }
}

/// An edge of a screen.
public enum ScreenSide: String, CaseIterable, Sendable {
    case left, right, top, bottom

    /// Whether a point lies within a distance of this edge of a screen.
    func isNear(_ p: Point, within distance: Double, of screen: Size) -> Bool {
        switch self {
        case .left: p.x < distance
        case .right: p.x >= screen.width - distance
        case .top: p.y < distance
        case .bottom: p.y >= screen.height - distance
        }
    }
}

/// The rule against swipes from the edges inwards: they reach nobody, because they would leave the kiosk.
public struct EdgeRules: Hashable, Sendable {
    public typealias Side = ScreenSide

    public var sides: Set<Side>
    /// The width of the zone at an edge in which a swipe begins, in points.
    public var distance: Double
    /// The distance inwards that makes a swipe, in points.
    public var travel: Double
    /// The time in which the swipe must cover that distance, in µs.
    public var within: Int64
    /// The number of fingers that may be on surfaces at once; nil for no limit.
    public var maximumTouches: Int?

    public init(
        sides: Set<Side> = Set(Side.allCases), distance: Double = 40, travel: Double = 120, within: Int64 = 400_000, maximumTouches: Int? = nil
    ) {
        self.sides = sides
        self.distance = distance
        self.travel = travel
        self.within = within
        self.maximumTouches = maximumTouches
    }
}

/// The rule for a staff gesture: taps in a corner, the last one held. It collides with no gesture of an application.
public struct StaffRule: Hashable, Sendable {
    public enum Corner: String, CaseIterable, Sendable { case topLeft, topRight, bottomLeft, bottomRight }

    public var id: String
    public var corner: Corner
    /// The side of the square in the corner, in points.
    public var size: Double
    /// The number of taps, including the held one.
    public var taps: Int
    /// The time for which the last tap is held, in µs.
    public var hold: Int64
    public var action: KioskAction

    public init(
        id: String, corner: Corner, size: Double = 120, taps: Int = 5, hold: Int64 = 2_000_000, action: KioskAction = KioskAction()
    ) {
        self.id = id
        self.corner = corner
        self.size = size
        self.taps = taps
        self.hold = hold
        self.action = action
    }

    func zone(of screen: Size) -> Rect { corner.square(size, of: screen) }
}

extension StaffRule.Corner {
    /// Returns the square in this corner of a screen.
    func square(_ side: Double, of screen: Size) -> Rect {
        let x = self == .topLeft || self == .bottomLeft ? 0 : screen.width - side
        let y = self == .topLeft || self == .topRight ? 0 : screen.height - side
        return Rect(x, y, side, side)
    }
}

/// The rule for cleaning: nothing is routed while the glass is cleaned.
public struct CleaningRule: Hashable, Sendable {
    /// The time for which a finger must rest in place to end the cleaning mode, in µs.
    public var holdToLeave: Int64

    public init(holdToLeave: Int64) { self.holdToLeave = holdToLeave }
}
