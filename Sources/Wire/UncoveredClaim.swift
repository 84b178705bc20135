/// A claim of a region that contains others. It does not cover these.
public struct UncoveredClaim: Equatable, Sendable {
    public let receiver: String
    /// The number of regions in it that the client has not claimed.
    public let regions: Int

    public init(receiver: String, regions: Int) { (self.receiver, self.regions) = (receiver, regions) }

    private var message: String {
        "this claims \"\(receiver)\" alone, not the \(regions == 1 ? "region" : "\(regions) regions") in it; "
            + "claim them too, if their touches are for this client alone"
    }

    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("receiver")
        writer.string(receiver)
        writer.key("regions")
        writer.integer(regions)
        writer.key("message")
        writer.string(message)
        writer.endObject()
    }
}
