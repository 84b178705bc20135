/// Why a line was not obeyed; becomes an error reply.
public struct RequestError: Error, Sendable {
    public enum Code: String, Sendable {
        /// The line is not what the protocol says.
        case badRequest
        /// This client may not do that.
        case notAllowed
        /// It names something that there is not, or not any more.
        case notFound
        /// Another client has it.
        case taken
        /// The tree has changed since the generation that the request names.
        case stale
        /// The configuration is wrong, and the old one stays.
        case refused
    }

    public let code: Code
    public let message: String
    /// The request's `id`, as far as it could be read.
    public var id: JSONValue?

    public init(_ message: String, code: Code = .badRequest, id: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.id = id
    }
}
