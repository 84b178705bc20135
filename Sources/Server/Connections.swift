import Glibc
import Logging
import TouchCore
import Wire

/// The connections: accepts clients and closes them.
final class Connections: ServerPart {
    unowned let server: Publisher
    /// Returns the process at the other end of a descriptor.
    private let identify: (Int32) -> Peer
    private var table = ConnectionTable()
    /// Whether a job of the loop will forget the closed clients that began nothing.
    private var forgetsUndecided = false
    private let hello: [UInt8]

    init(_ server: Publisher, _ identify: @escaping (Int32) -> Peer) {
        self.server = server
        self.identify = identify
        hello = ServerMessages.hello(epoch: server.epoch)
    }

    /// The connected clients, in the order of connecting.
    var clients: [Client] { table.all }

    /// The number of closed clients of which something has not ended yet.
    var leavingCount: Int { table.leaving.count }

    /// Returns the client with this number, including a closed client that still has claims.
    subscript(number: Int) -> Client? { table[number] }

    func contains(_ client: Client) -> Bool { table.contains(client) }

    func accept(_ fd: Int32, _ socket: Listener.Role) {
        let peer = identify(fd)
        let client = Client(fd: fd, peer, socket, router.access.rights(of: peer, on: socket), now: loop.now)
        client.outbox.send(hello)
        if let (code, message) = router.warning { client.outbox.send(ServerMessages.warning(code, message)) }
        if let why = table.refusal(of: client) {
            client.outbox.send(ServerMessages.bye(.tooManyClients, why))
            journal.counters.refused += 1
            logLimited(.clientRefused, client, "\(client.label) was refused: \(why)", .reason(why))
            Glibc.close(fd)
            return
        }
        journal.counters.connections += 1
        table.add(client)
        loop.add(fd) { [unowned self] events in
            if events & EventLoop.hangup != 0 { client.outbox.abandon() }
            if events & EventLoop.writable != 0 {
                server.backlog.drain(client)
                server.requests.processLines(client)  // lines left while too many answers waited
            }
            if events & EventLoop.readable != 0 { server.requests.read(client) }
            updateConnection(client)
        }
    }

    /// Handles the loss of a client's peer. Complete lines that it sent before are still processed, at the usual rate; then the client is dropped.
    private func hangUp(_ client: Client) {
        if !client.isHungUp {
            client.hangUp()
            loop.remove(client.fd)  // otherwise the loop reports the hang-up again and again
            shutdown(client.fd, Int32(SHUT_RDWR))  // a peer that has only stopped reading might send for ever
            client.outbox.abandon()
            // The client will get no more frames: drop those that wait.
            client.queue.removeAll()
            client.isLagging = false
            server.streams.cancelDown(client, .clientGone)
        }
        if client.hasPendingRequest || client.isProcessingLines { return }
        if client.hasEndedInput { return drop(client) }
        server.requests.resumeLater(client)
    }

    func drop(_ client: Client) {
        guard table.contains(client) else { return }
        loop.remove(client.fd)
        Glibc.close(client.fd)
        client.didClose()
        client.outbox.abandon()
        table.close(client)
        server.claimants.forget(client)
        server.groups.remove(client)
        journal.counters.merged += client.visibleMerged
        // Later, because a frame may be on its way to other clients.
        if client.identity == .undecided { forgetUndecidedLater() } else { loop.later { [unowned self] in end(client) } }
        if client.traces { tracesChanged() }
    }

    /// Forgets all closed clients that began nothing, in one turn: somebody may connect and hang up all the time.
    private func forgetUndecidedLater() {
        if forgetsUndecided { return }
        forgetsUndecided = true
        loop.later { [unowned self] in
            forgetsUndecided = false
            for client in table.leaving where client.identity == .undecided { end(client) }
        }
    }

    /// Ends what a closed client began. This takes milliseconds in a large tree.
    private func end(_ client: Client) {
        server.claimants.endClaims(client, .clientGone)
        table.forget(client)
        server.questions.forget(client)
        for recording in client.recordings { router.stopRecording(recording.number) }
        server.injections.lift(allOf: client)
        server.typing.release(allOf: client)
        server.edits.removeAdded(by: client)
    }

    func trace(_ client: Client, _ isOn: Bool, _ id: JSONValue?) {
        client.traces = isOn
        tracesChanged()
        reply(client, id)
    }

    func tracesChanged() { router.touches.setExplaining(clients.contains(where: \.traces)) }

