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
        for _ in 0..<4 where server.connections.hasRoom(client) && !client.hasPendingRequest {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(client.fd, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                // The connection was reset, because the peer has left answers unread. A client whose connection is broken can send nothing more.
                if errno != EAGAIN { client.outbox.abandon() }
                if client.outbox.isBroken { client.finish() }
                break
            }
            if count == 0 {
                client.finish()  // the peer has closed its writing side, as `echo … | socat` does, but may still read
                break
            }
            client.input += chunk[..<count]
            processLines(client)
            if client.isClosing { break }
        }
    }

    /// Processes complete lines until too many answers wait to be read. Processes only a few at once, so that a client with many lines does not delay
    /// others.
    ///
    /// - Parameter isItsTurn: whether everything else that was ready has been handled. A long line waits for that.
    func processLines(_ client: Client, isItsTurn: Bool = false) {
        client.isProcessingLines = true
        defer { client.isProcessingLines = false }
        var start = 0
        var lines = 0
        while !client.isClosing, !client.hasPendingRequest, server.connections.hasRoom(client),
            let end = client.input[start...].firstIndex(of: UInt8(ascii: "\n"))
        {
            if end - start > ServerMessages.maximumLine { break }
            if lines == Limit.linesATurn || (end > Limit.bytesATurn && !(isItsTurn && lines == 0)) {
                resumeLater(client, isItsTurn: true)
                break
            }
            lines += 1
            process(client.input[start..<end], client)
            start = end + 1
        }
        client.input.removeSubrange(..<start)
        let end = client.input.firstIndex(of: UInt8(ascii: "\n")) ?? client.input.count
        if end > ServerMessages.maximumLine {
            let message = "a line of more than \(ServerMessages.maximumLine) bytes"
            logLimited(.lineTooLong, client, "\(client.label) sent \(message); connection closed")
            sendLine(client, ServerMessages.bye(.lineTooLong, message))
            client.closeSoon()
        }
    }

    private func process(_ line: ArraySlice<UInt8>, _ client: Client) {
        do {
            let request: Request
            if let acknowledgement = Request.acknowledgement(line) {
                request = acknowledgement
            } else {
                request = try Request.parse(Array(line), atMost: client.rights.isTrusted ? .max : Limit.values)
            }
            try client.rights.check(request, client)
            if client.isHungUp && request.isQuery { return }
            if client.identity == .undecided && !request.body.mayPrecedeToken { client.identity = .user }
            try dispatch(request.body, of: client, request.id)
        } catch {
            if error.namesToken { server.connections.bar(client) }
            refuse(error, client)
        }
    }

    /// Hands a request to the part that serves it.
    private func dispatch(_ request: Request.Body, of client: Client, _ id: JSONValue?) throws(RequestError) {
        switch request {
        case .hello(let name, let version, let want, let token): try server.connections.greet(client, name, version, want, token, id)
        case .subscribe(let subscription): server.subscriptions.subscribe(client, subscription, id)
        case .unsubscribe(let subscription): server.subscriptions.unsubscribe(client, subscription, id)
        case .devices: server.status.sendDevices(client, id)
        case .status: server.status.sendStatus(client, id)
        case .stats(let resets, let hours, let sinceStart): try server.status.sendStatistics(client, resets, hours, sinceStart, id)
        case .clients: server.status.sendClients(client, id)
        case .ping: sendLine(client, ServerMessages.pong(id))
        case .sync: sendLine(client, ServerMessages.synced(id))
        case .acknowledge(let seq): server.claimants.acknowledge(client, upTo: seq)
        case .hit(let point, let screen): server.touches.hit(client, point, screen, id)
        case .claim(let receivers, let ackWithin): server.claimants.claim(client, receivers, ackWithin, id)
        case .release(let receivers): server.claimants.release(client, receivers, id)
        case .steal(let touches, let interceptor): try server.touches.steal(client, touches, interceptor, id)
        case .letGo(let touches, let interceptor): try server.touches.decline(client, touches, interceptor, id)
        case .edit(let expected, let keeps, let edits): server.edits.edit(client, edits, expected: expected, keeps: keeps, id)
        case .answer(let question, let value): try server.questions.answer(client, question, value, id)
        case .trace(let isOn): server.connections.trace(client, isOn, id)
        case .reload(let options, let behalf): try server.trials.reload(client, options, for: behalf, id)
        case .configuration: server.trials.sendConfiguration(client, id)
        case .try(let wish): try server.trials.attempt(client, wish, id)
        case .revert: server.trials.revert(client, id)
        case .record(let panel, let isOn): try server.recordings.record(client, panel, isOn, id)
        case .inject(let screen, let touches, let mayBeSensitive):
            try server.injections.inject(client, touches, screen: screen, mayBeSensitive: mayBeSensitive, id)
        case .keys(let screen, let keys): try server.typing.type(client, keys, screen: screen, id)
        case .screen(let wish): try server.screens.set(wish, by: client, id)
        case .accessibility(let wish): try server.accessibility.handle(wish, by: client, id)
        case .unknown: break
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
        sendLine(client, ServerMessages.reply(to: error))
    }

    /// Runs a request that takes milliseconds in a large tree, after everything else that is ready. A client has at most one such request in a turn
    /// of the loop.
    func runLater(_ client: Client, isItsTurn: Bool = false, _ body: @escaping () throws(RequestError) -> Void) {
        postpone(client) { [unowned self] in finish(client, isItsTurn: isItsTurn, body) }
    }

    /// Continues with a client's lines after everything else that is ready.
    func resumeLater(_ client: Client, isItsTurn: Bool = false) { runLater(client, isItsTurn: isItsTurn) {} }

    /// Runs a request that has waited, then processes the lines that the client has sent since.
    func finish(_ client: Client, isItsTurn: Bool = false, _ body: () throws(RequestError) -> Void) {
        guard server.connections.contains(client) else { return }
        do throws(RequestError) { try body() } catch { refuse(error, client) }
        client.hasPendingRequest = false
        if client.isClosed { return }
        if client.isHungUp { read(client) }
        processLines(client, isItsTurn: isItsTurn)
        updateConnection(client)
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
