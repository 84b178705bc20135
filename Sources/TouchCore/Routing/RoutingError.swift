/// Why a client's wish about touches cannot be had; nothing has changed then.
public struct RoutingError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
    /// It is about something that there is not, or not any more; else about something that may not be done.
    public let isMissing: Bool

    init(_ description: String, isMissing: Bool = true) { (self.description, self.isMissing) = (description, isMissing) }
}
