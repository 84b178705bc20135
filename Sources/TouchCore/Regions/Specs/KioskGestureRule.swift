/// The rule for a gesture of the kiosk: fingers that reach neither regions nor applications, but make touchd act (contract 8).
public struct KioskGestureRule: Hashable, Sendable {
    public enum Direction: String, CaseIterable, Sendable { case up, down, left, right }

    public enum Form: Hashable, Sendable {
        case swipe(Swipe)
        /// A finger that rests in a corner.
        ///
        /// - Parameters:
        ///   - size: The side of the square in the corner, in points.
        ///   - hold: The time for which it rests, in µs.
        case corner(StaffRule.Corner, size: Double, hold: Int64)
        /// Fingers that rest anywhere.
        ///
        /// - Parameter hold: The time for which they rest, in µs.
        case rest(hold: Int64)
    }

    /// A swipe of one or more fingers.
    public struct Swipe: Hashable, Sendable {
        public var direction: Direction
        /// The edge near which all its fingers come down; nil for anywhere.
        public var from: ScreenSide?
        /// The width of the zone at that edge, in points.
        public var distance: Double
        /// The distance that each finger must go, in points.
        public var travel: Double
        /// The time from a finger's begin in which it must go that far, in µs.
        public var within: Int64

        public init(_ direction: Direction, from: ScreenSide?, distance: Double = 40, travel: Double = 160, within: Int64 = 500_000) {
            self.direction = direction
            self.from = from
            self.distance = distance
            self.travel = travel
            self.within = within
        }
    }

    public var id: String
    public var form: Form
    public var fingers: Int
    public var action: KioskAction
    /// The trigger of a screen's profiles that this gesture stands for; nil for a gesture of the kiosk.
    var profileTrigger: ProfileRule.Trigger?

    public init(id: String, _ form: Form, fingers: Int = 1, action: KioskAction = KioskAction()) {
        self.id = id
        self.form = form
        self.fingers = fingers
        self.action = action
    }
}

/// The actions of touchd, besides the line to clients, when somebody makes a gesture of the kiosk or of staff.
public struct KioskAction: Hashable, Sendable {
    /// True to have the service manager start `touchd-gesture@SCREEN:ID.service`.
    public var startsUnit: Bool
    /// The codes of the keys that touchd presses in this order, on the screen's keyboard, and then releases in reverse order.
    public var keys: [UInt16]

    public init(startsUnit: Bool = false, keys: [UInt16] = []) {
        self.startsUnit = startsUnit
        self.keys = keys
    }
}
