import Glibc
import Logging
import TouchCore
import Wire

/// Reads and processes the lines that clients send.
final class RequestReader: ServerPart {
    unowned let server: Publisher
    /// The buffer for read(2). Nothing is kept in it.
    private var chunk = [UInt8](repeating: 0, count: 16384)

    init(_ server: Publisher) { self.server = server }

    func read(_ client: Client) {
        // A bounded number of reads, so that a client that sends without pause does not keep the others waiting.
        for _ in 0..<4 where server.connections.hasRoom(client) && !client.isBusy {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(client.fd, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                // The connection was reset: the peer has left answers unread. A client that is hung up can send nothing more.
                if errno != EAGAIN { client.outbox.abandon() }
                if client.outbox.isBroken { client.isFinished = true }
                break
            }
            if count == 0 {
                client.isFinished = true  // closed for writing, as by `echo … | socat`; a hang-up reports when the peer is gone
                break
            }
            client.input += chunk[..<count]
            takeLines(client)
            if client.isDoomed { break }
        }
    }

    /// Processes complete lines until too many answers wait to be read. Processes only a few at once, so that a client with many lines does not delay
    /// others.
    ///
    /// - Parameter isItsTurn: whether everything else that was ready has been handled. A long line waits for that.
    func takeLines(_ client: Client, isItsTurn: Bool = false) {
        client.isObeying = true
        defer { client.isObeying = false }
        var start = 0
        var lines = 0
        while !client.isDoomed, !client.isBusy, server.connections.hasRoom(client),
            let end = client.input[start...].firstIndex(of: UInt8(ascii: "\n"))
        {
            if end - start > ServerMessages.maximumLine { break }
            if lines == Limit.linesATurn || (end > Limit.bytesATurn && !(isItsTurn && lines == 0)) {
                later(client, isItsTurn: true) {}
                break
            }
            lines += 1
            obey(client.input[start..<end], client)
            start = end + 1
        }
        client.input.removeSubrange(..<start)
        let end = client.input.firstIndex(of: UInt8(ascii: "\n")) ?? client.input.count
        if end > ServerMessages.maximumLine {
            let message = "a line of more than \(ServerMessages.maximumLine) bytes"
            complain(.lineTooLong, client, "\(client.label) sent \(message) and is disconnected")
            tell(client, ServerMessages.bye(.lineTooLong, message))
            client.isDoomed = true
        }
    }

    private func obey(_ line: ArraySlice<UInt8>, _ client: Client) {
        do {
            let request: Request
            if let acknowledgement = Request.acknowledgement(line) {
                request = acknowledgement
            } else {
                request = try Request.parse(Array(line), atMost: client.rights.isTrusted ? .max : Limit.values)
            }
            try client.rights.check(request, client)
            if client.isHungUp && request.isQuery { return }
            let id = request.id
            if !request.body.mayPrecedeToken { client.hasAsked = true }
            switch request.body {
            case .hello(let name, let version, let want, let token): try greet(client, id, name, version, want, token)
            case .subscribe(let subscription):
                later(client) { [unowned self] () throws(RequestError) in try server.subscriptions.subscribe(client, subscription, id) }
            case .unsubscribe(let subscription):
                later(client) { [unowned self] () throws(RequestError) in try server.subscriptions.unsubscribe(client, subscription, id) }
            case .devices:
                tell(client, ServerMessages.devices(id, server.status.devices(for: client), screens: directory.screens))
            case .status:
                tell(client, ServerMessages.status(id, server.status.daemon(for: client)))
            case .stats(let resets, let hours, let sinceStart):
                if resets { try client.rights.checkReset(ofCountsBy: client, id) }
                later(client) { [unowned self] () throws(RequestError) in
                    tell(client, ServerMessages.stats(id, router.statistics(resets: resets), hours: hours, sinceStart: sinceStart))
                }
            case .clients:
                later(client) { [unowned self] () throws(RequestError) in
                    tell(client, ServerMessages.clients(id, time: loop.now(), server.status.clients(askedBy: client)))
                }
            case .ping: tell(client, ServerMessages.pong(id))
            case .sync: tell(client, ServerMessages.synced(id))
            case .acknowledge(let seq): server.claimants.acknowledge(client, upTo: seq)
            case .hit(let point, let screen):
                later(client) { [unowned self] () throws(RequestError) in tell(client, try hit(client, point, screen, id)) }
            case .claim(let receivers, let ackWithin):
                later(client) { [unowned self] () throws(RequestError) in
                    try done(client, id) { () throws(RequestError) in try server.claimants.claim(client, receivers, ackWithin: ackWithin) }
                    server.trees.tellUnlisted()
                }
            case .release(let receivers):
                later(client) { [unowned self] () throws(RequestError) in
                    try done(client, id) { () throws(RequestError) in try server.claimants.release(client, receivers) }
                    server.trees.tellUnlisted()
                }
            case .steal(let touches, let interceptor):
                try done(client, id) { () throws(RequestError) in
                    try require(client, interceptor)
                    do throws(RoutingError) { try router.steal(touches, by: interceptor) } catch { throw RequestError(error) }
                }
            case .letGo(let touches, let interceptor):
                try done(client, id) { () throws(RequestError) in
                    try require(client, interceptor)
                    do throws(RoutingError) { try router.letGo(touches, by: interceptor) } catch { throw RequestError(error) }
                }
            case .edit(let expected, let keeps, let edits):
                server.edits.later(client) { [unowned self] () throws(RequestError) in
                    try done(client, id) { () throws(RequestError) in try server.edits.edit(client, edits, expected: expected, keeps: keeps) }
                }
            case .answer(let question, let value):
                try server.questions.answer(client, question, value, id)
            case .trace(let isOn):
                try done(client, id) { () throws(RequestError) in
                    client.traces = isOn
                    server.connections.tracesChanged()
                }
            case .reload(let options, let behalf):
                if options.resets { try client.rights.checkReset(ofTreeBy: client, id) }
                try server.trials.reload(client, options, for: behalf, id)
            case .configuration:
                later(client) { [unowned self] () throws(RequestError) in server.trials.tellConfiguration(client, id) }
            case .try(let wish): try server.trials.attempt(client, wish, id)
            case .revert: server.trials.revert(client, id)
            case .record(let panel, let isOn): try server.recordings.record(client, panel, isOn, id)
            case .inject(let screen, let touches): try server.injections.inject(client, touches, screen: screen, id)
            case .screen(let wish): try done(client, id) { () throws(RequestError) in try server.screens.set(wish, by: client) }
            case .unknown: break
            }
        } catch {
            if error.namesToken { server.connections.bar(client) }
            refuse(error, client)
        }
    }

