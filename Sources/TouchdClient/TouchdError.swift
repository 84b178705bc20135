/// The client is of no more use after one of these.
public enum TouchdError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What answers at the socket speaks another protocol.
    case protocolMismatch(String)
    /// The retry budget is used up.
    case unreachable(String)
    /// touchd refused a request that the call is about.
    case refused(String)

    public var description: String {
        switch self {
        case .protocolMismatch(let text), .unreachable(let text), .refused(let text): text
        }
    }
}
