import TouchCore

/// The regions that one group lists, kept while the tree is edited. Their order is found out when somebody asks for the list.
struct ListedRegions {
    /// In the order of lists as of when it was asked for last; nil: nobody has.
    private var ordered: [RegionID]?
    /// What is listed and not among those, or was not for a time.
    private var new: [RegionID] = []
    private var isOrdered = false
    /// By slot.
    private var isListed: [Bool]
    /// Whether `checkInvariants` has seen them as they are.
    private var isChecked = false

    /// O(receivers).
    init(_ directory: RegionDirectory, _ lists: (RegionID) -> Bool) {
        let all = directory.receivers.filter(lists)
        isListed = Array(repeating: false, count: directory.slotCount)
        for region in all { isListed[region.slot] = true }
        (ordered, isOrdered) = (all, true)
    }

    /// All, in the order of lists. O(what is listed) if that has changed since it was asked for last.
    mutating func all(_ directory: RegionDirectory) -> [RegionID] {
        if let ordered, isOrdered { return ordered }
        let all: [RegionID]
        if let ordered {
            // A slot may be another region's by now.
            all = directory.inOrder((ordered + new).filter { isListed[$0.slot] && directory.contains($0) })
        } else {
            all = directory.receivers.filter { isListed[$0.slot] }
        }
        (ordered, new, isOrdered) = (all, [], true)
        return all
    }

    /// The tree has been edited. O(what has changed).
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
        // Nobody asks.
        if new.count > (ordered?.count ?? 0) + 64 { (ordered, new) = (nil, []) }
    }

    /// - Parameter most: a walk over a larger tree would take too long.
    mutating func checkInvariants(_ directory: RegionDirectory, _ lists: (RegionID) -> Bool, most: Int = 64) {
        #if DEBUG
            if isChecked || directory.slotCount > most { return }
            isChecked = true
            let fresh = ListedRegions(directory, lists)
            // What is asked here shall not order what nobody asks for.
            var copy = self
            let (all, right) = (copy.all(directory), fresh.ordered!)
            assert(all == right, "lists have \(all.map { directory[$0].path }), and should have \(right.map { directory[$0].path })")
            assert(isListed.indices.allSatisfy { isListed[$0] == ($0 < fresh.isListed.count && fresh.isListed[$0]) })
        #endif
    }
}
