/// The changes that the edits of one request made to a tree, recorded so that they can be undone.
struct EditSteps {
    private enum Step {
        /// New regions, the outermost first.
        case added([RegionID])
        /// A region with everything in it.
        case removed([RegionID], RegionPosition)
        case moved(RegionID, from: RegionPosition)
        /// A move among the same siblings.
        case reordered(RegionID, from: RegionPosition)
        case set(RegionID, RegionSpec)
    }

    private var steps: [Step] = []
    /// Regions that are no longer in the tree, with everything in them. Their values can still be read.
    private(set) var removed: [RegionID] = []

    mutating func recordAdded(_ ids: [RegionID]) { steps.append(.added(ids)) }
    mutating func recordRemoved(_ ids: [RegionID], from place: RegionPosition) {
        steps.append(.removed(ids, place))
        removed += ids
    }
    mutating func recordMoved(_ id: RegionID, from place: RegionPosition) { steps.append(.moved(id, from: place)) }
    mutating func recordReordered(_ id: RegionID, from place: RegionPosition) { steps.append(.reordered(id, from: place)) }
    mutating func recordSet(_ id: RegionID, from old: RegionSpec) { steps.append(.set(id, old)) }

    /// Restores the places and the properties of the regions. `TreeEditor.undo` then restores the tables of names.
    func undo(in tree: inout RegionTree) {
        for step in steps.reversed() {
            switch step {
            case .added(let ids): tree.undoAdd(ids)
            case .removed(let ids, let place): tree.restore(ids, at: place)
            case .moved(let id, let place):
                tree.unlink(id)
                tree.link(id, at: place)
            case .reordered(let id, let place):
                tree.unlink(id)
                tree.link(id, at: place, isWhereItWas: true)
            case .set(let id, let old): tree.replaceSpec(id, old)
            }
        }
    }

    /// The removed regions that existed before the edits.
    var lost: [RegionID] {
        if removed.isEmpty { return [] }
        let added = Set(steps.flatMap { step -> [RegionID] in if case .added(let ids) = step { ids } else { [] } })
        return removed.filter { !added.contains($0) }
    }

    /// The regions whose properties were set.
    var set: [RegionID] { steps.compactMap { if case .set(let id, _) = $0 { id } else { nil } } }

    /// Returns the regions in the tree that are new, have moved into another region or have new properties, each with everything in it.
    func described(in directory: RegionDirectory) -> [RegionID] {
        var described: [RegionID] = []
        var seen: Set<RegionID> = []
        for step in steps {
            let root: RegionID
            switch step {
            case .added(let ids): root = ids[0]
            case .moved(let id, _), .set(let id, _): root = id
            case .removed, .reordered: continue
            }
            if !directory.contains(root) || seen.contains(root) { continue }
            if steps.count == 1 { return directory.subtree(of: root) }
            for id in directory.subtree(of: root) where seen.insert(id).inserted { described.append(id) }
        }
        return described
    }

    /// Returns the regions that have changed places with their siblings.
    func reordered(in directory: RegionDirectory) -> [RegionID] {
        var seen: Set<RegionID> = []
        return steps.compactMap { step in
            guard case .reordered(let id, _) = step, directory.contains(id), seen.insert(id).inserted else { return nil }
            return id
        }
    }

    /// Returns a region's properties before they were set for the first time; nil if they were not set.
    func specBefore(_ id: RegionID) -> RegionSpec? {
        for case .set(let other, let old) in steps where other == id { return old }
        return nil
    }

    /// Returns whether a region itself was added, or was moved to another parent.
    func isAddedOrMoved(_ id: RegionID) -> Bool {
        steps.contains { step in
            switch step {
            case .added(let ids): ids.contains(id)
            case .moved(id, _): true
            default: false
            }
        }
    }

    /// Whether any of the edits has scrolled or zoomed the region's content.
    func hasScrolled(_ id: RegionID, in tree: RegionTree) -> Bool {
        let new = tree.specs[id.slot]
        return steps.contains { step in
            guard case .set(id, let old) = step else { return false }
            return old.geometry.bounds.origin != new.geometry.bounds.origin || old.scroll?.zoomScale != new.scroll?.zoomScale
        }
    }
}
