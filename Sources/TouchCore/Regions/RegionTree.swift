/// The regions of all screens. A region's values stand in arrays by slot (`RegionID`), and how regions lie in each other in the
/// directory's links, so that an edit costs what it is about. A hit test is one forward walk, front to back, that skips subtrees.
public struct RegionTree: Sendable {
    public internal(set) var directory: RegionDirectory
    /// By slot, without children.
    public internal(set) var specs: [RegionSpec] = []
    /// By slot, apart from the specs because every event of every frame reads it.
    var toLocal: [AffineTransform] = []
    var nodes: [RegionNode] = []
    var hitIndex: HitIndex
    /// Where redirects lead, by the region that redirects.
    private(set) var redirects: [RegionID: RegionID] = [:]
    /// What these regions say of it: ids that may be nobody's.
    private var redirecting: [RegionID: String] = [:]
    /// Whose receivers are (`ClaimTable`).
    public internal(set) var ownership = Ownership()
    /// What no region has had yet, so that touches need not ask.
    var special: Special = []
    var responders = Responders()
    var gestures: GestureRelations
    public let gestureDefaults: GestureDefaults
    let numbers: TreeNumbers
    /// Changes with every structural edit and reload.
    var structure: UInt64 = 0

    struct Special: OptionSet {
        let rawValue: UInt16
        static let translucent = Special(rawValue: 1)
        static let watchesOutside = Special(rawValue: 2)
        static let undecided = Special(rawValue: 4)
        static let fallback = Special(rawValue: 8)
        static let dragsSelf = Special(rawValue: 16)
        static let gestures = Special(rawValue: 32)
        static let controls = Special(rawValue: 64)
        static let scrolls = Special(rawValue: 128)
        static let knobs = Special(rawValue: 256)
        static let sensitive = Special(rawValue: 512)
    }

    /// Ids must be unique over all screens and transforms be invertible; the configuration and the scenario reader check
    /// that and say where it is not so. What names a region that there is not has no effect.
    ///
    /// - Parameter old: the tree that this one replaces: what has the same id keeps its identity.
    public init(_ screens: [ScreenSpec], gestureDefaults: GestureDefaults = GestureDefaults(), succeeding old: RegionTree? = nil) {
        self.gestureDefaults = gestureDefaults
        numbers = TreeNumbers(gestureDefaults)
        let empty = screens.map { RegionDirectory.Screen(id: $0.id, size: $0.size, controllers: $0.controllers) }
        directory = old.map { RegionDirectory(screens: empty, after: $0.directory) } ?? RegionDirectory(screens: empty)
        hitIndex = HitIndex(screenCount: screens.count)
        gestures = GestureRelations()
        build(screens, old)
        makeGrids()
        updateResponders(old?.directory)
        noteSensitive()
        GestureRelations.update(&self, succeeding: old?.gestures)
        if let old {
            directory.forgetTheRest(of: old.directory)
            structure = old.structure &+ 1
        }
    }

    /// Whether this tree was made to replace another one as it is now.
    public func isSuccessor(of old: RegionTree) -> Bool { structure == old.structure &+ 1 && directory.slotCount >= old.directory.slotCount }

    public var screens: [RegionDirectory.Screen] { directory.screens }
    public var records: [RegionRecord] { directory.records }
    @inline(__always)
    public subscript(id: RegionID) -> RegionRecord { directory.records[id.slot] }
    /// O(1).
    public func index(ofID id: String) -> RegionID? { directory.index(ofID: id) }

    /// Nil also for responders that are not regions. O(1).
    func region(ofID id: String?) -> RegionID? {
        guard let id, let region = index(ofID: id), region.isRegion else { return nil }
        return region
    }

    /// How many regions there are, without the responders that are none.
    public var regionCount: Int { directory.regionCount }

    /// The region itself, or the one that a responder which is not a region stands for; nil for `application` and `delegate`.
    @inline(__always)
    func home(_ id: RegionID) -> RegionID? { id.isRegion ? id : responders.home(of: id) }

    /// The region's window first, itself last.
    public func chain(to id: RegionID) -> [RegionID] {
        var chain: [RegionID] = []
        var next: RegionID? = id
        while let id = next {
            chain.append(id)
            next = self[id].parent
        }
        return chain.reversed()
    }

    /// The window that a region is in.
    public func window(of id: RegionID) -> RegionID {
        var id = id
        while let parent = self[id].parent { id = parent }
        return id
    }

    /// The receiver's own space: size, and the point at its top left; of one that has no region an empty one.
    public func bounds(_ id: RegionID) -> Rect {
        home(id).map { specs[$0.slot].geometry.bounds } ?? Rect(0, 0, 0, 0)
    }

    /// A point of the screen in a receiver's own space; in the screen's, for one that has no region.
    @inline(__always)
    public func convert(_ p: Point, to id: RegionID) -> Point {
        guard let home = home(id) else { return p }
        return toLocal[home.slot].apply(p)
    }

    /// From the receiver's own space to screen points.
    public func mapToScreen(from id: RegionID) -> AffineTransform {
        home(id).map { toLocal[$0.slot].inverse } ?? .identity
    }

