/// The client is of no more use after one of these.
public enum TouchdError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The server at the socket speaks another protocol.
    case protocolMismatch(String)
    /// The retry budget is used up.
    case unreachable(String)
    /// touchd refused the request of the call.
    case refused(String)

    public var description: String {
        switch self {
        case .protocolMismatch(let text), .unreachable(let text), .refused(let text): text
        }
    }
}