    private func refuse(_ error: RequestError, _ client: Client) {
        if error.code == .badRequest {
            client.badLines += 1
            journal.counters.badLines += 1
        } else {
            client.refusedRequests += 1
            journal.counters.refusedRequests += 1
        }
        tell(client, ServerMessages.reply(to: error))
    }

    /// Handles `hello`. A client that speaks another protocol is disconnected; the `bye` line tells it why in plain words.
    private func greet(_ client: Client, _ id: JSONValue?, _ name: String?, _ version: Int?, _ want: [String], _ token: String?) throws(RequestError)
    {
        if let name { client.name = shortPrintable(name) }
        let (own, program) = (ServerMessages.protocolVersion, ServerMessages.version)
        if let version, version != own {
            let message = "\(program) speaks protocol \(own), not \(version); install a touchd and a client of the same protocol"
            complain(.otherProtocol, client, "\(client.label) speaks protocol \(version) and is disconnected")
            tell(client, ServerMessages.bye(.protocol, message))
            client.isDoomed = true
            return
        }
        if let token {
            do { try server.connections.name(token, client) } catch { throw error.of(id) }
            if client.isDoomed { return }
        }
        let missing = want.filter { !ServerMessages.capabilities.contains($0) }
        if !missing.isEmpty {
            let list = missing.map { "\"\($0)\"" }.joined(separator: ", ")
            throw RequestError("\(program) cannot do \(list)", code: .unsupported, id: id)
        }
        if want.contains("treeChanges") { client.wantsTreeChanges = true }
        if id != nil || token != nil { tell(client, ServerMessages.done(id)) }
    }

    /// Runs a request that takes ms in a large tree, after everything else that is ready. A client has at most one such request in a turn of the
    /// loop.
    func later(_ client: Client, isItsTurn: Bool = false, _ body: @escaping () throws(RequestError) -> Void) {
        client.isBusy = true
        loop.later { [unowned self] in
            goOn(client, isItsTurn: isItsTurn, body)
        }
    }

    /// Runs a request that has waited, then processes the lines that the client has sent since.
    func goOn(_ client: Client, isItsTurn: Bool = false, _ body: () throws(RequestError) -> Void) {
        guard server.connections.contains(client) else { return }
        do throws(RequestError) { try body() } catch { refuse(error, client) }
        client.isBusy = false
        if client.isGone { return }
        if client.isHungUp { read(client) }
        takeLines(client, isItsTurn: isItsTurn)
        settle(client)
    }

    /// Runs a request and replies that it is done.
    func done(_ client: Client, _ id: JSONValue?, _ body: () throws(RequestError) -> Void) throws(RequestError) {
        do { try body() } catch { throw error.of(id) }
        tell(client, ServerMessages.done(id, generation: server.generation))
    }

    /// Checks that the client has claimed the interceptor. An observer cannot steal touches in its name.
    private func require(_ client: Client, _ interceptor: String) throws(RequestError) {
        if !claims.isOwner(client.number, of: interceptor) {
            throw RequestError(
                "this connection has not claimed \"\(interceptor)\"", code: .notAllowed, hint: "claim the interceptor first")
        }
    }

    private func hit(_ client: Client, _ point: Point, _ screen: String?, _ id: JSONValue?) throws(RequestError) -> [UInt8] {
        let tree = router.tree
        let index: Int
        do { index = try self.screen(screen) } catch { throw error.of(id) }
        var trace = tree.trace(point, screen: index)
        if directory.hasSensitive {
            let access = SensitiveAccess(server.streams.sensitive, tree.ownership, client.number, client.rights.places(.sensitive, in: directory))
            trace = access.redact(trace)
        }
        return ServerMessages.hit(id, trace, tree.directory)
    }

    /// Returns the number of the screen with this id; of the first screen if the id is nil.
    func screen(_ id: String?) throws(RequestError) -> Int {
        let screens = router.tree.screens
        guard let id else { return 0 }
        if let index = screens.firstIndex(where: { $0.id == id }) { return index }
        throw RequestError(
            "there is no screen \"\(id)\"", code: .notFound, hint: "there are: \(screens.map(\.id).joined(separator: ", "))")
    }
}

extension Request.Body {
    /// True if no rights apply to the request, so that a token may still be named after it.
    fileprivate var mayPrecedeToken: Bool {
        switch self {
        case .hello, .ping, .sync, .unknown: true
        default: false
        }
    }
}
