/// What a structural change has made of a tree's receivers: what those who keep something by receiver have to look at again.
public struct TreeChange: Sendable {
    /// Identities that are nobody's any more. Their records can be read until the next change.
    public internal(set) var removed: [RegionID] = []
    /// Receivers that are new, or have another path or other properties that their record has. Parents stand before their children.
    public internal(set) var described: [RegionID] = []
    /// Regions that have changed places with their siblings, each with all that is in it, and are not described. Nothing else of them has
    /// changed, but what is in them may be described.
    public internal(set) var reordered: [RegionID] = []
    /// Whether there are other gestures than before.
    public internal(set) var changesGestures = false

    public init() {}

    func isSame(as other: TreeChange) -> Bool {
        removed == other.removed && described == other.described && reordered == other.reordered && changesGestures == other.changesGestures
    }
}

extension RegionDirectory {
    /// How this directory differs from the one that it has come of. O(receivers).
    func change(from old: RegionDirectory) -> TreeChange {
        var change = TreeChange()
        change.removed = old.receivers.filter { !contains($0) }
        change.described = receivers.filter { !old.contains($0) || !old[$0].isWritten(as: self[$0]) }
        change.changesGestures = true
        return change
    }
}

extension RegionRecord {
    /// Whether both say the same, byte for byte: `==` takes different spellings of a letter for the same text, and globs do not.
    fileprivate func isWritten(as other: RegionRecord) -> Bool {
        kind == other.kind && screen == other.screen && sensitiveRoot == other.sensitiveRoot && followsFingers == other.followsFingers
            && path.isWritten(as: other.path)
    }
}

extension String {
    /// Whether both have the same bytes. All at once: a reload asks it of each region.
    fileprivate func isWritten(as other: String) -> Bool {
        var (one, other) = (self, other)
        return one.withUTF8 { one in other.withUTF8 { one.elementsEqual($0) } }
    }
}
