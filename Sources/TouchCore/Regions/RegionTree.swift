/// The regions of all screens in flat storage: pre-order with the frontmost subtree first, so that a hit test is one
/// forward walk that skips subtrees. What regions there are, and in which order, never changes: such an edit makes a new
/// tree. A region's own properties can be set where they lie (`set(_:_:)`).
public struct RegionTree: Sendable {
    public let directory: RegionDirectory
    /// By region, without children.
    public internal(set) var specs: [RegionSpec]
    /// By region, apart from the specs because every event of every frame reads it.
    var toLocal: [AffineTransform]
    var nodes: [RegionNode]
    var hitIndex: HitIndex
    /// Where redirects lead, by the index of the region that redirects.
    var redirects: [RegionIndex: RegionIndex] = [:]
    /// Whose receivers are (`ClaimTable`).
    public internal(set) var ownership = Ownership()
    /// What no region has had yet, so that touches need not ask.
    var special: Special
    let responders: Responders
    private(set) var gestures: GestureRelations
    public let gestureDefaults: GestureDefaults
    let numbers: TreeNumbers

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
    public init(_ screens: [ScreenSpec], gestureDefaults: GestureDefaults = GestureDefaults()) {
        var builder = RegionTreeBuilder()
        let ranges = screens.enumerated().map { builder.add($1, screen: $0) }
        let regionCount = builder.records.count
        let roles = builder.addResponders(of: screens)
        self.gestureDefaults = gestureDefaults
        numbers = TreeNumbers(gestureDefaults)
        gestures = GestureRelations(builder.specs, parents: builder.records[..<regionCount].map(\.parent), gestureDefaults)
        directory = RegionDirectory(screens: ranges, records: builder.records, gestures: gestures.records)
        specs = builder.specs
        toLocal = builder.toLocal
        nodes = builder.nodes
        hitIndex = HitIndex(&nodes, screens: ranges.map(\.regions))
        responders = Responders(regionCount: regionCount, roles, directory, specs)
        special = gestures.records.isEmpty ? [] : .gestures
        for index in specs.indices { note(specs[index], RegionIndex(index)) }
    }

    public var screens: [RegionDirectory.Screen] { directory.screens }
    public var records: [RegionRecord] { directory.records }
    public subscript(index: RegionIndex) -> RegionRecord { directory[index] }
    /// O(1).
    public func index(ofID id: String) -> RegionIndex? { directory.index(ofID: id) }

    /// Nil also for responders that are not regions. O(1).
    func region(ofID id: String?) -> RegionIndex? {
        guard let id, let index = index(ofID: id), index < regionCount else { return nil }
        return index
    }

    /// How many of the records are regions; the rest are responders that are not.
    public var regionCount: Int { nodes.count }

    /// The region itself, or the one that a responder which is not a region stands for; nil for `application` and `delegate`.
    @inline(__always)
    func home(_ index: RegionIndex) -> RegionIndex? {
        Int(index) < nodes.count ? index : responders.homes[Int(index) - nodes.count]
    }

    /// The region's window first, itself last.
    public func chain(to index: RegionIndex) -> [RegionIndex] {
        var chain: [RegionIndex] = []
        var next: RegionIndex? = index
        while let index = next {
            chain.append(index)
            next = self[index].parent
        }
        return chain.reversed()
    }

    /// The window that a region is in.
    public func window(of index: RegionIndex) -> RegionIndex {
        var index = index
        while let parent = self[index].parent { index = parent }
        return index
    }

    /// The receiver's own space: size, and the point at its top left; of one that has no region an empty one.
    public func bounds(_ index: RegionIndex) -> Rect {
        home(index).map { specs[Int($0)].geometry.bounds } ?? Rect(0, 0, 0, 0)
    }

    /// A point of the screen in a receiver's own space; in the screen's, for one that has no region.
    @inline(__always)
    public func convert(_ p: Point, to index: RegionIndex) -> Point {
        guard let home = home(index) else { return p }
        return toLocal[Int(home)].apply(p)
    }

    /// From the receiver's own space to screen points.
    public func mapToScreen(from index: RegionIndex) -> AffineTransform {
        home(index).map { toLocal[Int($0)].inverse } ?? .identity
    }

    /// Whether neither the region nor anything it is in refuses touches.
    public func isReachable(_ index: RegionIndex) -> Bool {
        var next = home(index)
        while let region = next {
            if specs[Int(region)].refusal != nil { return false }
            next = records[Int(region)].parent
        }
        return true
    }

