/// Applies the edits of one request to a tree, in place. The edits can be undone. The cost is O(regions that the edits concern), plus O(siblings)
/// where siblings are counted.
struct TreeEditor {
    private var steps = EditSteps()
    private var names = AssignedIDs()
    /// The tables of the tree that have to be rebuilt.
    private var changes: TreeTables.Changes = []
    /// The tables before they were updated; nil if they have not been updated.
    private var tablesBefore: TreeTables?
    /// Regions whose whole subtree has been recorded (`recordSubtree`).
    private var recordedSubtrees: Set<RegionID> = []
    /// Receivers that are no longer responders.
    private var retired: [RegionID] = []

    /// Returns the change that the edits have made. Must be called after `updateTables`.
    func change(in tree: RegionTree) -> TreeChange {
        var change = TreeChange()
        change.removed = steps.lost + retired
        change.changesGestures = changes.contains(.gestures)
        change.described = steps.described(in: tree.directory)
        change.reordered = steps.reordered(in: tree.directory)
        let responders = tree.directory.responders
        if responders.isEmpty && change.reordered.isEmpty { return change }
        let described = Set(change.described)
        change.reordered.removeAll(where: described.contains)
        // The path and place of a controller or an interceptor depend on its region.
        let isOther = { changes.contains(.responders) || tree.home($0).map(described.contains) == true }
        change.described += responders.filter(isOther)
        return change
    }

    /// Identities that are no longer in use.
    var gone: [RegionID] { steps.removed + retired }

    /// Returns the kind of a region before its properties were set; nil if they were not set.
    func kindBefore(_ id: RegionID) -> RegionKind? { steps.specBefore(id)?.kind }

    /// Returns true if the edits set the region's `keyCode`, or added or moved the region or an ancestor.
    func hasNewKey(_ id: RegionID, in tree: RegionTree) -> Bool {
        if let before = steps.specBefore(id), before.keyCode != tree.specs[id.slot].keyCode { return true }
        var next: RegionID? = id
        while let region = next {
            if steps.isAddedOrMoved(region) { return true }
            next = tree[region].parent
        }
        return false
    }

    /// The regions whose properties were set. A region that was set twice is listed twice.
    var set: [RegionID] { steps.set }

    /// Whether any of the edits has scrolled or zoomed the region's content.
    func hasScrolled(_ id: RegionID, in tree: RegionTree) -> Bool { steps.hasScrolled(id, in: tree) }

    // MARK: Edits

    mutating func apply(_ edit: TreeEdit, to tree: inout RegionTree) throws(TreeEditError) {
        switch edit {
        case .add(let region, let parent, let index):
            try names.check(region, tree)
            add(region, at: try RegionPosition(for: region, height: region.height, inside: parent, index, in: tree), to: &tree)
        case .remove(let name): remove(try find(name, tree), from: &tree)
        case .set(let name, let new): try set(try find(name, tree), new, in: &tree)
        case .move(let name, let parent, let index): try move(try find(name, tree), to: parent, index, in: &tree)
        case .bringToFront(let name): reorder(try find(name, tree), to: nil, in: &tree)
        case .sendToBack(let name): reorder(try find(name, tree), to: 0, in: &tree)
        }
    }

    /// Undoes all edits.
    func undo(in tree: inout RegionTree) {
        steps.undo(in: &tree)
        tree.restore(tablesBefore ?? tree.tables(changes), changes)
    }

    /// Updates the tree's tables of names. Called once, after all edits have been applied.
    mutating func updateTables(of tree: inout RegionTree) {
        tablesBefore = tree.tables(changes)
        retired = tree.updateTables(changes)
    }

    /// Lets the slots of removed receivers be reused after the next change has begun.
    func finish(_ tree: inout RegionTree) { tree.freeLater(gone) }

    // MARK: Single edits

    private func find(_ name: String, _ tree: RegionTree) throws(TreeEditError) -> RegionID {
        guard let id = tree.region(ofID: name) else { throw .noRegion(name) }
        return id
    }