    /// Whether neither the region nor anything it is in refuses touches.
    public func isReachable(_ id: RegionID) -> Bool {
        var next = home(id)
        while let region = next {
            if specs[region.slot].refusal != nil { return false }
            next = self[region].parent
        }
        return true
    }

    /// Whether neither the region nor anything it is in is hidden or transparent.
    func isShown(_ id: RegionID) -> Bool {
        var next: RegionID? = id
        while let region = next {
            if !specs[region.slot].isShown { return false }
            next = self[region].parent
        }
        return true
    }

    /// Whether a tree has the same regions, in the same places and with the same properties. O(1) for a copy that has not changed.
    public func looksLike(_ other: RegionTree) -> Bool {
        structure == other.structure && records.count == other.records.count && toLocal == other.toLocal && specs == other.specs
    }

    /// A point of a region's own space on the screen.
    public func convertToScreen(_ p: Point, from id: RegionID) -> Point {
        guard let home = home(id) else { return p }
        return toLocal[home.slot].inverse.apply(p)
    }

    /// pointInside: half open, in the receiver's own space, enlarged or shrunk by its hit insets, cut to its shape. Does not
    /// ask for the reasons to refuse.
    @inline(__always)
    public func contains(_ p: Point, _ id: RegionID) -> Bool {
        guard let home = home(id) else { return true }
        let node = nodes[home.slot]
        if !node.special.contains(.shaped) && node.minX <= node.maxX { return node.boxContains(p) }
        return containsExactly(p, home.slot)
    }

    func containsExactly(_ p: Point, _ slot: Int) -> Bool { specs[slot].contains(toLocal[slot].apply(p)) }

    // MARK: Setting properties

    /// Gives a region other properties where it lies. Its id, kind and level, its controller and its interceptors are the
    /// tree's, and stay. O(1), with new geometry O(regions in it), with other gestures O(regions with gestures).
    mutating func set(_ id: RegionID, _ new: RegionSpec) {
        let old = specs[id.slot]
        var new = new
        new.confineContent(after: old)
        specs[id.slot] = new
        note(new, id)
        if old.gestures != new.gestures || old.scroll != new.scroll { GestureRelations.update(&self, succeeding: gestures) }
        if old.geometry != new.geometry || old.scroll?.zoomScale != new.scroll?.zoomScale {
            place(id)
        } else {
            makeNode(id)
            invalidate(id)
        }
    }

    /// Moves a region in its parent by a distance in its own coordinates, which it adds to its origin.
    mutating func move(_ id: RegionID, by distance: Point) {
        specs[id.slot].geometry.center = specs[id.slot].geometry.center + distance
        place(id)
    }

    mutating func note(_ spec: RegionSpec, _ id: RegionID) {
        if case .redirect(let to, _) = spec.hitTest {
            redirecting[id] = to
            redirects[id] = region(ofID: to)
        } else if redirecting.removeValue(forKey: id) != nil {
            redirects[id] = nil
        }
        if spec.hitTest == .translucent { special.insert(.translucent) }
        if spec.watchesOutside { special.insert(.watchesOutside) }
        if spec.undecidedFor != nil { special.insert(.undecided) }
        if spec.fallback != nil { special.insert(.fallback) }
        if spec.behaviour == .dragSelf { special.insert(.dragsSelf) }
        if spec.kind.isControl { special.insert(.controls) }
        if spec.knob != nil { special.insert(.knobs) }
        if spec.kind == .scrollView { special.insert(.scrolls) }
        if spec.isSensitive { special.insert(.sensitive) }
    }

    /// After ids have come and gone: redirects lead where they say.
    mutating func resolveRedirects() {
        for (id, to) in redirecting {
            if directory.contains(id) {
                redirects[id] = region(ofID: to)
            } else {
                redirecting[id] = nil
                redirects[id] = nil
            }
        }
    }

    /// A region, with all that is in it, is elsewhere.
    mutating func place(_ root: RegionID) {
        for id in directory.subtree(of: root) {
            toLocal[id.slot] = mapFromScreen(to: id)
            makeNode(id)
            hitIndex.invalidate(nodes[id.slot].special.grid)
        }
        invalidate(root)
    }

    mutating func makeNode(_ id: RegionID) {
        let old = nodes[id.slot]
        nodes[id.slot] = RegionNode(specs[id.slot], toLocal: toLocal[id.slot], first: old.first, skip: old.skip)
        nodes[id.slot].special.grid = old.special.grid
    }

    /// A region has another box or other rules: its grid and the one that it lies in are stale.
    mutating func invalidate(_ id: RegionID) {
        hitIndex.invalidate(nodes[id.slot].special.grid)
        hitIndex.invalidate(self[id].parent.map { nodes[$0.slot].special.grid } ?? HitIndex.number(ofScreen: self[id].screen))
    }

    /// After changes and before hit tests: what is in changed regions is found fast again. O(children of parents of many in
    /// which something changed); until then hit tests are right, too.
    mutating func refreshIndex() {
        if hitIndex.isStale { hitIndex.refresh(nodes, directory) }
    }
}
