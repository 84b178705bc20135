import Wire

/// What somebody has to be allowed to make a request at all; of which regions, the request itself finds out.
enum Requirement: Hashable {
    /// Whoever may connect.
    case nothing
    case right(Right)
    /// A trusted user, or the admin socket.
    case trust
    /// The admin socket, and no other way.
    case admin
}

extension ClientMessage {
    /// Each request has one: a new one does not compile without.
    var requirement: Requirement {
        switch self {
        case .hello, .ping, .sync, .unknown: .nothing
        // The tree and the panels are no secret; what touches them is.
        case .devices, .hit: .nothing
        // Of nothing but what the connection was sent.
        case .acknowledge: .nothing
        case .subscribe: .nothing  // each of its globs is looked at
        case .unsubscribe: .nothing
        case .claim, .release, .steal, .letGo, .answer: .right(.claim)
        case .edit: .right(.edit)  // each region is looked at
        case .trace, .status, .clients: .trust
        case .reload, .record, .inject: .admin
        }
    }

    /// Nothing comes of it but its answer.
    var onlyAsks: Bool {
        switch self {
        case .ping, .sync, .devices, .hit, .status, .clients: true
        default: false
        }
    }

    /// For the answer.
    var id: JSONValue? {
        switch self {
        case .subscribe(let id, _), .devices(let id), .claim(let id, _, _), .release(let id, _), .steal(let id, _, _),
            .letGo(let id, _, _), .edit(let id, _, _, _), .trace(let id, _), .hit(let id, _, _), .ping(let id), .sync(let id),
            .reload(let id), .status(let id), .clients(let id),
            .unsubscribe(let id, _), .answer(let id, _, _), .record(let id, _, _),
            .inject(let id, _, _):
            id
        case .hello, .acknowledge, .unknown: nil
        }
    }
}

extension Rights {
    /// - Throws: `notAllowed`, with what would help.
    func check(_ message: ClientMessage, _ client: Client) throws(RequestError) {
        let user = "user \(client.peer.user)"
        switch message.requirement {
        case .nothing: return
        case .right(let right):
            if has(right) { return }
            throw RequestError(
                "\(user) may not ask for this: only root, touchd's own user, those in the configuration's server.trusted and those to "
                    + "whom an access rule allows \"\(right.rawValue)\" may", code: .notAllowed, id: message.id)
        case .trust:
            if isTrusted { return }
            throw RequestError(
                "\(user) may not ask for this: only root, touchd's own user, those in the configuration's server.trusted and the "
                    + "admin socket may", code: .notAllowed,
                hint: "ask through the admin socket, or have the configuration's server.trusted name the user", id: message.id)
        case .admin:
            if isAdmin { return }
            throw RequestError(
                "this is for the admin socket only", code: .notAllowed,
                hint: "ask through the admin socket, as touchctl does; it is for root and the group touch-admin", id: message.id)
        }
    }
}
