import TouchCore

/// The reason why a line was not obeyed. The client gets it as an error reply.
public struct RequestError: Error, Sendable {
    public enum Code: String, CaseIterable, Sendable {
        /// The line does not follow the protocol.
        case badRequest
        /// The client may not do this: no rule allows it, it has not claimed or subscribed to the region, or a limit is reached.
        case notAllowed
        /// The request names something that does not exist, or no longer exists.
        case notFound
        /// The receiver is claimed by another client, or the ID is in use.
        case taken
        /// The tree has changed since the generation that the request names.
        case stale
        /// The state is not the one that the request expects.
        case conflict
        /// The configuration is wrong, and the old one stays.
        case refused
        /// The server lacks a capability that the client asked for.
        case unsupported

        /// The default hint, for errors without a better one.
        var hint: String {
            switch self {
            case .badRequest: "see docs/protocol.md and docs/protocol.schema.json for the form of this line"
            case .notAllowed: "an access rule or server.trusted in the configuration can allow it: see docs/access.md"
            case .notFound: "the last snapshot, tree or config line says what exists"
            case .taken: "ask again when that client has released it or has disconnected"
            case .stale: "read the last tree or changed line, and ask again with its generation"
            case .conflict: "check the present state, and ask again if the request still makes sense"
            case .refused: "correct what the message names; the old configuration is still in force"
            case .unsupported: "the server's hello lists its capabilities; install a newer version of touchd for more"
            }
        }
    }

    public let code: Code
    public let message: String
    /// Advice on what to do.
    public let hint: String
    /// The request's `id`, if it could be read.
    public var id: JSONValue?
    /// True if the refused line is a `hello` that names a token.
    public internal(set) var namesToken = false

    public init(_ message: String, code: Code = .badRequest, hint: String? = nil, id: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.hint = hint ?? code.hint
        self.id = id
    }

    /// Makes the error reply to an `edit`.
    public init(_ error: TreeEditError) {
        switch error.kind {
        case .missing: self.init(error.description, code: .notFound)
        case .taken: self.init(error.description, code: .taken, hint: "give it another id, or remove the region that has this one")
        case .notAllowed:
            self.init(
                error.description, code: .notAllowed,
                hint: "docs/access.md, Editing a part of the tree, says what the right \"edit\" allows and what the limits are")
        case .impossible: self.init(error.description, hint: "docs/protocol.md, Editing the tree, lists the possible edits")
        }
    }

    /// Makes the error reply to a `steal` or `letGo`.
    public init(_ error: RoutingError) {
        if error.isMissing {
            self.init(error.description, code: .notFound)
        } else {
            self.init(
                error.description, code: .notAllowed,
                hint: "an interceptor steals only touches that it observes, and only with \"maySteal\" in the configuration")
        }
    }

    /// Returns this error for the request with this `id`.
    public func withID(_ id: JSONValue?) -> RequestError { RequestError(message, code: code, hint: hint, id: id) }
}
