/// The regions that the patterns of a subscription match in the tree in force, as far as the client may know them.
public struct SubscriptionMatches: Equatable, Sendable {
    /// A pattern that matches no region.
    public struct Unmatched: Equatable, Sendable {
        public let glob: String
        /// A pattern that the client probably meant.
        public let near: String?

        public init(glob: String, near: String?) { (self.glob, self.near) = (glob, near) }
    }

    /// The number of regions that match at least one pattern.
    public let matched: Int
    public let unmatched: [Unmatched]

    public init(matched: Int, unmatched: [Unmatched]) { (self.matched, self.unmatched) = (matched, unmatched) }

    func write(into writer: inout JSONWriter) {
        writer.key("matched")
        writer.integer(matched)
        if unmatched.isEmpty { return }
        writer.key("unmatched")
        writer.beginArray()
        for pattern in unmatched {
            writer.beginObject()
            writer.key("glob")
            writer.string(pattern.glob)
            if let near = pattern.near {
                writer.key("near")
                writer.string(near)
            }
            writer.endObject()
        }
        writer.endArray()
    }
}
