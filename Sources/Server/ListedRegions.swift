import TouchCore

/// The regions that a group lists, kept up to date while the tree is edited. They are sorted only when the list is requested.
struct ListedRegions {
    /// The regions in list order, as of the last request for the list; nil if too many regions have joined the list since.
    private var ordered: [RegionID]?
    /// Regions that joined the list after `ordered` was made. Some may have left it again.
    private var new: [RegionID] = []
    private var isOrdered = false
    /// Whether the region is listed, by slot.
    private var isListed: [Bool]
    /// True if `checkInvariants` has checked the current state.
    private var isChecked = false

    /// Finds the listed regions. O(receivers).
    init(_ directory: RegionDirectory, _ lists: (RegionID) -> Bool) {
        let all = directory.receivers.filter(lists)
        isListed = Array(repeating: false, count: directory.slotCount)
        for region in all { isListed[region.slot] = true }
        (ordered, isOrdered) = (all, true)
    }

    /// Returns the listed regions in list order. O(listed regions) if they have changed since the last call.
    mutating func all(_ directory: RegionDirectory) -> [RegionID] {
        if let ordered, isOrdered { return ordered }
        let all: [RegionID]
        if let ordered {
            // The slot of a removed region may belong to another region now.
            all = directory.inOrder((ordered + new).filter { isListed[$0.slot] && directory.contains($0) })
        } else {
            all = directory.receivers.filter { isListed[$0.slot] }
        }
        (ordered, new, isOrdered) = (all, [], true)
        return all
    }

    /// Updates the list after an edit of the tree. O(size of the change).
    mutating func update(_ change: TreeChange, _ directory: RegionDirectory, _ lists: (RegionID) -> Bool) {
        isChecked = false
        if isListed.count < directory.slotCount {
            isListed += Array(repeating: false, count: max(directory.slotCount - isListed.count, isListed.count / 2))
        }
        for region in change.removed where isListed[region.slot] {
            isListed[region.slot] = false
            isOrdered = false
        }
        for region in change.described {
            let (was, isNow) = (isListed[region.slot], lists(region))
            if was || isNow { isOrdered = false }
            if !was && isNow && ordered != nil { new.append(region) }
            isListed[region.slot] = isNow
        }
        if change.reordered.contains(where: { directory.subtree(of: $0).contains { isListed[$0.slot] } }) { isOrdered = false }
        // Nobody requests the list: stop collecting.
        if new.count > (ordered?.count ?? 0) + 64 { (ordered, new) = (nil, []) }
    }

    /// Checks the list against a fresh one.
    ///
    /// - Parameter most: the number of slots above which the tree is not walked, because that would take too long.
    mutating func checkInvariants(_ directory: RegionDirectory, _ lists: (RegionID) -> Bool, most: Int = 64) {
        #if DEBUG
            if isChecked || directory.slotCount > most { return }
            isChecked = true
            let fresh = ListedRegions(directory, lists)
            // Work on a copy, so that the check does not sort the list itself.
            var copy = self
            let (all, right) = (copy.all(directory), fresh.ordered!)
            assert(all == right, "lists have \(all.map { directory[$0].path }), and should have \(right.map { directory[$0].path })")
            assert(isListed.indices.allSatisfy { isListed[$0] == ($0 < fresh.isListed.count && fresh.isListed[$0]) })
        #endif
    }
}
