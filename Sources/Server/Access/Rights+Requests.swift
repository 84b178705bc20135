import Wire

extension Rights {
    /// Checks that the client has the right that a request requires.
    ///
    /// - Throws: `notAllowed`.
    func check(_ request: Request, _ client: Client) throws(RequestError) {
        let who = client.principal
        switch request.requirement {
        case .nothing: return
        case .right(let right):
            if has(right) { return }
            if (right == .reload || right == .inject) && !isToken { throw onlyAdmin(request, unlessAllowed: right) }
            if isToken { throw RequestError("\(who) may not make this request: \(explanation(right))", code: .notAllowed, id: request.id) }
            throw RequestError(
                "\(who) may not make this request: only root, touchd's own user, users in server.trusted and users to whom an access rule "
                    + "grants \"\(right.rawValue)\" may\(builtInNote)", code: .notAllowed, id: request.id)
        case .trust:
            if isTrusted { return }
            throw RequestError(
                "\(who) may not make this request: only root, touchd's own user, users in server.trusted and clients of the "
                    + "admin socket may\(builtInNote)", code: .notAllowed,
                hint: "use the admin socket, or add the user to server.trusted in the configuration", id: request.id)
        case .admin:
            if isAdmin { return }
            throw onlyAdmin(request)
        }
    }

    /// Checks that the client has a right on a screen.
    ///
    /// - Throws: `notAllowed`.
    func check(_ right: Right, onScreen screen: String, _ client: Client) throws(RequestError) {
        if has(right, onScreen: screen) { return }
        throw RequestError(
            "\(client.principal) may not make this request on screen \"\(screen)\": the access rules grant \"\(right.rawValue)\" for other screens",
            code: .notAllowed)
    }

    /// Checks that the client may reset the counts. Clients that may only read them must not reset them for everybody.
    func checkReset(ofCountsBy client: Client, _ id: JSONValue?) throws(RequestError) {
        if isTrusted { return }
        throw RequestError(
            "\(client.principal) may read the counts but not reset them: only trusted users and clients of the admin socket may", code: .notAllowed,
            hint: #"leave out "reset""#, id: id)
    }

    /// Checks that the client may reset the tree, because that would undo the edits of all clients.
    func checkReset(ofTreeBy client: Client, _ id: JSONValue?) throws(RequestError) {
        if isAdmin { return }
        throw RequestError(
            "\(client.principal) may reload the configuration but not undo the edits of others: only clients of the admin socket may",
            code: .notAllowed, hint: #"leave out "reset""#, id: id)
    }

    /// Checks that the client may put fingers into a sensitive region, which is for tests alone.
    func checkSensitiveInjection(by client: Client) throws(RequestError) {
        if isAdmin { return }
        throw RequestError(
            "\(client.principal) may not put fingers into sensitive regions: only clients of the admin socket may", code: .notAllowed,
            hint: #"leave out "sensitive""#)
    }

    private var builtInNote: String { builtInSentence.map { "; \($0)" } ?? "" }

    private func onlyAdmin(_ request: Request, unlessAllowed right: Right? = nil) -> RequestError {
        let others = right.map { " and users to whom an access rule grants \"\($0.rawValue)\"" } ?? ""
        return RequestError(
            "only clients of the admin socket\(others) may make this request\(builtInNote)", code: .notAllowed,
            hint: "use the admin socket, as touchctl does; it is open to root and the group touch-admin", id: request.id)
    }
}
