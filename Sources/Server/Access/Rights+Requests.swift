import Wire

extension Rights {
    /// Checks that the client has the right that a request requires.
    ///
    /// - Throws: `notAllowed`, with a hint.
    func check(_ request: Request, _ client: Client) throws(RequestError) {
        let who = client.principal
        switch request.requirement {
        case .nothing: return
        case .right(let right):
            if has(right) { return }
            if right == .reload && !isToken { throw onlyAdmin(request, unlessAllowed: right) }
            if isToken { throw RequestError("\(who) may not ask for this: \(sentence(right))", code: .notAllowed, id: request.id) }
            throw RequestError(
                "\(who) may not ask for this: only root, touchd's own user, those in the configuration's server.trusted and those to "
                    + "whom an access rule allows \"\(right.rawValue)\" may\(builtInNote)", code: .notAllowed, id: request.id)
        case .trust:
            if isTrusted { return }
            throw RequestError(
                "\(who) may not ask for this: only root, touchd's own user, those in the configuration's server.trusted and the "
                    + "admin socket may\(builtInNote)", code: .notAllowed,
                hint: "ask through the admin socket, or have the configuration's server.trusted name the user", id: request.id)
        case .admin:
            if isAdmin { return }
            throw onlyAdmin(request)
        }
    }

    /// Checks that the client may reset the counts. Clients that may only read them must not reset them for everybody.
    func checkReset(ofCountsBy client: Client, _ id: JSONValue?) throws(RequestError) {
        if isTrusted { return }
        throw RequestError(
            "\(client.principal) may ask for the counts, and not begin them anew: only trusted users and the admin socket may", code: .notAllowed,
            hint: #"leave out "reset""#, id: id)
    }

    /// Checks that the client may reset the tree, because that would undo the edits of all clients.
    func checkReset(ofTreeBy client: Client, _ id: JSONValue?) throws(RequestError) {
        if isAdmin { return }
        throw RequestError(
            "\(client.principal) may have the configuration read again, and not undo what others have made of the regions: only the admin socket may",
            code: .notAllowed, hint: #"leave out "reset""#, id: id)
    }

    private var builtInNote: String { builtInSentence.map { "; \($0)" } ?? "" }

    private func onlyAdmin(_ request: Request, unlessAllowed right: Right? = nil) -> RequestError {
        let others = right.map { " and for those to whom an access rule allows \"\($0.rawValue)\"" } ?? ""
        return RequestError(
            "this is for the admin socket\(others) only\(builtInNote)", code: .notAllowed,
            hint: "ask through the admin socket, as touchctl does; it is for root and the group touch-admin", id: request.id)
    }
}
