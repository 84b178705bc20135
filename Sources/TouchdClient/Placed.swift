import JSON

/// A region's place in the list.
public struct Placed: Sendable {
    public var id: String
    /// The region directly before this one in the list; nil for the first.
    public var after: String?
    /// The number of regions that move with this one: those directly behind it in the previous list.
    public var following: Int
    /// The region's new state; nil if it has not changed.
    public var region: Region?

    init(_ fields: JSONValue) throws(Alive.Malformed) {
        id = try fields.text("id")
        after = fields["after"]?.string
        following = fields["following"]?.whole.map { Int(clamping: $0) } ?? 0
        region = fields["path"] == nil ? nil : try Region(fields)
    }
}
