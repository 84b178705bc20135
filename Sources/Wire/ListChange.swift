import TouchCore

/// How the regions that a client is told of differ from those that it was told of before: a `tree` line without the whole list.
public struct ListChange: Equatable {
    /// Where listed regions are now.
    public struct Entry: Equatable {
        public let region: RegionID
        /// The listed region before it; nil: it is the first.
        public let after: RegionID?

        public init(_ region: RegionID, after: RegionID?) { (self.region, self.after) = (region, after) }
    }

    /// Regions that were listed before and stay listed.
    public enum Move: Equatable {
        /// The region itself may be another, too.
        case changed(Entry)
        /// Nothing of it has changed but its place, nor of those that follow it in the list: so many go with it.
        case placed(Entry, following: Int)
    }

    /// Listed before and not now. Their records can still be read.
    public var removed: [RegionID] = []
    /// Listed now and not before.
    public var added: [Entry] = []
    /// In the order in which they are taken out.
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
