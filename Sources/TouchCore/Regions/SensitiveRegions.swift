/// Which regions of a tree are sensitive, as somebody knows it who is told of changes of the tree between two frames.
public struct SensitiveRegions: Sendable {
    /// All that are sensitive or stand in what is, in the order of lists.
    public let all: [RegionID]
    /// By slot, the outermost sensitive region that each is, or is in; empty without any.
    private var roots: [RegionID?] = []
    /// By slot, whether fingers move it inside a sensitive region.
    private var moving: [Bool] = []

    public init(_ directory: RegionDirectory) {
        all = directory.sensitive
        if all.isEmpty { return }
        roots = Array(repeating: nil, count: directory.slotCount)
        moving = Array(repeating: false, count: directory.slotCount)
        for region in all { (roots[region.slot], moving[region.slot]) = (directory[region].sensitiveRoot, directory[region].followsFingers) }
    }

    /// The tree has been edited. O(what has changed), unless that is sensitive.
    public mutating func update(_ change: TreeChange, _ directory: RegionDirectory) {
        if isEmpty && !directory.hasSensitive { return }
        let concerns =
            change.removed.contains(where: contains)
            || change.described.contains { contains($0) || directory[$0].sensitiveRoot != nil }
            || change.reordered.contains { moved in all.contains { $0 == moved || directory.isInside($0, moved) } }
        if concerns { self = SensitiveRegions(directory) }
        assert(all == directory.sensitive, "a change of what is sensitive is not said")
    }

    public var isEmpty: Bool { all.isEmpty }

    /// The outermost sensitive region around one, or itself; nil: it is not sensitive.
    @inline(__always)
    public func root(of region: RegionID) -> RegionID? { region.slot < roots.count ? roots[region.slot] : nil }

    @inline(__always)
    public func contains(_ region: RegionID) -> Bool { root(of: region) != nil }

    /// Whether fingers move a sensitive region, or what it is in inside a sensitive one: where it is says where they were.
    public func followsFingers(_ region: RegionID) -> Bool { region.slot < moving.count && moving[region.slot] }
}
