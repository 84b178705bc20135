/// The regions of all screens. The values of regions are in arrays by slot (`RegionID`), and their nesting is in the directory's links, so that the
/// cost of an edit depends only on the regions that it concerns. A hit test is one forward walk, front to back, that skips subtrees.
///
/// All code that changes a tree is in this file and in the files of its parts.
public struct RegionTree: Sendable {
    public private(set) var directory: RegionDirectory
    /// The properties of regions, by slot, without children.
    public private(set) var specs: [RegionSpec] = []
    /// The transforms from screen points to each region's own space, by slot. Stored apart from the specs, because every event of every
    /// frame reads them.
    private(set) var toLocal: [AffineTransform] = []
    /// Counters by slot. Each changes when the region's text in region lists changes, apart from changes of its record.
    private var textStamps: [UInt32] = []
    private(set) var hitTester: HitTester
    /// The owners of receivers (`ClaimTable`).
    public private(set) var ownership = Ownership()
    /// The features that any region has, or has had. The routing of touches skips the work for all other features.
    private(set) var features: TreeFeatures = []
    private(set) var responders = Responders()
    private(set) var gestures = GestureRelations()
    public let gestureDefaults: GestureDefaults
    let metrics: InteractionMetrics
    /// A number that changes with every structural edit and reload.
    private(set) var structure: UInt64 = 0
    /// A number that changes whenever fingers or clients change a region.
    private(set) var revision: UInt64 = 0
    /// The revision in which fingers or clients last changed the region, by slot.
    private(set) var changedAt: [UInt64] = []

    /// Creates a tree. Ids must be unique over all screens, and transforms must be invertible; the readers of configurations and
    /// scenarios check both and report violations. References to regions that do not exist have no effect.
    ///
    /// - Parameter old: the tree that this one replaces: receivers with the same id keep their identity.
    public init(_ screens: [ScreenSpec], gestureDefaults: GestureDefaults = GestureDefaults(), succeeding old: RegionTree? = nil) {
        self.init(of: NestedRegions(screens: screens), gestureDefaults, succeeding: old)
    }

    /// Creates the tree that results from a merge. It succeeds the tree that the merge was made for.
    public init(_ merge: TreeMerge, gestureDefaults: GestureDefaults = GestureDefaults()) {
        self.init(of: merge, gestureDefaults, succeeding: merge.mine, renewing: merge.renewed)
    }

    /// - Parameter renewed: the ids of regions that do not keep their identity from the old tree.
    private init(of source: some RegionSource, _ gestureDefaults: GestureDefaults, succeeding old: RegionTree?, renewing renewed: Set<String> = []) {
        self.gestureDefaults = gestureDefaults
        metrics = InteractionMetrics(gestureDefaults)
        let empty = source.screens.indices.map { number in
            let windows = source.windows(ofScreen: number).map { source.spec(of: $0) }
            let hasLevels = windows.contains { $0.level != windows[0].level }
            return RegionDirectory.Screen(source.screens[number], windowOrder: hasLevels ? windows.map(\.id) : [])
        }
        directory = old.map { RegionDirectory(screens: empty, after: $0.directory) } ?? RegionDirectory(screens: empty)
        hitTester = HitTester(screenCount: source.screens.count)
        build(source, old, renewing: renewed)
        hitTester.linkAll(directory)
        hitTester.resolveRedirects(directory)
        updateResponders(after: old?.directory)
        updateSensitive()
        updateGestures(succeeding: old?.gestures)
        if let old {
            directory.retireUnadopted(of: old.directory)
            structure = old.structure &+ 1
            revision = old.revision &+ 1
        }
    }

    // MARK: Regions come and go

    /// Copies the storage that changes region by region, if another tree shares it. Without this, the first change of either tree would copy the
    /// storage.
    public mutating func detach() {
        directory.detach()
        specs.detach()
        toLocal.detach()
        changedAt.detach()
        textStamps.detach()
        hitTester.detach()
    }

    mutating func reserveCapacity(_ slots: Int) {
        directory.reserveCapacity(slots)
        specs.reserveCapacity(slots)
        toLocal.reserveCapacity(slots)
        textStamps.reserveCapacity(slots)
        changedAt.reserveCapacity(slots)
        hitTester.reserveCapacity(slots)
    }

    /// Adds a region behind all others in its parent, without its children, to a tree whose parts are not linked yet.
    ///
    /// - Parameter known: the region's identity in the previous tree.
    mutating func append(_ spec: RegionSpec, as known: RegionID?, to parent: RegionID?, screen: Int) -> RegionID {
        if let known { directory.adopt(known) }
        let id = known ?? directory.allocate(isRegion: true)
        store(spec, id)
        directory.append(id, to: parent, screen: screen)
        describe(id, parent: parent, screen: screen)
        place(one: id)
        directory.name(id)
        updateFeatures(spec, id)
        return id
    }