    /// Handles `hello`. A client that speaks another protocol is disconnected; the `bye` line tells it why in plain words.
    func greet(_ client: Client, _ name: String?, _ version: Int?, _ want: [String], _ token: String?, _ id: JSONValue?) throws(RequestError) {
        if let name { client.name = shortPrintable(name) }
        let (own, program) = (ServerMessages.protocolVersion, ServerMessages.version)
        if let version, version != own {
            let message = "\(program) speaks protocol \(own), not \(version); install versions of touchd and the client that speak the same protocol"
            logLimited(.otherProtocol, client, "\(client.label) speaks protocol \(version); connection closed")
            sendLine(client, ServerMessages.bye(.protocol, message))
            return client.closeSoon()
        }
        if let token {
            do { try self.name(token, client) } catch { throw error.withID(id) }
            if client.isClosing { return }
        }
        let missing = want.filter { !ServerMessages.capabilities.contains($0) }
        if !missing.isEmpty {
            let list = missing.map { "\"\($0)\"" }.joined(separator: ", ")
            throw RequestError("\(program) does not support \(list)", code: .unsupported, id: id)
        }
        if want.contains("treeChanges") { client.wantsTreeChanges = true }
        if id != nil || token != nil { sendLine(client, ServerMessages.done(id)) }
    }

    /// Gives a client the rights of the token that it names.
    ///
    /// - Throws: `notAllowed`. A client that may not name a token loses all rights, so that it does not continue with its user's rights.
    private func name(_ token: String, _ client: Client) throws(RequestError) {
        let reason: String? =
            switch client.identity {
            case .undecided: nil
            case .user: "this connection has already made other requests: \"as\" must come before them"
            case .token(let token): "this connection has already named the token \"\(token)\""
            case .barred: "this connection has already named a token, and was not allowed to"
            }
        if let reason {
            throw RequestError(reason, code: .notAllowed, hint: "open a new connection, and name the token in its first line")
        }
        if !router.access.mayNameToken(client.peer) {
            client.identity = .barred
            client.rights = .none
            logLimited(.clientBarred, client, "\(client.label) may not name the token \"\(token)\"; the connection has no rights now")
            throw RequestError(
                "user \(client.peer.user) may not name a token: only root, touchd's own user and users in server.bridges or server.trusted may; "
                    + "the connection has no rights now", code: .notAllowed,
                hint: "add the user of the bridge to server.bridges in the configuration")
        }
        client.identity = .token(token)
        client.rights = router.access.rights(of: client.peer, on: client.socket, token: token)
        guard let why = table.refusalOfToken(of: client) else { return }
        journal.counters.refused += 1
        logLimited(.clientRefused, client, "\(client.label) was refused: \(why)", .reason(why))
        sendLine(client, ServerMessages.bye(.tooManyClients, why))
        client.closeSoon()
    }

    /// Takes all rights from a client whose line names a token but cannot be read. Its next requests must not run with its user's rights.
    func bar(_ client: Client) {
        if client.identity != .undecided { return }
        client.identity = .barred
        client.rights = .none
        logLimited(.clientMisnamed, client, "\(client.label) named a token in an invalid line; the connection has no rights now")
    }

    /// True if touchd may answer more requests of the client. False if too many bytes already wait for the client or for its principal.
    func hasRoom(_ client: Client) -> Bool {
        if client.outbox.isEmpty { return true }
        if client.outbox.count >= Limit.answers { return false }
        return table.bytesWaiting(for: client.principal) < Limit.answersToUser
    }

    /// Drops a client that is closing, and hangs up a client whose connection is broken. For any other client, updates the events that the loop waits
    /// for, and watches the client if it is behind. Call it after sending anything.
    func updateConnection(_ client: Client) {
        if client.isClosing { return drop(client) }
        if client.outbox.isBroken { return hangUp(client) }
        let reads = !client.hasEndedInput && !client.hasPendingRequest && hasRoom(client)
        let wanted = (reads ? EventLoop.readable : 0) | (client.isBehind ? EventLoop.writable : 0)
        if wanted != client.watched { loop.change(client.fd, wanted) }
        client.watched = wanted
        if client.isBehind { server.backlog.watch(client) }
    }

    /// Says `bye` to all clients and drops them.
    func close() {
        for client in clients { sendLine(client, ServerMessages.bye(.shutdown, "touchd stops")) }
        for client in clients { drop(client) }
    }

    func checkInvariants() { table.checkInvariants() }
}
