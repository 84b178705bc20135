/// The effect of a structural change on a tree's receivers. Code that keeps data by receiver updates its data from it.
public struct TreeChange: Sendable {
    /// Identities that are no longer in use. Their records can be read until the next change.
    public internal(set) var removed: [RegionID] = []
    /// Receivers that are new, or whose path or other properties in the record have changed. Parents come before their children.
    public internal(set) var described: [RegionID] = []
    /// Regions that have changed places with their siblings, each with everything in it, and are not in `described`. Nothing else about
    /// them has changed, but regions in them may be in `described`.
    public internal(set) var reordered: [RegionID] = []
    /// Whether the gestures have changed.
    public internal(set) var changesGestures = false

    public init() {}

    func isSame(as other: TreeChange) -> Bool {
        removed == other.removed && described == other.described && reordered == other.reordered && changesGestures == other.changesGestures
    }
}

extension RegionDirectory {
    /// Returns the change from the previous directory to this one. O(receivers).
    func change(from old: RegionDirectory) -> TreeChange {
        var change = TreeChange()
        change.removed = old.receivers.filter { !contains($0) }
        change.described = receivers.filter { !old.contains($0) || !old[$0].hasSameText(as: self[$0]) }
        change.changesGestures = true
        return change
    }
}

extension RegionRecord {
    /// Whether both records are the same, byte for byte: `==` treats different encodings of a letter as equal, but globs do not.
    fileprivate func hasSameText(as other: RegionRecord) -> Bool {
        kind == other.kind && screen == other.screen && sensitiveRoot == other.sensitiveRoot && followsFingers == other.followsFingers
            && path.hasSameBytes(as: other.path)
    }
}