    /// Whether neither the region nor anything it is in is hidden or transparent.
    func isShown(_ index: RegionIndex) -> Bool {
        var next: RegionIndex? = index
        while let region = next {
            if !specs[Int(region)].isShown { return false }
            next = self[region].parent
        }
        return true
    }

    /// Whether a tree has the same regions, in the same places and with the same properties. O(1) for a copy that has not changed.
    public func looksLike(_ other: RegionTree) -> Bool {
        records.count == other.records.count && toLocal == other.toLocal && specs == other.specs
    }

    /// By receiver, whether it is not `isReachable`. O(receivers): parents stand before what is in them.
    public var unreachable: [Bool] {
        var all = [Bool]()
        all.reserveCapacity(records.count)
        for index in specs.indices {
            all.append(specs[index].refusal != nil || records[index].parent.map { all[Int($0)] } ?? false)
        }
        for index in specs.count..<records.count { all.append(home(RegionIndex(index)).map { all[Int($0)] } ?? false) }
        return all
    }

    /// A point of a region's own space on the screen.
    public func convertToScreen(_ p: Point, from index: RegionIndex) -> Point {
        guard let home = home(index) else { return p }
        return toLocal[Int(home)].inverse.apply(p)
    }

    /// pointInside: half open, in the receiver's own space, enlarged or shrunk by its hit insets, cut to its shape. Does not
    /// ask for the reasons to refuse.
    @inline(__always)
    public func contains(_ p: Point, _ index: RegionIndex) -> Bool {
        guard let home = home(index) else { return true }
        let node = nodes[Int(home)]
        if !node.special.contains(.shaped) && node.minX <= node.maxX { return node.boxContains(p) }
        return containsExactly(p, home)
    }

    func containsExactly(_ p: Point, _ region: RegionIndex) -> Bool {
        specs[Int(region)].contains(toLocal[Int(region)].apply(p))
    }

    // MARK: Setting properties

    /// Gives a region other properties where it lies. Its id, kind and level, its controller and its interceptors are the
    /// tree's, and stay. O(1), with new geometry O(regions in it).
    mutating func set(_ index: RegionIndex, _ new: RegionSpec) {
        let old = specs[Int(index)]
        var new = new
        new.confineContent(after: old)
        specs[Int(index)] = new
        note(new, index)
        if old.gestures != new.gestures || old.scroll != new.scroll {
            gestures = GestureRelations(specs, parents: records[..<regionCount].map(\.parent), gestureDefaults)
        }
        if old.geometry != new.geometry || old.scroll?.zoomScale != new.scroll?.zoomScale {
            place(index..<nodes[Int(index)].end)
        } else {
            makeNode(Int(index))
            invalidate(index..<index + 1)
        }
    }

    /// Moves a region in its parent by a distance in its own coordinates, which it adds to its origin.
    mutating func move(_ index: RegionIndex, by distance: Point) {
        specs[Int(index)].geometry.center = specs[Int(index)].geometry.center + distance
        place(index..<nodes[Int(index)].end)
    }

    private mutating func note(_ spec: RegionSpec, _ index: RegionIndex) {
        redirects[index] = nil
        if case .redirect(let to, _) = spec.hitTest { redirects[index] = region(ofID: to) }
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

    mutating func place(_ regions: Range<RegionIndex>) {
        for index in regions {
            toLocal[Int(index)] = mapFromScreen(to: index)
            makeNode(Int(index))
        }
        invalidate(regions)
    }

    private mutating func makeNode(_ index: Int) {
        let grid = nodes[index].special.grid
        nodes[index] = RegionNode(specs[index], toLocal: toLocal[index], end: nodes[index].end)
        nodes[index].special.grid = grid
    }

    /// A region, with or without what is in it, has other boxes or rules now: its grids and the one that it lies in are stale.
    private mutating func invalidate(_ regions: Range<RegionIndex>) {
        let record = self[regions.lowerBound]
        hitIndex.invalidate(
            record.parent.map { nodes[Int($0)].special.grid } ?? HitIndex.number(ofScreen: record.screen))
        hitIndex.invalidate(regions)
    }

    /// After changes and before hit tests: what is in changed regions is found fast again. O(children of parents of many in
    /// which something changed); until then hit tests are right, too.
    mutating func refreshIndex() { hitIndex.refresh(nodes) }
}
