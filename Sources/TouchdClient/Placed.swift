import JSON

/// Where a region of the list is now.
public struct Placed: Sendable {
    public var id: String
    /// The region before it. nil: it is the first.
    public var after: String?
    /// How many regions that follow it in the list before go with it.
    public var following: Int
    /// nil: it is as it was.
    public var region: Region?

    init(_ fields: JSONValue) throws(Alive.Malformed) {
        id = try fields.text("id")
        after = fields["after"]?.string
        following = fields["following"]?.whole.map { Int(clamping: $0) } ?? 0
        region = fields["path"] == nil ? nil : try Region(fields)
    }
}
