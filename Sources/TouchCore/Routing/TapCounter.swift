/// Counts taps that follow each other soon and near: UITouch.tapCount.
///
/// Apple gives the rule and no numbers; those of a tap gesture are what open re-implementations use (routing 1).
struct TapCounter {
    static let properties = [TapSeries.longestPause, TapSeries.farthest]

    private struct Tap {
        var endedAt: Int64
        var location: Point
        var count: Int
        /// The sensitive region, or the part of it that is one owner's, that it was in: what follows outside is no second tap, and says
        /// nothing of where the first was.
        var compartment: RegionID?
    }

    /// More fingers than anybody taps with at once.
    private static let capacity = 16
    private var recent: [Tap] = []

    init() { recent.reserveCapacity(Self.capacity) }

    /// The count for a touch that begins now. A tap is followed by one touch only.
    mutating func count(
        beginningAt time: Int64, _ location: Point, in compartment: RegionID? = nil, _ numbers: TreeNumbers = TreeNumbers()
    ) -> Int {
        recent.removeAll { time - $0.endedAt > numbers.longestPause }
        let farthest = numbers.farthestTap
        let index = recent.lastIndex {
            $0.compartment == compartment && abs($0.location.x - location.x) <= farthest && abs($0.location.y - location.y) <= farthest
        }
        guard let index else { return 1 }
        return recent.remove(at: index).count + 1
    }

    mutating func ended(_ touch: Touch, in compartment: RegionID? = nil) {
        // Each region's own: how many of them followed each other in a sensitive one is not to be seen outside.
        if recent.count(where: { $0.compartment == compartment }) >= Self.capacity,
            let oldest = recent.firstIndex(where: { $0.compartment == compartment })
        {
            recent.remove(at: oldest)
        }
        recent.append(Tap(endedAt: touch.timestamp, location: touch.location, count: touch.tapCount, compartment: compartment))
    }
}
