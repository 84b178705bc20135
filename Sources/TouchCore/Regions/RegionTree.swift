/// The regions of all screens. A region's values stand in arrays by slot (`RegionID`), and how regions lie in each other in the
/// directory's links, so that an edit costs what it is about. A hit test is one forward walk, front to back, that skips subtrees.
///
/// What changes a tree is in this file, and in those of its parts.
public struct RegionTree: Sendable {
    public private(set) var directory: RegionDirectory
    /// By slot, without children.
    public private(set) var specs: [RegionSpec] = []
    /// By slot, apart from the specs because every event of every frame reads it.
    private(set) var toLocal: [AffineTransform] = []
    /// By slot: how often what lists say of a region beside its record has changed.
    private var looks: [UInt32] = []
    private(set) var hitTester: HitTester
    /// Whose receivers are (`ClaimTable`).
    public private(set) var ownership = Ownership()
    /// What some region has, or has had: touches need not ask for the rest.
    private(set) var features: TreeFeatures = []
    private(set) var responders = Responders()
    private(set) var gestures = GestureRelations()
    public let gestureDefaults: GestureDefaults
    let metrics: InteractionMetrics
    /// Changes with every structural edit and reload.
    private(set) var structure: UInt64 = 0
    /// Changes with everything that fingers and clients change of regions.
    private(set) var revision: UInt64 = 0
    /// By slot, the revision in which fingers or clients have last changed the region.
    private(set) var changedAt: [UInt64] = []

    /// Ids must be unique over all screens and transforms be invertible; the configuration and the scenario reader check
    /// that and say where it is not so. What names a region that there is not has no effect.
    ///
    /// - Parameter old: the tree that this one replaces: what has the same id keeps its identity.
    public init(_ screens: [ScreenSpec], gestureDefaults: GestureDefaults = GestureDefaults(), succeeding old: RegionTree? = nil) {
        self.init(of: NestedRegions(screens: screens), gestureDefaults, succeeding: old)
    }

    /// The tree that a merge has led to, which succeeds the one that it was made for.
    public init(_ merge: TreeMerge, gestureDefaults: GestureDefaults = GestureDefaults()) {
        self.init(of: merge, gestureDefaults, succeeding: merge.mine, renewing: merge.renewed)
    }

    /// - Parameter renewed: the ids of regions that do not keep the identity that the old tree has for them.
    private init(of source: some RegionSource, _ gestureDefaults: GestureDefaults, succeeding old: RegionTree?, renewing renewed: Set<String> = []) {
        self.gestureDefaults = gestureDefaults
        metrics = InteractionMetrics(gestureDefaults)
        let empty = source.screens.map { RegionDirectory.Screen(id: $0.id, size: $0.size, controllers: $0.controllers, kiosk: $0.kiosk) }
        directory = old.map { RegionDirectory(screens: empty, after: $0.directory) } ?? RegionDirectory(screens: empty)
        hitTester = HitTester(screenCount: source.screens.count)
        build(source, old, renewing: renewed)
        hitTester.linkAll(directory)
        hitTester.resolveRedirects(directory)
        updateResponders(after: old?.directory)
        noteSensitive()
        updateGestures(succeeding: old?.gestures)
        if let old {
            directory.forgetTheRest(of: old.directory)
            structure = old.structure &+ 1
            revision = old.revision &+ 1
        }
    }

    // MARK: Regions come and go

    /// Takes memory of its own for what changes region by region. What two trees share, the first change of one copies.
    public mutating func detach() {
        directory.detach()
        specs.detach()
        toLocal.detach()
        changedAt.detach()
        looks.detach()
        hitTester.detach()
    }

    mutating func reserveCapacity(_ slots: Int) {
        directory.reserveCapacity(slots)
        specs.reserveCapacity(slots)
        toLocal.reserveCapacity(slots)
        looks.reserveCapacity(slots)
        changedAt.reserveCapacity(slots)
        hitTester.reserveCapacity(slots)
    }

