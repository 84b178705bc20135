/// A client that injects fingers, in the answer to `status`.
public struct InjectingEntry: Sendable {
    public var client: Int
    public var user: UInt32
    public var name: String?
    public var token: String?
    public var screens: [String]
    /// The time of the session's first finger, in µs.
    public var since: Int64
    /// The fingers of the session so far, and those that are down now.
    public var touches, down: Int

    public init(
        client: Int, user: UInt32, name: String?, token: String?, screens: [String], since: Int64, touches: Int, down: Int
    ) {
        (self.client, self.user, self.name, self.token) = (client, user, name, token)
        (self.screens, self.since, self.touches, self.down) = (screens, since, touches, down)
    }

    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("client")
        writer.integer(client)
        writer.key("uid")
        writer.integer(Int(user))
        for (key, value) in [("name", name), ("token", token)] {
            guard let value else { continue }
            writer.key(name: key)
            writer.string(value)
        }
        writer.key("screens")
        writer.beginArray()
        for screen in screens { writer.string(screen) }
        writer.endArray()
        writer.key("since")
        writer.integer(since)
        writer.key("touches")
        writer.integer(touches)
        writer.key("down")
        writer.integer(down)
        writer.endObject()
    }
}
