/// The fingers that one rule for touches sees together.
enum RuleScope: Hashable, Sendable {
    /// The fingers on a region that has rules itself.
    case region(RegionID)
    /// The fingers in an outermost sensitive region, for the rules of a profile. They have no part in those of the screen, because others would learn
    /// from them where a finger has been (contract 2.10).
    case sensitive(RegionID)
    /// All other fingers on the screen with this index, for the rules of a profile.
    case screen(Int)

    /// The region; nil for a screen.
    var region: RegionID? {
        switch self {
        case .region(let region), .sensitive(let region): region
        case .screen: nil
        }
    }
}

/// The last lifts and taps of the regions that have rules for touches, and of screens with such a profile. All panels of a screen share them, so times are on the loop's clock.
struct RuleMemory: Sendable {
    private struct Moment {
        let time: Int64
        let location: Point
    }

    private struct Entry {
        let scope: RuleScope
        /// The last lift of a finger, even of a dead one.
        var lift: Moment?
        /// The last tap that was not dead, at its lift.
        var tap: Moment?
    }

    private var entries: [Entry] = []

    private func entry(of scope: RuleScope) -> Entry? { entries.first { $0.scope == scope } }

    private mutating func change(_ scope: RuleScope, _ body: (inout Entry) -> Void) {
        if !entries.contains(where: { $0.scope == scope }) { entries.append(Entry(scope: scope)) }
        for index in entries.indices where entries[index].scope == scope { body(&entries[index]) }
    }

    mutating func recordLift(on scope: RuleScope, at location: Point, _ time: Int64) {
        change(scope) { $0.lift = Moment(time: time, location: location) }
    }

    mutating func recordTap(on scope: RuleScope, at location: Point, _ time: Int64) {
        change(scope) { $0.tap = Moment(time: time, location: location) }
    }

    /// Whether a finger begins sooner than `pause` after the last lift, and near it.
    func isRepeat(on scope: RuleScope, at location: Point, _ time: Int64, within pause: Int64) -> Bool {
        guard let lift = entry(of: scope)?.lift else { return false }
        // A delayed finger may have begun before a lift on another panel.
        return (0..<pause).contains(time &- lift.time) && !location.isFarther(from: lift.location, than: TouchRules.nearness)
    }

    /// Whether a finger that begins would make a double tap with the last tap.
    func isSecondTap(on scope: RuleScope, at location: Point, _ time: Int64) -> Bool {
        guard let tap = entry(of: scope)?.tap else { return false }
        return (0...TouchRules.longestPause).contains(time &- tap.time) && !location.isFarther(from: tap.location, than: TouchRules.nearness)
    }

    mutating func forget(where isGone: (RegionID) -> Bool) { entries.removeAll { $0.scope.region.map(isGone) ?? false } }
}
