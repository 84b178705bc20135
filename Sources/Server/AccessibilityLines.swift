import TouchCore
import Wire

/// Lines about accessible glass, and requests of clients about it.
final class AccessibilityLines: ServerPart {
    unowned let server: Publisher

    init(_ server: Publisher) { self.server = server }

    func publish(_ notice: AccessibilityNotice) {
        guard let line = AccessibilityMessages.line(notice) else { return }
        if notice.audience == .everybody { return server.trees.broadcast(line) }
        for client in clients where isReader(client) && isMeant(client, notice.audience) {
            // A line that waits behind too many others is as late as a lost one: the snapshot takes its place.
            if case .explore = notice.content, !client.outbox.isEmpty {
                client.waitingExplore = line
            } else if client.outbox.count >= Limit.answers {
                server.backlog.markLagging(client)
            } else {
                sendLine(client, line)
            }
        }
        for client in clients { updateConnection(client) }
    }

    var hasReader: Bool { clients.contains(where: isReader) }

    private func isReader(_ client: Client) -> Bool { client.group != nil && client.rights.has(.accessibility) }

    private func isMeant(_ client: Client, _ audience: AccessibilityNotice.Audience) -> Bool {
        switch audience {
        case .everybody, .accessible: true
        case .owner(let number): client.number == number
        case .others(let number): client.number != number
        }
    }

    func handle(_ request: AccessibilityRequest, by client: Client, _ id: JSONValue?) throws(RequestError) {
        do throws(RequestError) {
            if request.isAmbiguous {
                throw RequestError("the request says more than once where the focus goes", hint: AccessibilityRequest.focusHint)
            }
            let screen = try screenNumber(request.screen)
            do throws(AccessibilityRefusal) { try router.handle(request, screen: screen, by: client.number) } catch { throw RequestError(error) }
        } catch { throw error.withID(id) }
        sendLine(client, ServerMessages.done(id))
    }
}
