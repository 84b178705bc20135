/// The reason why a client's request about touches was refused. The request has changed nothing.
public struct RoutingError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
    /// True if the touch or interceptor does not exist (any more); false if the request is not allowed.
    public let isMissing: Bool

    init(_ description: String, isMissing: Bool = true) { (self.description, self.isMissing) = (description, isMissing) }
}
