/// Counts taps that follow each other within a short time and distance: UITouch.tapCount.
///
/// Apple documents the rule without numbers; open re-implementations use the numbers of a tap gesture (routing 1).
struct TapCounter {
    private struct Tap {
        var endedAt: Int64
        var location: Point
        var count: Int
        /// The sensitive region of the tap, or the part of it that belongs to one owner. A tap elsewhere does not continue the series, so that
        /// `tapCount` cannot reveal where the first one was.
        var ownershipDomain: RegionID?
    }

    /// The number of remembered taps: more than the number of fingers that tap at the same time.
    private static let capacity = 16
    private var recent: [Tap] = []

    init() { recent.reserveCapacity(Self.capacity) }

    /// Returns the tap count of a touch that begins now. At most one touch continues each earlier tap.
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
        // The limit applies to each ownership domain separately, so that taps in a sensitive region do not affect the counts outside.
        if recent.count(where: { $0.ownershipDomain == ownershipDomain }) >= Self.capacity,
            let oldest = recent.firstIndex(where: { $0.ownershipDomain == ownershipDomain })
        {
            recent.remove(at: oldest)
        }
        recent.append(Tap(endedAt: touch.timestamp, location: touch.location, count: touch.tapCount, ownershipDomain: ownershipDomain))
    }
}
