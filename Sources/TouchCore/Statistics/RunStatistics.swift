/// Counts of the touches of regions since the start. No count ever falls: neither `TouchStatistics.reset` nor the removal of a region
/// changes them, so a collector may take differences. The first receivers that are touched have counts of their own, the later ones have
/// theirs together: a receiver never moves from one to the other.
public struct RunStatistics: Sendable {
    /// Receivers with counts of their own.
    public static let regionsMax = 200
    private static let unknown: Int32 = -1

    /// What all receivers had together.
    public private(set) var total = RegionCounts()
    /// What those had that have no counts of their own.
    public private(set) var others = RegionCounts()
    /// Touches that no receiver had.
    public private(set) var missed = 0
    /// In the order of their first touches.
    private var regions: [(id: String, counts: RegionCounts)] = []
    private var places: [String: Int32] = [:]
    /// The place in `regions` by slot; `regionsMax`: one of the others.
    private var placesBySlot: [Int32] = []

    public init() {}

    mutating func noteMiss() { missed += 1 }

    mutating func noteBegin(_ receiver: RegionID, _ directory: RegionDirectory) {
        update(receiver, directory) { $0.touches += 1 }
    }

    mutating func noteEnd(_ receiver: RegionID, after duration: Int64, isTap: Bool, _ reason: CancelReason?, _ directory: RegionDirectory) {
        update(receiver, directory) { $0.noteEnd(after: duration, isTap: isTap, reason) }
    }

    /// Regions are gone: their slots will be others'.
    mutating func forget(_ gone: [RegionID]) {
        for region in gone where region.slot < placesBySlot.count { placesBySlot[region.slot] = Self.unknown }
    }

    /// Those with counts of their own, but for sensitive ones: what is sensitive now is told by nothing from before.
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