    /// Adds a region at a place, without its children. Like all functions below, it leaves the update of the tables to `updateTables`.
    mutating func add(_ spec: RegionSpec, at place: RegionPosition) -> RegionID {
        let id = directory.allocate(isRegion: true)
        store(spec, id)
        updateFeatures(spec, id)
        link(id, at: place)
        directory.name(id)
        return id
    }

    /// Links an unlinked region, with everything in it, at a place. O(regions in it).
    ///
    /// - Parameter isWhereItWas: whether the region was unlinked from the same parent, so that only its order changes. The cost is then O(1).
    mutating func link(_ id: RegionID, at place: RegionPosition, isWhereItWas: Bool = false) {
        directory.insert(id, at: place)
        hitTester.link(id, at: place, directory)
        if isWhereItWas { hitTester.invalidate(id, directory) } else { describeAll(id, in: place.parent, screen: place.screen) }
    }

    /// Unlinks a region, with everything in it, from its parent. Its values stay.
    mutating func unlink(_ id: RegionID) {
        let place = RegionPosition(of: id, in: directory)
        directory.unlink(id, of: place)
        hitTester.unlink(id, from: place, directory)
    }

    /// Retires unlinked regions. Their values can still be read.
    mutating func retire(_ ids: [RegionID]) { for id in ids { directory.retire(id) } }

    /// Restores retired regions, at the place of the first of them.
    mutating func restore(_ ids: [RegionID], at place: RegionPosition) {
        for id in ids {
            directory.restore(id)
            updateFeatures(specs[id.slot], id)
        }
        link(ids[0], at: place)
    }

    /// Takes back added regions, as if they had never been added.
    mutating func undoAdd(_ ids: [RegionID]) {
        unlink(ids[0])
        retire(ids)
        for id in ids { hitTester.removeGrid(of: id) }
        directory.free(ids)
    }

    mutating func freeResponderName(_ name: String) { directory.freeResponderName(name) }

    /// Frees the slots retired by the previous change, because a new change begins and nobody reads them any more.
    mutating func freeRetired() { directory.freeRetired() }

    /// Lets the slots of retired receivers be reused after the next change has begun.
    mutating func freeLater(_ gone: [RegionID]) {
        for id in gone where id.isRegion { hitTester.removeGrid(of: id) }
        directory.freeLater(gone)
    }

    private mutating func store(_ spec: RegionSpec, _ id: RegionID) {
        while specs.count < directory.slotCount {
            specs.append(.vacant)
            toLocal.append(.identity)
            textStamps.append(0)
            changedAt.append(0)
        }
        hitTester.grow(to: directory.slotCount)
        specs[id.slot] = spec
        specs[id.slot].children = []
        textStamps[id.slot] &+= 1
    }

    /// Writes the record of a region whose parent's record is right.
    private mutating func describe(_ id: RegionID, parent: RegionID?, screen: Int) {
        directory.describe(id, RegionRecord(specs[id.slot], id, in: parent, parent.map { directory[$0] }, screen: screen))
    }

    /// Rewrites the records and places of a region and of everything in it.
    private mutating func describeAll(_ root: RegionID, in parent: RegionID?, screen: Int) {
        describe(root, parent: parent, screen: screen)
        place(one: root)
        for id in directory.subtree(of: root).dropFirst() {
            describe(id, parent: self[id].parent, screen: screen)
            place(one: id)
            hitTester.invalidateChildren(of: id)
        }
        hitTester.invalidate(root, directory)
    }

    // MARK: A region changes

    /// Replaces the properties of a region at its place, including structural ones.
    mutating func replaceSpec(_ id: RegionID, _ spec: RegionSpec) {
        store(spec, id)
        updateFeatures(spec, id)
        describeAll(id, in: self[id].parent, screen: self[id].screen)
    }

    /// Changes the properties of a region at its place. Its id, kind, level, controller and interceptors are part of the tree's structure
    /// and must stay the same. O(1); with new geometry O(regions in it), with other gestures O(regions with gestures).
    mutating func set(_ id: RegionID, _ new: RegionSpec) {
        let old = specs[id.slot]
        var new = new
        new.confineContent(after: old)
        specs[id.slot] = new
        recordChange(id)
        // Lists show for every region inside whether it can be reached.
        if (old.refusal == nil) != (new.refusal == nil) { for inner in directory.subtree(of: id) { textStamps[inner.slot] &+= 1 } }
        updateFeatures(new, id)
        if old.gestures != new.gestures || old.scroll != new.scroll { updateGestures(succeeding: gestures) }
        if old.geometry != new.geometry || old.scroll?.zoomScale != new.scroll?.zoomScale {
            place(id)
        } else {
            hitTester.set(id, specs, toLocal)
            hitTester.invalidate(id, directory)
        }
    }

    /// Moves a region in its parent by a distance in its own coordinates, which is added to its origin.
    mutating func move(_ id: RegionID, by distance: Point) {
        specs[id.slot].geometry.center = specs[id.slot].geometry.center + distance
        recordChange(id)
        place(id)
    }

