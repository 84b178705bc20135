import TouchCore

/// The regions that one group lists, in the order of lists, kept while the tree is edited.
struct ListedRegions {
    private(set) var all: [RegionID]
    /// By slot.
    private var isListed: [Bool]
    /// Whether `checkInvariants` has seen them as they are.
    private var isChecked = false

    /// O(receivers).
    init(_ directory: RegionDirectory, _ lists: (RegionID) -> Bool) {
        all = directory.receivers.filter(lists)
        isListed = Array(repeating: false, count: directory.slotCount)
        for region in all { isListed[region.slot] = true }
    }

    /// The tree has been edited. O(what has changed); where that is listed, O(what is listed).
    mutating func update(_ change: TreeChange, _ directory: RegionDirectory, _ lists: (RegionID) -> Bool) {
        isChecked = false
        if isListed.count < directory.slotCount {
            isListed += Array(repeating: false, count: max(directory.slotCount - isListed.count, isListed.count / 2))
        }
        var isSame = true
        for region in change.removed where isListed[region.slot] {
            isListed[region.slot] = false
            isSame = false
        }
        var new: [RegionID] = []
        for region in change.described {
            let (was, isNow) = (isListed[region.slot], lists(region))
            if was || isNow { isSame = false }
            if !was && isNow { new.append(region) }
            isListed[region.slot] = isNow
        }
        if isSame { return }
        all = directory.inOrder(all.filter { isListed[$0.slot] } + new)
    }

    /// - Parameter most: a walk over a larger tree would take too long.
    mutating func checkInvariants(_ directory: RegionDirectory, _ lists: (RegionID) -> Bool, most: Int = 64) {
        #if DEBUG
            if isChecked || directory.slotCount > most { return }
            isChecked = true
            let fresh = ListedRegions(directory, lists)
            assert(all == fresh.all, "lists have \(all.map { directory[$0].path }), and should have \(fresh.all.map { directory[$0].path })")
            assert(isListed.indices.allSatisfy { isListed[$0] == ($0 < fresh.isListed.count && fresh.isListed[$0]) })
        #endif
    }
}
