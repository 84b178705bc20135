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
    private let hello: [UInt8]

    init(_ server: Publisher, _ identify: @escaping (Int32) -> Peer) {
        self.server = server
        self.identify = identify
        hello = ServerMessages.hello(epoch: server.epoch)
    }

    /// The connected clients, in the order of connecting.
    var clients: [Client] { table.all }

    /// Returns the client with this number, including a closed client that still has claims.
    subscript(number: Int) -> Client? { table[number] }

    func contains(_ client: Client) -> Bool { table.contains(client) }

    func welcome(_ fd: Int32, _ socket: Listener.Role) {
        let peer = identify(fd)
        let client = Client(fd: fd, peer, socket, router.access.rights(of: peer, on: socket), now: loop.now)
        client.outbox.send(hello)
        if let (code, message) = router.warning { client.outbox.send(ServerMessages.warning(code, message)) }
        if let why = table.refusal(of: client) {
            client.outbox.send(ServerMessages.bye(.tooManyClients, why))
            journal.counters.refused += 1
            complain(.clientRefused, client, "\(client.label) was refused: \(why)", .reason(why))
            Glibc.close(fd)
            return
        }
        journal.counters.connections += 1
        table.add(client)
        loop.add(fd) { [unowned self] events in
            if events & EventLoop.hangup != 0 { client.outbox.abandon() }
            if events & EventLoop.writable != 0 {
                server.backlog.drain(client)
                server.requests.takeLines(client)  // lines left while too many answers waited
            }
            if events & EventLoop.readable != 0 { server.requests.read(client) }
            settle(client)
        }
    }

    /// Handles the loss of a client's peer. Complete lines that it sent before are still processed, at the usual rate; then the client is dropped.
    private func hangUp(_ client: Client) {
        if !client.isHungUp {
            client.isHungUp = true
            loop.remove(client.fd)  // it would be reported again and again
            shutdown(client.fd, Int32(SHUT_RDWR))  // a peer that has only stopped reading might send for ever
            client.outbox.abandon()
            // The client will get no more frames: drop those that wait.
            client.queue.removeAll()
            client.isLagging = false
            server.streams.cancelDown(client, .clientGone)
        }
        if client.isBusy || client.isObeying { return }
        if client.isFinished { return drop(client) }
        server.requests.later(client) {}  // continues with reading (`goOn`)
    }

    func drop(_ client: Client) {
        guard table.contains(client) else { return }
        loop.remove(client.fd)
        Glibc.close(client.fd)
        client.isGone = true
        client.isDoomed = true  // its remaining lines are not processed
        client.outbox.abandon()
        table.close(client)
        server.claimants.forget(client)
        server.groups.remove(client)
        journal.counters.merged += client.mergedOpenly
        // Later, because a frame may be on its way to other clients.
        loop.later { [unowned self] in
            server.claimants.giveUp(client, .clientGone)
            table.forget(client)
            server.questions.forget(client)
            for recording in client.recordings { router.stopRecording(recording.number) }
            server.injections.lift(allOf: client)
            server.edits.removeAdded(by: client)
        }
        if client.traces { tracesChanged() }
    }

    func tracesChanged() { router.setExplaining(clients.contains(where: \.traces)) }

    /// Gives a client the rights of the token that it names.
    ///
    /// - Throws: `notAllowed`. A client that may not name a token loses all rights, so that it does not continue with its user's rights.
    func name(_ token: String, _ client: Client) throws(RequestError) {
        if client.token != nil || client.isBarred || client.hasAsked {
            throw RequestError(
                client.token.map { "this connection has named the token \"\($0)\" already" }
                    ?? (client.isBarred
                        ? "this connection has named a token already, and might not"
                        : "this connection has made other requests already: \"as\" comes before them"),
                code: .notAllowed, hint: "connect anew for another token, and name it in the first line")
        }
        if !router.access.mayNameToken(client.peer) {
            client.isBarred = true
            client.rights = .none
            complain(.clientBarred, client, "\(client.label) may not name the token \"\(token)\" and has no rights now")
            throw RequestError(
                "user \(client.peer.user) may not name a token: only root, touchd's own user and those in the configuration's server.bridges and "
                    + "server.trusted may; the connection has no rights now", code: .notAllowed,
                hint: "have the configuration's server.bridges name the user that the bridge runs as")
        }
        client.token = token
        client.rights = router.access.rights(of: client.peer, on: client.socket, token: token)
        guard let why = table.refusalOfToken(of: client) else { return }
        journal.counters.refused += 1
        complain(.clientRefused, client, "\(client.label) was refused: \(why)", .reason(why))
        tell(client, ServerMessages.bye(.tooManyClients, why))
        client.isDoomed = true
    }

    /// Takes all rights from a client whose line names a token but cannot be read. Its next requests must not run with its user's rights.
    func bar(_ client: Client) {
        if client.token != nil || client.isBarred || client.hasAsked { return }
        client.isBarred = true
        client.rights = .none
        complain(.clientMisnamed, client, "\(client.label) names a token in a line that cannot be used and has no rights now")
    }

    /// Whether the client's requests may be answered. Otherwise answers would pile up for it, or for its principal.
    func hasRoom(_ client: Client) -> Bool {
        if client.outbox.isEmpty { return true }
        if client.outbox.count >= Limit.answers { return false }
        return table.bytesWaiting(for: client.principal) < Limit.answersToUser
    }

    /// Closes the client if it has to go, and watches it if it is behind. Call it after sending anything.
    func settle(_ client: Client) {
        if client.isDoomed { return drop(client) }
        if client.outbox.isBroken { return hangUp(client) }
        let reads = !client.isFinished && !client.isBusy && hasRoom(client)
        let wanted = (reads ? EventLoop.readable : 0) | (client.isBehind ? EventLoop.writable : 0)
        if wanted != client.watched { loop.change(client.fd, wanted) }
        client.watched = wanted
        if client.isBehind { server.backlog.watch(client) }
    }

    /// Says `bye` to all clients and drops them.
    func close() {
        for client in clients { tell(client, ServerMessages.bye(.shutdown, "touchd stops")) }
        for client in clients { drop(client) }
    }

    func checkInvariants() { table.checkInvariants() }
}
