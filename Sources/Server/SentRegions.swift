import TouchCore
import Wire

/// The regions in the last list sent to a client. touchd compares them with the client's current list to send only the changes.
struct SentRegions {
    /// Whether the client knows the region, by slot.
    private var isSent: [Bool]
    private(set) var count: Int

    /// Starts with the regions of a whole list.
    ///
    /// - Parameter regions: all regions of the list.
    init(_ regions: [RegionID], _ directory: RegionDirectory) {
        isSent = Array(repeating: false, count: directory.slotCount)
        for region in regions { isSent[region.slot] = true }
        count = regions.count
    }

    /// Returns the changes of the client's list and records them as sent. Call it after an edit, or after a claim, because a claim changes which
    /// sensitive regions the client's list has.
    ///
    /// O(the change and the content of changed regions), plus, for each reported region, the unlisted ones before it.
    ///
    /// - Parameters:
    ///   - change: the change of the tree since the last report; empty for a claim.
    ///   - carried: regions that have moved or changed, in addition to those in `change`.
    ///   - lists: whether the client's list has a region now.
    mutating func update(_ change: TreeChange, carried: [RegionID], _ directory: RegionDirectory, _ lists: (RegionID) -> Bool) -> ListChange {
        if isSent.count < directory.slotCount {
            isSent += Array(repeating: false, count: max(directory.slotCount - isSent.count, isSent.count / 2))
        }
        var list = ListChange()
        for region in change.removed where isSent[region.slot] {
            isSent[region.slot] = false
            list.removed.append(region)
        }
        var added: [RegionID] = []
        var moved: [RegionID] = []
        func compare(_ region: RegionID, isChanged: Bool) {
            let (was, isNow) = (isSent[region.slot], lists(region))
            isSent[region.slot] = isNow
            if was && !isNow { list.removed.append(region) }
            if !was && isNow { added.append(region) }
            if was && isNow && isChanged { moved.append(region) }
        }
        for region in change.described + carried { compare(region, isChanged: true) }
        for region in directory.sensitive where directory[region].followsFingers { compare(region, isChanged: false) }
        count += added.count - list.removed.count
        list.added = added.map { entry($0, directory) }
        list.moved = moved.map { .changed(entry($0, directory)) }
        if !change.reordered.isEmpty { list.moved += reordered(change.reordered, apart: Set(added + moved), directory) }
        return list
    }

    /// Returns the region's place in the list.
    private func entry(_ region: RegionID, _ directory: RegionDirectory) -> ListChange.Entry {
        var before = directory.previous(before: region)
        while let one = before, !isSent[one.slot] { before = directory.previous(before: one) }
        return ListChange.Entry(region, after: before)
    }

    /// Returns the moves of regions that have changed places with their siblings. In the list, a region's content comes right behind the region. If a
    /// region and all its content move together, one entry reports them all.
    ///
    /// - Parameter apart: regions that other entries of the line report.
    private func reordered(_ regions: [RegionID], apart: Set<RegionID>, _ directory: RegionDirectory) -> [ListChange.Move] {
        var (single, whole): ([ListChange.Move], [ListChange.Move]) = ([], [])
        var known = apart
        // Inner regions first, so that an outer region knows which parts of it move by themselves.
        for region in regions.sorted(by: { directory[$0].depth > directory[$1].depth }) {
            let inside = directory.subtree(of: region).filter { isSent[$0.slot] }
            let rest = inside.filter { !known.contains($0) }
            known.formUnion(rest)
            if let first = rest.first, rest.count == inside.count {
                whole.append(.placed(entry(first, directory), following: rest.count - 1))
            } else {
                single += rest.map { .placed(entry($0, directory), following: 0) }
            }
        }
        return single + whole
    }
}