    private mutating func add(_ region: RegionSpec, at place: RegionPosition, to tree: inout RegionTree) {
        var all: [RegionID] = []
        var rest: [(spec: RegionSpec, parent: RegionID?)] = [(region, nil)]
        while let (spec, parent) = rest.popLast() {
            let place = parent.map { RegionPosition(atTheBackOf: $0, screen: place.screen, in: tree.directory) } ?? place
            let id = tree.add(spec, at: place)
            all.append(id)
            rest += spec.children.map { ($0, id) }
        }
        steps.recordAdded(all)
        for id in all {
            recordTables(id, tree)
            names.record(tree.specs[id.slot])
        }
    }

    private mutating func remove(_ id: RegionID, from tree: inout RegionTree) {
        let all = tree.directory.subtree(of: id)
        let place = RegionPosition(of: id, in: tree.directory)
        tree.unlink(id)
        for id in all {
            recordTables(id, tree)
            names.free(tree.specs[id.slot], in: &tree)
        }
        tree.retire(all)
        steps.recordRemoved(all, from: place)
    }

    private mutating func move(_ id: RegionID, to parent: String, _ index: Int?, in tree: inout RegionTree) throws(TreeEditError) {
        if let around = tree.region(ofID: parent), around == id || tree.directory.isInside(around, id) {
            throw TreeEditError(.impossible, "\"\(tree[id].id)\" cannot be moved into itself")
        }
        guard tree.region(ofID: parent) != nil || tree.screens.contains(where: { $0.id == parent }) else { throw .noRegion(parent) }
        let old = RegionPosition(of: id, in: tree.directory)
        let height = tree.directory.height(of: id)
        tree.unlink(id)
        do throws(TreeEditError) {
            let new = try RegionPosition(for: tree.specs[id.slot], height: height, inside: parent, index, in: tree)
            if new.parent == old.parent && new.screen == old.screen {
                tree.link(id, at: new, isWhereItWas: true)
                steps.recordReordered(id, from: old)
            } else {
                tree.link(id, at: new)
                steps.recordMoved(id, from: old)
            }
        } catch {
            tree.link(id, at: old, isWhereItWas: true)
            throw error
        }
        recordSubtree(id, tree)
    }

    private mutating func set(_ id: RegionID, _ spec: RegionSpec, in tree: inout RegionTree) throws(TreeEditError) {
        let old = tree.specs[id.slot]
        var new = spec
        new.id = old.id
        new.children = []
        new.confineContent(after: old)
        try names.replace(old, by: new, in: &tree)
        recordTables(id, tree)
        tree.replaceSpec(id, new)
        recordTables(id, tree)
        if old.isSensitive != new.isSensitive || old.followsFingers != new.followsFingers { recordSubtree(id, tree) }
        steps.recordSet(id, from: old)
        // A window's level decides its place among the others.
        if old.level != new.level, tree[id].parent == nil {
            let windows = Array(tree.directory.windows(ofScreen: tree[id].screen))
            reorder(id, to: windows.count - 1 - windows.firstIndex(of: id)!, in: &tree)
        }
    }

    /// - Parameter index: the place from back to front; nil for the front.
    private mutating func reorder(_ id: RegionID, to index: Int?, in tree: inout RegionTree) {
        let old = RegionPosition(of: id, in: tree.directory)
        tree.unlink(id)
        let level = tree.specs[id.slot].level
        tree.link(id, at: RegionPosition(inside: old.parent, screen: old.screen, index, level: level, in: tree), isWhereItWas: true)
        steps.recordReordered(id, from: old)
        recordSubtree(id, tree)
    }

    // MARK: Tables

    /// Records the tables that depend on a region or anything in it, once per request. Regions that are added to it later are recorded separately.
    private mutating func recordSubtree(_ id: RegionID, _ tree: RegionTree) {
        if !recordedSubtrees.insert(id).inserted { return }
        for id in tree.directory.subtree(of: id) { recordTables(id, tree) }
    }

    /// Records the tables that depend on a region which is added, removed, moved or changed.
    private mutating func recordTables(_ id: RegionID, _ tree: RegionTree) {
        let spec = tree.specs[id.slot]
        changes.insert(.names)
        if spec.controller != nil || !spec.interceptors.isEmpty || tree.responders.namedRegions.contains(spec.id) { changes.insert(.responders) }
        if !spec.gestures.isEmpty || spec.scroll != nil || tree.gestures.namedRegions.contains(spec.id) { changes.insert(.gestures) }
    }
}