    /// Adds a region behind all others of what it is in, without what is in it, to a tree whose parts are not linked yet.
    ///
    /// - Parameter known: its identity in the tree before.
    mutating func append(_ spec: RegionSpec, as known: RegionID?, to parent: RegionID?, screen: Int) -> RegionID {
        if let known { directory.adopt(known) }
        let id = known ?? directory.allocate(isRegion: true)
        store(spec, id)
        directory.append(id, to: parent, screen: screen)
        describe(id, parent: parent, screen: screen)
        place(one: id)
        directory.name(id)
        note(spec, id)
        return id
    }

    /// Adds a region at a place, without what is in it. The tables of names are another matter, as for all that follows here.
    mutating func add(_ spec: RegionSpec, at place: RegionPosition) -> RegionID {
        let id = directory.allocate(isRegion: true)
        store(spec, id)
        note(spec, id)
        link(id, at: place)
        directory.name(id)
        return id
    }

    /// Puts a region that is nowhere, with all that is in it, to its place. O(regions in it).
    ///
    /// - Parameter isWhereItWas: whether it was taken out of the same region: then nothing of it changes but the order. O(1).
    mutating func link(_ id: RegionID, at place: RegionPosition, isWhereItWas: Bool = false) {
        directory.insert(id, at: place)
        hitTester.link(id, at: place, directory)
        if isWhereItWas { hitTester.invalidate(id, directory) } else { describeAll(id, in: place.parent, screen: place.screen) }
    }

    /// Takes a region out of what it is in, with all that is in it. Its values stay.
    mutating func unlink(_ id: RegionID) {
        let place = RegionPosition(of: id, in: directory)
        directory.takeOut(id, of: place)
        hitTester.unlink(id, from: place, directory)
    }

    /// Regions that were taken out are nobody's any more; their values can still be read.
    mutating func retire(_ ids: [RegionID]) { for id in ids { directory.retire(id) } }

    /// Regions that were retired are there again, at the place of the first of them.
    mutating func restore(_ ids: [RegionID], at place: RegionPosition) {
        for id in ids {
            directory.restore(id)
            note(specs[id.slot], id)
        }
        link(ids[0], at: place)
    }

    /// Regions that were added have never been.
    mutating func takeBack(_ ids: [RegionID]) {
        unlink(ids[0])
        retire(ids)
        for id in ids { hitTester.removeGrid(of: id) }
        directory.free(ids)
    }

    mutating func freeResponderName(_ name: String) { directory.freeResponderName(name) }

    /// A change begins: nobody asks for what the one before has removed any more.
    mutating func freeRetired() { directory.freeRetired() }

    /// Nobody asks for these any more, once the next change has begun.
    mutating func freeLater(_ gone: [RegionID]) {
        for id in gone where id.isRegion { hitTester.removeGrid(of: id) }
        directory.freeLater(gone)
    }

    private mutating func store(_ spec: RegionSpec, _ id: RegionID) {
        while specs.count < directory.slotCount {
            specs.append(.vacant)
            toLocal.append(.identity)
            looks.append(0)
            changedAt.append(0)
        }
        hitTester.grow(to: directory.slotCount)
        specs[id.slot] = spec
        specs[id.slot].children = []
        looks[id.slot] &+= 1
    }

    /// Writes the record of a region whose parent's is right.
    private mutating func describe(_ id: RegionID, parent: RegionID?, screen: Int) {
        directory.describe(id, RegionRecord(specs[id.slot], id, in: parent, parent.map { directory[$0] }, screen: screen))
    }

    /// Writes the records and places of a region and of all that is in it anew.
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

    /// Another spec for a region where it lies: structural properties, too.
    mutating func replaceSpec(_ id: RegionID, _ spec: RegionSpec) {
        store(spec, id)
        note(spec, id)
        describeAll(id, in: self[id].parent, screen: self[id].screen)
    }

