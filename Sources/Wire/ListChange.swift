import TouchCore

/// The difference between a client's new list of regions and the last list that it got: a `tree` line without the whole list.
public struct ListChange: Equatable {
    /// A region and its position in the new list.
    public struct Entry: Equatable {
        public let region: RegionID
        /// The region before it in the list; nil if it is the first.
        public let after: RegionID?

        public init(_ region: RegionID, after: RegionID?) { (self.region, self.after) = (region, after) }
    }

    /// A region that was in the old list and is also in the new one.
    public enum Move: Equatable {
        /// A region whose text may have changed, besides its position.
        case changed(Entry)
        /// A region of which only the position has changed. The `following` regions behind it, which have not changed either, move along.
        case placed(Entry, following: Int)
    }

    /// Regions that were in the old list only. Their records can still be read.
    public var removed: [RegionID] = []
    /// Regions that are in the new list only.
    public var added: [Entry] = []
    /// Regions that moved or changed. A reader removes them from its old list in this order.
    public var moved: [Move] = []

    public init() {}

    func write(_ tree: RegionTree, _ texts: RegionTexts, into writer: inout JSONWriter) {
        writer.key("added")
        writer.beginArray()
        for entry in added { texts.write(entry, of: tree, into: &writer) }
        writer.endArray()
        writer.key("removed")
        writer.beginArray()
        for region in removed { writer.string(tree[region].id) }
        writer.endArray()
        writer.key("moved")
        writer.beginArray()
        for move in moved {
            switch move {
            case .changed(let entry): texts.write(entry, of: tree, into: &writer)
            case .placed(let entry, let following):
                writer.beginObject()
                writer.key("id")
                writer.string(tree[entry.region].id)
                if following > 0 {
                    writer.key("following")
                    writer.integer(following)
                }
                entry.writeAfter(tree, into: &writer)
                writer.endObject()
            }
        }
        writer.endArray()
    }
}

extension ListChange.Entry {
    func writeAfter(_ tree: RegionTree, into writer: inout JSONWriter) {
        guard let after else { return }
        writer.key("after")
        writer.string(tree[after].id)
    }
}
