/// The staff gesture: taps in a corner, the last one held. A finger elsewhere, or a tap that is too long, too late or moves, ends it.
struct StaffGesture: Sendable {
    let rule: StaffRule
    private let zone: Rect
    /// Event times at which the taps so far began. Holds at most as many taps as the gesture needs: older taps are dropped.
    private var begins: [Int64] = []
    private var count: Int { begins.count }
    /// The slot of the contact that is down.
    private var slot: Int?
    private var start = Point(0, 0)
    /// The begin of the last tap, in µs of event time.
    private var beganAt: Int64 = 0
    /// The lift of the last tap, in µs of event time.
    private var liftedAt: Int64 = 0
    /// Event time at which the first tap began.
    var since: Int64 { begins.first ?? 0 }

    /// Longer than an application's pause between taps, because a corner is harder to hit than a button and staff have to look for it.
    static let longestPause: Int64 = 750_000
    static let longestTap: Int64 = 750_000
    private static let allowableMovement = 24.0

    init(_ rule: StaffRule, _ screen: Size) {
        self.rule = rule
        zone = rule.zone(of: screen)
    }

    /// Whether the gesture still matches this rule and screen.
    func fits(_ rule: StaffRule, _ screen: Size) -> Bool { self.rule == rule && zone == rule.zone(of: screen) }

    /// Whether a finger has moved farther than a resting finger does.
    static func hasStrayed(from start: Point, to p: Point) -> Bool {
        abs(p.x - start.x) > allowableMovement || abs(p.y - start.y) > allowableMovement
    }

    var isInProgress: Bool { count > 0 }

    mutating func fail() {
        begins.removeAll(keepingCapacity: true)
        slot = nil
    }

    /// - Parameter isAlone: Whether no other contact is down.
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

    /// - Parameter isSeen: Whether the finger was seen to lift.
    mutating func lifted(_ slot: Int, _ time: Int64, isSeen: Bool) {
        guard slot == self.slot else { return }
        if !isSeen { return fail() }
        // Only the last taps count: after one tap too many, the first one is dropped.
        if count == rule.taps { begins.removeFirst() }
        (self.slot, liftedAt) = (nil, time)
    }

    /// The time at which the gesture is decided without input; nil if it is not.
    var deadline: Int64? {
        if count == 0 { return nil }
        if slot == nil { return liftedAt &+ Self.longestPause &+ 1 }
        return beganAt &+ (count == rule.taps ? rule.hold : Self.longestTap)
    }

    /// Handles a passed deadline. Returns true if the gesture is complete.
    mutating func expire(at time: Int64) -> Bool {
        guard let deadline, deadline <= time else { return false }
        let isMade = slot != nil && count == rule.taps
        fail()
        return isMade
    }
}
