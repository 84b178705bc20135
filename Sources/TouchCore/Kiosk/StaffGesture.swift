/// Taps in a corner, the last one held. Any finger elsewhere, a tap too long, too late or that moves ends it.
struct StaffGesture: Sendable {
    let rule: StaffRule
    private let zone: Rect
    /// When the taps so far began, event time: those that may be the last ones of the gesture.
    private var begins: [Int64] = []
    private var count: Int { begins.count }
    /// The contact that is down.
    private var slot: Int?
    private var start = Point(0, 0)
    /// Of the last tap, µs of event time.
    private var beganAt: Int64 = 0
    private var liftedAt: Int64 = 0
    /// Event time of the first tap's begin.
    var since: Int64 { begins.first ?? 0 }

    /// Longer than a tap's pause in an application: a corner is hit less surely than a button, and staff look for it.
    static let longestPause: Int64 = 750_000
    static let longestTap: Int64 = 750_000
    private static let allowableMovement = 24.0

    init(_ rule: StaffRule, _ screen: Size) {
        self.rule = rule
        zone = rule.zone(of: screen)
    }

    /// Whether it is still the one of this rule.
    func fits(_ rule: StaffRule, _ screen: Size) -> Bool { self.rule == rule && zone == rule.zone(of: screen) }

    /// Whether a finger has moved farther than one that rests.
    static func hasStrayed(from start: Point, to p: Point) -> Bool {
        abs(p.x - start.x) > allowableMovement || abs(p.y - start.y) > allowableMovement
    }

    var isInProgress: Bool { count > 0 }

    mutating func fail() {
        begins.removeAll(keepingCapacity: true)
        slot = nil
    }

    /// - Parameter isAlone: whether no other contact is down.
    mutating func began(_ slot: Int, at p: Point, _ time: Int64, isAlone: Bool) {
        guard isAlone, zone.contains(p) else { return fail() }
        if self.slot != nil || count > 0 && time &- liftedAt > Self.longestPause { begins.removeAll(keepingCapacity: true) }
        begins.append(time)
        (self.slot, start, beganAt) = (slot, p, time)
    }

    mutating func moved(_ slot: Int, to p: Point) {
        guard slot == self.slot else { return }
        if Self.hasStrayed(from: start, to: p) { fail() }
    }

    /// - Parameter isSeen: whether the finger was seen to lift.
    mutating func lifted(_ slot: Int, _ time: Int64, isSeen: Bool) {
        guard slot == self.slot else { return }
        if !isSeen { return fail() }
        // The last ones count: of one tap too many the first was none.
        if count == rule.taps { begins.removeFirst() }
        (self.slot, liftedAt) = (nil, time)
    }

    /// When time decides; nil: it does not.
    var deadline: Int64? {
        if count == 0 { return nil }
        if slot == nil { return liftedAt &+ Self.longestPause &+ 1 }
        return beganAt &+ (count == rule.taps ? rule.hold : Self.longestTap)
    }

    /// What is due has come. Returns whether the gesture is made.
    mutating func expire(at time: Int64) -> Bool {
        guard let deadline, deadline <= time else { return false }
        let isMade = slot != nil && count == rule.taps
        fail()
        return isMade
    }
}
