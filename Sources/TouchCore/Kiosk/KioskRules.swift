/// The rules of one screen's glass: what becomes of fingers before any region or application hears of them (contract 8). Each is off
/// where it is absent.
public struct KioskRules: Hashable, Sendable {
    public var wake: WakeRule?
    /// After how long without a touch the screen is idle, µs, ascending.
    public var idle: [Int64] = []
    public var edges: EdgeRules?
    public var staff: [StaffRule] = []
    public var cleaning: CleaningRule?

    public init() {}

    /// Whether contacts have to pass the gate before they become touches.
    var guardsContacts: Bool { wake != nil || edges.map { !$0.sides.isEmpty } ?? false || !staff.isEmpty }
}

/// The touch that wakes a dark display reaches nobody.
public struct WakeRule: Hashable, Sendable {
    /// After all fingers are up, a touch that begins this soon reaches nobody either, µs.
    public var grace: Int64

    public init(grace: Int64 = 200_000) { self.grace = grace }
}

/// Swipes from the edges inwards reach nobody: they would leave the kiosk.
public struct EdgeRules: Hashable, Sendable {
    public enum Side: String, CaseIterable, Sendable { case left, right, top, bottom }

    public var sides: Set<Side>
    /// How wide the zone at an edge is in which a swipe begins, points.
    public var distance: Double
    /// How far inwards a swipe goes, points.
    public var travel: Double
    /// In which time it goes there, µs.
    public var within: Int64
    /// How many fingers may be on surfaces at once; nil: as many as there are.
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

/// Taps in a corner, the last one held: a gesture for staff that collides with nothing an application has.
public struct StaffRule: Hashable, Sendable {
    public enum Corner: String, CaseIterable, Sendable { case topLeft, topRight, bottomLeft, bottomRight }

    public var id: String
    public var corner: Corner
    /// The side of the square in the corner, points.
    public var size: Double
    /// With the one that is held.
    public var taps: Int
    /// For how long the last one is held, µs.
    public var hold: Int64

    public init(id: String, corner: Corner, size: Double = 120, taps: Int = 5, hold: Int64 = 2_000_000) {
        self.id = id
        self.corner = corner
        self.size = size
        self.taps = taps
        self.hold = hold
    }

    func zone(of screen: Size) -> Rect {
        let x = corner == .topLeft || corner == .bottomLeft ? 0 : screen.width - size
        let y = corner == .topLeft || corner == .topRight ? 0 : screen.height - size
        return Rect(x, y, size, size)
    }
}

/// While the glass is cleaned nothing is routed.
public struct CleaningRule: Hashable, Sendable {
    /// A finger that stays in its place for this long ends it, µs.
    public var holdToLeave: Int64

    public init(holdToLeave: Int64) { self.holdToLeave = holdToLeave }
}
