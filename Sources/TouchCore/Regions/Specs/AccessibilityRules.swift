/// The `accessibility` section of a screen, without its keypads: what people may switch on (contract 10).
public struct AccessibilityRules: Hashable, Sendable {
    /// The profiles, in the order of the file.
    public var profiles: [ProfileRule]

    public init(profiles: [ProfileRule] = []) { self.profiles = profiles }
}

/// A set of properties of the glass that a person, or a program, switches on.
public struct ProfileRule: Hashable, Sendable {
    public var id: String
    public var start: [Trigger] = []
    public var stop: [Trigger] = []
    public var explore: ExploreRule?
    public var scan: ScanRule?
    /// The rules for all fingers on the screen, in regions and for applications.
    public var touches: TouchRules?
    /// The factor by which the idle thresholds of the screen come later while the profile is on.
    public var idleFactor = 1.0
    /// The ids of regions that are shown while the profile is on, whatever their `hidden` says.
    public var show: [String] = []
    /// The ids of regions that are hidden while the profile is on.
    public var hide: [String] = []

    public init(id: String) { self.id = id }

    /// The value of `hidden` that the profile gives a region while it is on; nil if it does not name the region.
    func isHidden(_ id: String) -> Bool? { show.contains(id) ? false : hide.contains(id) ? true : nil }

    /// An event that starts or stops a profile. Times are in µs.
    public enum Trigger: Hashable, Sendable {
        /// The plug of a jack goes in for a start, out for a stop.
        ///
        /// - after: the time for which it must stay so.
        case jack(String, after: Int64)
        /// A press of the key with this name of the kernel.
        case key(String)
        /// A finger that rests in a corner of the screen.
        case corner(StaffRule.Corner, hold: Int64)
        /// Fingers that rest anywhere.
        case fingers(Int, hold: Int64)
        /// A finger that lifts inside the region with this id.
        case region(String)
        /// Time without a touch, a key or a request to extend it. Only stops.
        case idle(Int64)
    }
}

extension ProfileRule.Trigger {
    /// The side of the square in a corner in which a finger rests, in points.
    static let cornerSize = 120.0

    /// The hold as a gesture of the kiosk; nil for other triggers.
    var hold: KioskGestureRule? {
        var rule: KioskGestureRule
        switch self {
        case .corner(let corner, let hold): rule = KioskGestureRule(id: "", .corner(corner, size: Self.cornerSize, hold: hold))
        case .fingers(let count, let hold): rule = KioskGestureRule(id: "", .rest(hold: hold), fingers: count)
        default: return nil
        }
        rule.profileTrigger = self
        return rule
    }

    /// True for a hold in a corner; false for a hold of several fingers.
    var isCorner: Bool { if case .corner = self { true } else { false } }
}

/// The properties of exploring by touch.
public struct ExploreRule: Hashable, Sendable {
    public enum Activation: String, CaseIterable, Sendable { case doubleTap, splitTap }
    /// The way to type on elements of the role `key`.
    public enum Keys: String, CaseIterable, Sendable { case lift, doubleTap }

    /// The time in µs for which a finger rests until the focus goes to what is below it.
    public var wait: Int64 = 300_000
    /// The longest time in µs between two taps.
    public var doubleTap: Int64 = 300_000
    /// The least speed of a flick, in points per second.
    public var swipe = 500.0
    public var activate: Set<Activation> = Set(Activation.allCases)
    public var keys = Keys.doubleTap

    public init() {}
}

/// The properties of scanning: the focus goes from element to element by itself.
public struct ScanRule: Hashable, Sendable {
    /// The time in µs that the focus stays on an element.
    public var step: Int64
    /// The number of rounds after which scanning rests until the next press.
    public var loops: Int

    public init(step: Int64 = 1_500_000, loops: Int = 3) { (self.step, self.loops) = (step, loops) }
}

/// The effect of a key of a keypad.
public enum KeypadAction: String, CaseIterable, Sendable {
    case next, previous, activate, increment, decrement
    /// Left to the program that speaks, which gets a cue.
    case `repeat`, pause, volumeUp, volumeDown, rateUp, rateDown, help
    /// Restarts the times after which the screen is idle.
    case extend
}
