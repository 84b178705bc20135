/// The errors that end a client. It cannot be used afterwards.
public enum TouchdError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The server at the socket speaks another protocol.
    case protocolMismatch(String)
    /// The retry budget is used up.
    case unreachable(String)
    /// The request of the call was refused by touchd.
    case refused(String)

    public var description: String {
        switch self {
        case .protocolMismatch(let text), .unreachable(let text), .refused(let text): text
        }
    }
}
