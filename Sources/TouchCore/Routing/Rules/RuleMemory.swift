/// The last lifts and taps of the regions that have rules for touches. All panels of a screen share them, so times are on the loop's clock.
struct RuleMemory: Sendable {
    private struct Moment {
        let time: Int64
        let location: Point
    }

    private struct Entry {
        let region: RegionID
        /// The last lift of a finger, even of a dead one.
        var lift: Moment?
        /// The last tap that was not dead, at its lift.
        var tap: Moment?
    }

    private var entries: [Entry] = []

    private func entry(of region: RegionID) -> Entry? { entries.first { $0.region == region } }

    private mutating func change(_ region: RegionID, _ body: (inout Entry) -> Void) {
        if !entries.contains(where: { $0.region == region }) { entries.append(Entry(region: region)) }
        for index in entries.indices where entries[index].region == region { body(&entries[index]) }
    }

    mutating func recordLift(on region: RegionID, at location: Point, _ time: Int64) {
        change(region) { $0.lift = Moment(time: time, location: location) }
    }

    mutating func recordTap(on region: RegionID, at location: Point, _ time: Int64) {
        change(region) { $0.tap = Moment(time: time, location: location) }
    }

    /// Whether a finger begins sooner than `pause` after the last lift, and near it.
    func isRepeat(on region: RegionID, at location: Point, _ time: Int64, within pause: Int64) -> Bool {
        guard let lift = entry(of: region)?.lift else { return false }
        return time &- lift.time < pause && !location.isFarther(from: lift.location, than: TouchRules.nearness)
    }

    /// Whether a finger that begins would make a double tap with the last tap.
    func isSecondTap(on region: RegionID, at location: Point, _ time: Int64) -> Bool {
        guard let tap = entry(of: region)?.tap else { return false }
        return time &- tap.time <= TouchRules.longestPause && !location.isFarther(from: tap.location, than: TouchRules.nearness)
    }

    mutating func forget(where isGone: (RegionID) -> Bool) { entries.removeAll { isGone($0.region) } }
}
