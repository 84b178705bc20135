import NIOHTTP1
import Text

/// The rules for admitting requests: pages of listed origins, under a listed name of this machine, with a token.
struct Admission {
    var hosts: Set<String>
    var origins: Set<String>
    var tokens: [Token]

    /// The reason for refusing a request.
    enum Refusal: Error, Equatable {
        case host(String)
        case origin(String)
        case subprotocol(String)
        case token
        /// The request is not a proper handshake.
        case handshake(String)
        /// The limit of connections is reached.
        case full(String)

        /// The status of all refusals. Only the log tells the reason.
        static let status = HTTPResponseStatus.forbidden

        /// The reason as one word. Each reason has a separate rate limit in the log.
        var reason: String {
            switch self {
            case .host: "host"
            case .origin: "origin"
            case .subprotocol: "subprotocol"
            case .token: "token"
            case .handshake: "handshake"
            case .full: "limit"
            }
        }

        /// The reason for the log, without control characters.
        var description: String {
            func shown(_ text: String) -> String { "\"\(printable(text, atMost: 100))\"" }
            let problem =
                switch self {
                case .host(let host): "\(shown(host)) is not in \"hosts\""
                case .origin(let origin): "\(shown(origin)) is not in \"origins\""
                case .subprotocol(let text): "\(shown(text)) is not \"touchd.v1, bearer.TOKEN\""
                case .token: "it is not one of \"tokens\""
                case .handshake(let problem), .full(let problem): problem
                }
            return "\(reason): \(problem)"
        }
    }

    static let subprotocol = "touchd.v1"

    /// Admits a WebSocket. Returns its token.
    func admit(_ head: HTTPRequestHead) throws(Refusal) -> Token {
        try checkHost(head.headers)
        try checkOrigin(head.headers)
        let offered = head.headers[canonicalForm: "sec-websocket-protocol"].map(String.init)
        let bearers = offered.filter { $0.begins(with: "bearer.") }
        guard offered.contains(Self.subprotocol), bearers.count == 1 else {
            // Other values are not logged, because they may be secrets: a page may have forgotten "bearer.".
            throw .subprotocol(offered.map { $0 == Self.subprotocol ? $0 : "…" }.joined(separator: ", "))
        }
        let token = try token(Substring(bearers[0].utf8.dropFirst("bearer.".utf8.count)))
        try checkHandshake(head)
        return token
    }

    func checkHost(_ headers: HTTPHeaders) throws(Refusal) {
        let given = headers["host"]
        guard given.count == 1, hosts.contains(given[0]) else { throw .host(given.joined(separator: ", ")) }
    }

    /// Checks the `Origin` header.
    ///
    /// - Parameter isOptional: whether a request without the header passes, because browsers send none with a GET within one origin.
    func checkOrigin(_ headers: HTTPHeaders, isOptional: Bool = false) throws(Refusal) {
        let given = headers["origin"]
        if isOptional, given.isEmpty { return }
        guard given.count == 1, origins.contains(given[0]) else { throw .origin(given.joined(separator: ", ")) }
    }

    /// Checks the token of a request to a tool.
    func checkAuthorization(_ headers: HTTPHeaders) throws(Refusal) {
        let given = headers["authorization"]
        guard given.count == 1, given[0].begins(with: "Bearer ") else { throw .token }
        _ = try token(Substring(given[0].utf8.dropFirst("Bearer ".utf8.count)))
    }

    private func token(_ text: Substring) throws(Refusal) -> Token {
        var found: Token?
        // Compare all tokens, so that the duration does not reveal which one is nearly right.
        for token in tokens where token.matches(text.utf8) { found = token }
        if let found { return found }
        throw .token
    }

    private func checkHandshake(_ head: HTTPRequestHead) throws(Refusal) {
        guard head.method == .GET, head.version == .http1_1 else { throw .handshake("it is not a GET request of HTTP/1.1") }
        let upgrade = head.headers[canonicalForm: "upgrade"]
        guard upgrade.count == 1, upgrade[0].lowercased() == "websocket" else { throw .handshake("it is not an upgrade to a WebSocket") }
        guard head.headers[canonicalForm: "connection"].contains(where: { $0.lowercased() == "upgrade" }) else {
            throw .handshake("its Connection header does not say \"Upgrade\"")
        }
        guard head.headers["sec-websocket-version"] == ["13"] else { throw .handshake("its Sec-WebSocket-Version is not 13") }
        let keys = head.headers["sec-websocket-key"]
        guard keys.count == 1, keys[0].utf8.count == 24, keys[0].ends(with: "==") else { throw .handshake("its Sec-WebSocket-Key is malformed") }
        guard head.headers["content-length"].isEmpty, head.headers["transfer-encoding"].isEmpty else { throw .handshake("it has a body") }
    }
}
