/// Counts of the touches of regions, without touches in sensitive regions.
///
/// Counts are stored by slot and only begins and ends are processed, so that a frame allocates nothing. The counts of a removed region are kept by
/// its id, and continue if a region with this id comes back.
public struct TouchStatistics: Sendable {
    /// The greatest number of removed regions whose counts are kept.
    public static let removedMax = 1_000
    /// The longest duration of a tap, in µs. A longer touch is not a tap.
    package static let tapDurationMax: Int64 = 500_000
    /// The greatest distance in points between the begin and the end of a tap.
    package static let tapDistanceMax = 20.0
    /// The greatest number of touches that are followed to their end. A touch counts once for each of its receivers.
    private static let downMax = 256

    private struct Down: Sendable {
        let touch: TouchID
        let receiver: RegionID
        let time: Int64
        let place: Point
        /// Whether the touch began before the last `reset`. If so, its end counts only in `sinceStart`.
        var isBeforeReset = false
    }

    /// The counts by region slot.
    private var counts: [RegionCounts] = []
    private var down: [Down] = []
    private var removed: [String: RegionCounts] = [:]
    /// The counts of all regions together, including removed regions whose own counts were dropped.
    public private(set) var total = RegionCounts()
    /// The number of touches that no region received.
    public private(set) var missed = 0
    /// The number of removed regions whose counts were dropped.
    public private(set) var forgotten = 0
    /// The counts for collectors, which never fall.
    public private(set) var sinceStart = RunStatistics()

    public init() { down.reserveCapacity(Self.downMax) }

    // MARK: Counting

    /// Counts the touches that begin and end in a frame.
    public mutating func count(_ frame: RoutedFrame, _ directory: RegionDirectory) {
        for event in frame.events where !event.isMove {
            if event.phase == .began { recordBegin(event, directory) } else { recordEnd(event, directory) }
        }
    }

    private mutating func recordBegin(_ event: RoutedTouch, _ directory: RegionDirectory) {
        if Self.isSensitive(event, directory) { return }
        guard let receiver = event.receiver else {
            missed += 1
            sinceStart.recordMiss()
            return
        }
        if receiver.slot >= counts.count {
            let missing = max(directory.slotCount, receiver.slot + 1) - counts.count
            counts += repeatElement(RegionCounts(), count: missing)
        }
        counts[receiver.slot].touches += 1
        total.touches += 1
        sinceStart.recordBegin(receiver, directory)
        if down.count < Self.downMax {
            down.append(Down(touch: event.id, receiver: receiver, time: event.timestamp, place: event.location))
        }
    }

    private mutating func recordEnd(_ event: RoutedTouch, _ directory: RegionDirectory) {
        guard let receiver = event.receiver, let index = down.firstIndex(where: { $0.touch == event.id && $0.receiver == receiver }) else { return }
        let begin = down.remove(at: index)
        // The region may have become sensitive during the touch.
        if Self.isSensitive(event, directory) { return }
        let isTap =
            event.isInside && event.timestamp - begin.time <= Self.tapDurationMax
            && Self.distance(begin.place, event.location) <= Self.tapDistanceMax
        let duration = max(0, event.timestamp - begin.time)
        sinceStart.recordEnd(receiver, after: duration, isTap: isTap, event.reason, directory)
        if begin.isBeforeReset { return }
        counts[receiver.slot].recordEnd(after: duration, isTap: isTap, event.reason)
        total.recordEnd(after: duration, isTap: isTap, event.reason)
    }

    /// Whether the target or the receiver is in a sensitive region.
    private static func isSensitive(_ event: RoutedTouch, _ directory: RegionDirectory) -> Bool {
        guard directory.hasSensitive else { return false }
        func isSensitive(_ region: RegionID?) -> Bool { region.map { directory[$0].sensitiveRoot != nil } ?? false }
        return isSensitive(event.target) || isSensitive(event.receiver)
    }

    private static func distance(_ a: Point, _ b: Point) -> Double { ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot() }

    // MARK: The tree

    /// Moves the counts of removed regions to `removed`. Their touches were cancelled before.
    public mutating func forget(_ regions: [RegionID], _ directory: RegionDirectory) {
        sinceStart.forget(regions)
        for region in regions where region.slot < counts.count && !counts[region.slot].isEmpty {
            let gone = counts[region.slot]
            counts[region.slot] = RegionCounts()
            if directory[region].sensitiveRoot == nil { keep(gone, of: directory[region].id) }
        }
    }

    private mutating func keep(_ gone: RegionCounts, of region: String) {
        if removed[region] == nil && removed.count == Self.removedMax {
            forgotten += 1
        } else {
            removed[region, default: RegionCounts()] += gone
        }
    }

    // MARK: Answers

    /// Returns the counts of all touched regions: present ones in the order of their slots, then removed ones by id.
    public func regions(_ directory: RegionDirectory) -> [(id: String, counts: RegionCounts)] {
        var rest = removed
        var all: [(id: String, counts: RegionCounts)] = []
        for receiver in directory.receivers where directory[receiver].sensitiveRoot == nil {
            let id = directory[receiver].id
            var sum = receiver.slot < counts.count ? counts[receiver.slot] : RegionCounts()
            if !rest.isEmpty, let before = rest.removeValue(forKey: id) { sum += before }
            if !sum.isEmpty { all.append((id, sum)) }
        }
        // Earlier counts of regions that are sensitive now are not returned.
        for region in directory.sensitive where !rest.isEmpty { rest[directory[region].id] = nil }
        return all + rest.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Adds the counts of an earlier run.
    public mutating func restore(
        _ regions: [(id: String, counts: RegionCounts)], total earlierTotal: RegionCounts, missed before: Int, forgotten earlier: Int,
        _ directory: RegionDirectory
    ) {
        total += earlierTotal
        missed += before
        forgotten += earlier
        if counts.count < directory.slotCount { counts += repeatElement(RegionCounts(), count: directory.slotCount - counts.count) }
        for (id, kept) in regions {
            if let region = directory.index(ofID: id) {
                if directory[region].sensitiveRoot == nil { counts[region.slot] += kept }
            } else {
                keep(kept, of: id)
            }
        }
    }

    /// Resets all counts except `sinceStart`. The ends of touches that are down now will count only in `sinceStart`.
    public mutating func reset() {
        let (sinceStart, down) = (sinceStart, down)
        self = TouchStatistics()
        self.sinceStart = sinceStart
        for var finger in down {
            finger.isBeforeReset = true
            self.down.append(finger)
        }
    }
}