    /// Scrolls a scroll view so that another point is at its top left, and sets the scale of its content. O(regions in it).
    mutating func scroll(_ region: RegionID, to offset: Point, zoomScale: Double) {
        specs[region.slot].geometry.bounds.origin = offset
        // Read and written back, because changing a property with a wrapper in place uses a coroutine, which allocates.
        var scroll = specs[region.slot].scroll
        scroll?.zoomScale = zoomScale
        specs[region.slot].scroll = scroll
        recordChange(region)
        place(region)
    }

    /// Sets the knob of a slider or a switch after a finger has moved it. The hit test does not use the knob. O(1).
    mutating func setKnob(_ knob: KnobSpec, of id: RegionID) {
        specs[id.slot].knob = knob
        recordChange(id)
    }

    private mutating func recordChange(_ id: RegionID) {
        revision &+= 1
        changedAt[id.slot] = revision
        textStamps[id.slot] &+= 1
    }

    /// Returns a stamp that changes whenever the receiver's text in region lists changes, apart from its record. The stamp of a responder also
    /// changes with its region's, because it has the region's place.
    public func textStamp(of id: RegionID) -> UInt64 {
        UInt64(textStamps[id.slot]) << 32 | (id.isRegion ? 0 : home(id).map { UInt64(textStamps[$0.slot]) } ?? 0)
    }

    /// Returns the regions that fingers or clients have changed since a revision, in the order of lists.
    func changed(since revision: UInt64) -> [RegionID] {
        directory.inOrder(changedAt.indices.filter { changedAt[$0] > revision }.map { directory.id(at: Int32($0)) }.filter(directory.contains))
    }

    private mutating func updateFeatures(_ spec: RegionSpec, _ id: RegionID) {
        hitTester.updateRedirect(id, spec, directory)
        features.formUnion(TreeFeatures(spec))
    }

    /// Updates the places of a region and of everything in it. Does not build a list of them, because a scrolling finger causes this update in each
    /// frame.
    private mutating func place(_ root: RegionID) {
        let end = directory.next(afterSubtreeOf: root)
        var next: RegionID? = root
        while let id = next, id != end {
            place(one: id)
            hitTester.invalidateChildren(of: id)
            next = directory.next(after: id)
        }
        hitTester.invalidate(root, directory)
    }

    /// Computes the place of a region whose parent's place is right.
    private mutating func place(one id: RegionID) {
        toLocal[id.slot] = mapFromScreen(to: id)
        textStamps[id.slot] &+= 1
        hitTester.set(id, specs, toLocal)
    }

    /// Rebuilds stale grids, after changes and before hit tests.
    mutating func refreshIndex() { hitTester.refresh(directory) }

    // MARK: Tables

    /// - Parameter changes: the tables that the edits affect.
    func tables(_ changes: TreeTables.Changes) -> TreeTables {
        TreeTables(gestures: changes.contains(.gestures) ? gestures : nil, responders: directory.responders, structure: structure)
    }

    /// Updates the tables after structural edits.
    ///
    /// - Returns: the receivers that are no longer responders.
    mutating func updateTables(_ changes: TreeTables.Changes) -> [RegionID] {
        if changes.contains(.names) { hitTester.resolveRedirects(directory) }
        let retired = changes.contains(.responders) ? updateResponders() : []
        updateSensitive()
        if changes.contains(.gestures) { updateGestures(succeeding: gestures) }
        structure &+= 1
        revision &+= 1
        return retired
    }

    /// Restores the tables after structural edits were undone.
    mutating func restore(_ tables: TreeTables, _ changes: TreeTables.Changes) {
        if let before = tables.gestures {
            gestures = before
            directory.setGestures(before.records)
        }
        if changes.contains(.responders) {
            directory.restoreResponders(tables.responders)
            updateResponders()
        }
        if changes.contains(.names) { hitTester.resolveRedirects(directory) }
        updateSensitive()
        structure = tables.structure
    }

    /// Sets the owners of receivers.
    mutating func setOwnership(_ claims: ClaimTable) {
        ownership = Ownership(claims, directory)
        ownership.checkInvariants(claims, directory)
    }

    @discardableResult
    private mutating func updateResponders(after old: RegionDirectory? = nil) -> [RegionID] {
        let gone = responders.update(&directory, specs, after: old)
        for id in directory.responders { store(.vacant, id) }
        return gone
    }

    private mutating func updateGestures(succeeding old: GestureRelations?) {
        guard let new = GestureRelations(directory, specs, gestureDefaults, succeeding: old) else { return }
        gestures = new
        directory.setGestures(gestures.records)
        if !gestures.order.isEmpty { features.insert(.gestures) }
    }

    /// Updates the list of sensitive receivers. O(regions) if any has ever been sensitive.
    private mutating func updateSensitive() {
        if features.contains(.sensitive) { directory.listSensitive() }
    }
}
