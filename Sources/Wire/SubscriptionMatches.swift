/// What the patterns of a subscription stand for in the tree in force, as far as its client may know.
public struct SubscriptionMatches: Equatable, Sendable {
    /// A pattern that no region fits.
    public struct Unmatched: Equatable, Sendable {
        public let glob: String
        /// What was probably meant.
        public let near: String?

        public init(glob: String, near: String?) { (self.glob, self.near) = (glob, near) }
    }

    /// How many regions any of the patterns fits.
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
