/// The regions of all screens in flat storage: pre-order with the frontmost subtree first, so that a hit test is one
/// forward walk that skips subtrees. Immutable: an edit builds a new tree and replaces the old one as a whole.
public struct RegionTree: Sendable {
    /// A screen and the windows on it: a range of the tree's regions.
    public struct Screen: Sendable {
        public let id: String
        public let size: Size
        public let regions: Range<RegionIndex>
    }

    public let screens: [Screen]
    public let records: [RegionRecord]
    /// By region, apart from the records because every event of every frame reads it.
    let toLocal: [AffineTransform]
    let nodes: [RegionNode]
    /// Where redirects lead, by the index of the region that redirects.
    let redirects: [RegionIndex: RegionIndex]
    private let indexByID: [String: RegionIndex]

    /// Region ids must be unique over all screens, redirects must name existing regions and transforms be invertible;
    /// the configuration and the scenario reader check that and say where it is not so.
    public init(_ specs: [ScreenSpec]) {
        var builder = RegionTreeBuilder()
        screens = specs.enumerated().map { builder.add($1, screen: $0) }
        records = builder.records
        toLocal = records.map(\.toLocal)
        nodes = builder.nodes
        indexByID = Dictionary(records.enumerated().map { ($1.id, RegionIndex($0)) }, uniquingKeysWith: { a, _ in a })
        var redirects: [RegionIndex: RegionIndex] = [:]
        for (index, record) in records.enumerated() {
            if case .redirect(let to, _) = record.spec.hitTest { redirects[RegionIndex(index)] = indexByID[to] }
        }
        self.redirects = redirects
    }

    public subscript(index: RegionIndex) -> RegionRecord { records[Int(index)] }

    /// O(1).
    public func index(ofID id: String) -> RegionIndex? { indexByID[id] }

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

    /// A point of the screen in the region's own space.
    @inline(__always)
    public func convert(_ p: Point, to index: RegionIndex) -> Point { toLocal[Int(index)].apply(p) }

    /// pointInside: half open, in the region's own space, enlarged or shrunk by its hit insets.
    @inline(__always)
    public func contains(_ p: Point, _ index: RegionIndex) -> Bool {
        let node = nodes[Int(index)]
        if !node.special.contains(.turned) && node.minX <= node.maxX { return node.boxContains(p) }
        // Turned, or a box that says refused; pointInside does not ask for the reasons to refuse.
        return records[Int(index)].hitBounds.contains(convert(p, to: index))
    }
}
