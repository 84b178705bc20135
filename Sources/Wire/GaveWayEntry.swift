import TouchCore

/// A change that a reload overruled, and the client that had made it.
public struct GaveWayEntry: Hashable, Sendable {
    public let what: GaveWay
    /// The number of the client that had made the change; nil if a finger made it, or the client is not known.
    public let client: Int?

    public init(_ what: GaveWay, client: Int?) { (self.what, self.client) = (what, client) }

    /// Writes the entries as the member `gaveWay` of an object.
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
