/// The staff gesture: taps in a corner, of which the last one is held. A finger elsewhere ends the gesture, and so does a tap that is too long, too
/// late or moves.
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

    /// The longest pause between two taps, in µs. It is longer than in applications, because a corner is harder to hit than a button and staff have
    /// to look for it.
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

    /// - Parameter isSeen: True if the finger has lifted; false if its contact was cancelled.
    mutating func lifted(_ slot: Int, _ time: Int64, isSeen: Bool) {
        guard slot == self.slot else { return }
        if !isSeen { return fail() }
        // Only the last taps count: after one tap too many, the first one is dropped.
        if count == rule.taps { begins.removeFirst() }
        (self.slot, liftedAt) = (nil, time)
    }

    /// The time at which the gesture completes or fails if there is no further input; nil if it is not in progress.
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
