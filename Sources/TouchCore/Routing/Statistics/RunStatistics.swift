/// Counts of the touches of regions since the start. No count ever falls: neither `TouchStatistics.reset` nor the removal of a region changes the
/// counts, so that a collector may take differences. The first `regionsMax` receivers that are touched have their own counts, and all later ones
/// share one set of counts. A receiver never moves from one group to the other.
public struct RunStatistics: Sendable {
    /// The greatest number of receivers with their own counts.
    public static let regionsMax = 200
    private static let unknown: Int32 = -1

    /// The counts of all receivers together.
    public private(set) var total = RegionCounts()
    /// The counts of all receivers without their own counts.
    public private(set) var others = RegionCounts()
    /// The number of touches without a receiver.
    public private(set) var missed = 0
    /// The receivers with their own counts, in the order of their first touches.
    private var regions: [(id: String, counts: RegionCounts)] = []
    private var places: [String: Int32] = [:]
    /// The index in `regions` by receiver slot; `regionsMax` for a receiver without its own counts, and `unknown` until the index is determined.
    private var placesBySlot: [Int32] = []

    public init() {}

    mutating func recordMiss() { missed += 1 }

    mutating func recordBegin(_ receiver: RegionID, _ directory: RegionDirectory) {
        update(receiver, directory) { $0.touches += 1 }
    }

    mutating func recordEnd(_ receiver: RegionID, after duration: Int64, isTap: Bool, _ reason: CancelReason?, _ directory: RegionDirectory) {
        update(receiver, directory) { $0.recordEnd(after: duration, isTap: isTap, reason) }
    }

    /// Forgets the slots of removed regions, because they will be used again.
    mutating func forget(_ gone: [RegionID]) {
        for region in gone where region.slot < placesBySlot.count { placesBySlot[region.slot] = Self.unknown }
    }

    /// Returns the receivers with their own counts. Receivers that are sensitive now are left out, including their earlier counts.
    func regions(_ directory: RegionDirectory) -> [(id: String, counts: RegionCounts)] {
        if !directory.hasSensitive { return regions }
        let secret = Set(directory.sensitive.map { directory[$0].id })
        return regions.filter { !secret.contains($0.id) }
    }

    private mutating func update(_ receiver: RegionID, _ directory: RegionDirectory, _ change: (inout RegionCounts) -> Void) {
        change(&total)
        let place = Int(self.place(of: receiver, directory))
        if place < regions.count { change(&regions[place].counts) } else { change(&others) }
    }

    private mutating func place(of receiver: RegionID, _ directory: RegionDirectory) -> Int32 {
        if receiver.slot >= placesBySlot.count {
            placesBySlot += repeatElement(Self.unknown, count: max(directory.slotCount, receiver.slot + 1) - placesBySlot.count)
        }
        if placesBySlot[receiver.slot] != Self.unknown { return placesBySlot[receiver.slot] }
        let id = directory[receiver].id
        let place = places[id] ?? Int32(regions.count)
        if place == regions.count, place < Self.regionsMax {
            regions.append((id, RegionCounts()))
            places[id] = place
        }
        placesBySlot[receiver.slot] = place
        return place
    }
}