    /// Gives a region other properties where it lies. Its id, kind and level, its controller and its interceptors are the
    /// tree's, and stay. O(1), with new geometry O(regions in it), with other gestures O(regions with gestures).
    mutating func set(_ id: RegionID, _ new: RegionSpec) {
        let old = specs[id.slot]
        var new = new
        new.confineContent(after: old)
        specs[id.slot] = new
        noteChange(id)
        // Lists say of all that is in it that it cannot be reached.
        if (old.refusal == nil) != (new.refusal == nil) { for inner in directory.subtree(of: id) { looks[inner.slot] &+= 1 } }
        note(new, id)
        if old.gestures != new.gestures || old.scroll != new.scroll { updateGestures(succeeding: gestures) }
        if old.geometry != new.geometry || old.scroll?.zoomScale != new.scroll?.zoomScale {
            place(id)
        } else {
            hitTester.set(id, specs, toLocal)
            hitTester.invalidate(id, directory)
        }
    }

    /// Moves a region in its parent by a distance in its own coordinates, which it adds to its origin.
    mutating func move(_ id: RegionID, by distance: Point) {
        specs[id.slot].geometry.center = specs[id.slot].geometry.center + distance
        noteChange(id)
        place(id)
    }

    /// Shows another point at a scroll view's top left, and its content at another scale. O(regions in it).
    mutating func scroll(_ region: RegionID, to offset: Point, zoomScale: Double) {
        specs[region.slot].geometry.bounds.origin = offset
        // Got and set: a property that has a wrapper is changed in place by a coroutine, which allocates.
        var scroll = specs[region.slot].scroll
        scroll?.zoomScale = zoomScale
        specs[region.slot].scroll = scroll
        noteChange(region)
        place(region)
    }

    /// A finger has moved the knob of a slider or a switch, which the hit test does not ask about. O(1).
    mutating func setKnob(_ knob: KnobSpec, of id: RegionID) {
        specs[id.slot].knob = knob
        noteChange(id)
    }

    private mutating func noteChange(_ id: RegionID) {
        revision &+= 1
        changedAt[id.slot] = revision
        looks[id.slot] &+= 1
    }

    /// Is another one when what lists say of a receiver is another, beside its record. A responder's place is its region's.
    public func look(of id: RegionID) -> UInt64 {
        UInt64(looks[id.slot]) << 32 | (id.isRegion ? 0 : home(id).map { UInt64(looks[$0.slot]) } ?? 0)
    }

    /// Regions that fingers or clients have changed since a revision, in the order of lists.
    func changed(since revision: UInt64) -> [RegionID] {
        directory.inOrder(changedAt.indices.filter { changedAt[$0] > revision }.map { directory.id(at: Int32($0)) }.filter(directory.contains))
    }

    private mutating func note(_ spec: RegionSpec, _ id: RegionID) {
        hitTester.noteRedirect(id, spec, directory)
        features.formUnion(TreeFeatures(spec))
    }

    /// A region, with all that is in it, is elsewhere. Without a list of them: a finger that scrolls does this in each frame.
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

    /// Finds out where a region is whose parent's place is right.
    private mutating func place(one id: RegionID) {
        toLocal[id.slot] = mapFromScreen(to: id)
        looks[id.slot] &+= 1
        hitTester.set(id, specs, toLocal)
    }

    /// After changes and before hit tests.
    mutating func refreshIndex() { hitTester.refresh(directory) }

    // MARK: Tables

    /// - Parameter changes: what edits have to do with.
    func tables(_ changes: TreeTables.Changes) -> TreeTables {
        TreeTables(gestures: changes.contains(.gestures) ? gestures : nil, responders: directory.responders, structure: structure)
    }

    /// Structural edits are done.
    ///
    /// - Returns: those that are responders no more.
    mutating func updateTables(_ changes: TreeTables.Changes) -> [RegionID] {
        if changes.contains(.names) { hitTester.resolveRedirects(directory) }
        let retired = changes.contains(.responders) ? updateResponders() : []
        noteSensitive()
        if changes.contains(.gestures) { updateGestures(succeeding: gestures) }
        structure &+= 1
        revision &+= 1
        return retired
    }

    /// Structural edits were taken back.
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
        noteSensitive()
        structure = tables.structure
    }

    /// Says whose receivers are.
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

    /// O(regions) where any has ever been sensitive.
    private mutating func noteSensitive() {
        if features.contains(.sensitive) { directory.listSensitive() }
    }
}
