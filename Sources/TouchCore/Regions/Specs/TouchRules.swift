/// Rules for the touches of a region: they help people whose fingers tremble or rest, and keep gestures away from applications that cannot be changed
/// (contract 8, "Rules for the applications' touches"). A rule that is absent is off. All times are event time.
///
/// The rules of a surface count fingers on this surface. A finger keeps the rules that were in force at its begin.
public struct TouchRules: Hashable, Sendable {
    /// The number of fingers that may be down at once; later ones are dead until they lift. At least 1.
    public var maximum: Int?
    public var longPress: LongPressRule?
    /// A finger that begins sooner than this after the last lift, in µs, and near it, is dead until it lifts.
    public var ignoreRepeat: Int64?
    /// True if the second of two quick taps is dead.
    public var isDoubleTapOne = false
    /// The distance in points from its first place up to which a finger is reported there.
    public var steady: Double?
    /// The greatest distance in points from which a finger that hits no element is moved to the nearest control. Only profiles have this rule.
    public var snap: Double?

    public init() {}

    /// The distance in points within which two begins or lifts count as being at the same place.
    static let nearness = 30.0
    /// The longest pause between the lift of a tap and the begin of the next one that make a double tap, in µs.
    static let longestPause: Int64 = 350_000
    private static let defaultSlop = 10.0

    /// The distance in points from its first place up to which a finger counts as resting.
    var slop: Double { steady ?? Self.defaultSlop }

    var isEmpty: Bool { self == TouchRules() }

    /// Returns these rules, with those of another list in place of its counterparts here: a profile replaces a surface's rules, and those of an earlier
    /// profile, one by one.
    func replaced(by other: TouchRules) -> TouchRules {
        var rules = other
        rules.maximum = other.maximum ?? maximum
        rules.longPress = other.longPress ?? longPress
        rules.ignoreRepeat = other.ignoreRepeat ?? ignoreRepeat
        rules.isDoubleTapOne = other.isDoubleTapOne || isDoubleTapOne
        rules.steady = other.steady ?? steady
        rules.snap = other.snap ?? snap
        return rules
    }
}

/// The rule for a finger that rests in its first place.
public struct LongPressRule: Hashable, Sendable {
    public enum Action: String, CaseIterable, Sendable {
        /// The finger lifts at its first place, as far as the application can see.
        case tap
        /// The finger is delayed until it lifts or leaves the slop. If it rests too long, the application never gets it.
        case nothing
    }

    /// The time after the begin, in µs.
    public var after: Int64
    public var action: Action

    public init(after: Int64, action: Action) {
        self.after = after
        self.action = action
    }
}
