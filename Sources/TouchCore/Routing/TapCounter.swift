/// Counts taps that follow each other soon and near: UITouch.tapCount.
///
/// Apple gives the rule and no metrics; those of a tap gesture are what open re-implementations use (routing 1).
struct TapCounter {
    static let properties = [TapSeries.longestPause, TapSeries.maximumDistance]

    private struct Tap {
        var endedAt: Int64
        var location: Point
        var count: Int
        /// The sensitive region, or the part of it that is one owner's, that it was in: what follows outside is no second tap, and says
        /// nothing of where the first was.
        var ownershipDomain: RegionID?
    }

    /// More fingers than anybody taps with at once.
    private static let capacity = 16
    private var recent: [Tap] = []

    init() { recent.reserveCapacity(Self.capacity) }

    /// The count for a touch that begins now. A tap is followed by one touch only.
    mutating func count(
        beginningAt time: Int64, _ location: Point, in ownershipDomain: RegionID? = nil, _ metrics: InteractionMetrics = InteractionMetrics()
    ) -> Int {
        recent.removeAll { time - $0.endedAt > metrics.longestPause }
        let maximumDistance = metrics.maximumTapDistance
        let index = recent.lastIndex {
            $0.ownershipDomain == ownershipDomain && abs($0.location.x - location.x) <= maximumDistance
                && abs($0.location.y - location.y) <= maximumDistance
        }
        guard let index else { return 1 }
        return recent.remove(at: index).count + 1
    }

    mutating func ended(_ touch: Touch, in ownershipDomain: RegionID? = nil) {
        // Each region's own: how many of them followed each other in a sensitive one is not to be seen outside.
        if recent.count(where: { $0.ownershipDomain == ownershipDomain }) >= Self.capacity,
            let oldest = recent.firstIndex(where: { $0.ownershipDomain == ownershipDomain })
        {
            recent.remove(at: oldest)
        }
        recent.append(Tap(endedAt: touch.timestamp, location: touch.location, count: touch.tapCount, ownershipDomain: ownershipDomain))
    }
}
