import TouchCore

/// Something that a reload has overruled, and whose it was.
public struct GaveWayEntry: Hashable, Sendable {
    public let what: GaveWay
    /// The number of the client that had changed it; nil: a finger has, or it is not known.
    public let client: Int?

    public init(_ what: GaveWay, client: Int?) { (self.what, self.client) = (what, client) }

    /// As a member of an object.
    static func write(_ entries: some Sequence<GaveWayEntry>, into writer: inout JSONWriter) {
        writer.key("gaveWay")
        writer.beginArray()
        for entry in entries {
            writer.beginObject()
            writer.key("region")
            writer.string(entry.what.region)
            if let key = entry.what.key {
                writer.key("key")
                writer.string(key)
            }
            if let client = entry.client {
                writer.key("client")
                writer.integer(client)
            }
            writer.endObject()
        }
        writer.endArray()
    }
}
