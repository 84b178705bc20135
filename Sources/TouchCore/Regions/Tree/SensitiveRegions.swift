/// The sensitive regions of a tree, for code that is informed of changes of the tree between two frames.
public struct SensitiveRegions: Sendable {
    /// All receivers that are sensitive or inside a sensitive region, in the order of lists.
    public let all: [RegionID]
    /// The outermost sensitive region that contains or is the receiver, by slot. Empty if the tree has no sensitive regions.
    private var roots: [RegionID?] = []
    /// Whether fingers move the receiver inside a sensitive region, by slot.
    private var moving: [Bool] = []

    public init(_ directory: RegionDirectory) {
        all = directory.sensitive
        if all.isEmpty { return }
        roots = Array(repeating: nil, count: directory.slotCount)
        moving = Array(repeating: false, count: directory.slotCount)
        for region in all { (roots[region.slot], moving[region.slot]) = (directory[region].sensitiveRoot, directory[region].followsFingers) }
    }

    /// Updates the regions after an edit of the tree. O(changed receivers), unless the change concerns sensitive regions.
    public mutating func update(_ change: TreeChange, _ directory: RegionDirectory) {
        if isEmpty && !directory.hasSensitive { return }
        let concerns =
            change.removed.contains(where: contains)
            || change.described.contains { contains($0) || directory[$0].sensitiveRoot != nil }
            || change.reordered.contains { moved in all.contains { $0 == moved || directory.isInside($0, moved) } }
        if concerns { self = SensitiveRegions(directory) }
        assert(all == directory.sensitive, "the list of sensitive regions is out of date")
    }

    public var isEmpty: Bool { all.isEmpty }

    /// Returns the outermost sensitive region around a region, or the region itself; nil if it is not sensitive.
    @inline(__always)
    public func root(of region: RegionID) -> RegionID? { region.slot < roots.count ? roots[region.slot] : nil }

    @inline(__always)
    public func contains(_ region: RegionID) -> Bool { root(of: region) != nil }

    /// Whether fingers can move the region, or a region around it, within a sensitive region. Its place would then reveal where they were.
    public func followsFingers(_ region: RegionID) -> Bool { region.slot < moving.count && moving[region.slot] }
}
