import Logging
import TouchCore
import Wire

/// What happens to whole screens: who is told, and what programs say of them.
final class ScreenLines: ServerPart {
    unowned let server: Publisher

    init(_ server: Publisher) { self.server = server }

    func publish(_ notice: KioskNotice) {
        switch notice {
        case .screen(let state): server.trees.broadcast { [server] in ServerMessages.screen(server.status.screen(state, for: $0)) }
        case .staff(let screen, let id, let time): tellStaff(ServerMessages.staff(screen: screen, id: id, time: time))
        case .wake: break  // the `screen` line says so
        }
    }

    /// A rule may allow `staff` and no region, so that a subscription is refused: who has the right is told without one.
    private func tellStaff(_ line: [UInt8]) {
        for client in clients where client.rights.has(.staff) {
            if client.outbox.count >= Limit.answers {
                // Without a subscription there is no snapshot that could stand for what is lost.
                if client.group != nil { server.backlog.beginAnewLater(client) }
            } else {
                tell(client, line)
            }
        }
        for client in clients { settle(client) }
    }

    /// Each such act is a line of the log: it can take the glass from everybody.
    func set(_ request: ScreenRequest, by client: Client) throws(RequestError) {
        if let flaw = request.flaw { throw flaw }
        let index = try server.requests.screen(request.screen)
        let screen = router.tree.screens[index].id
        let line = "screen \(screen): \(request.description), by \(client.source(request.behalf))"
        let before = router.screenStates[index]
        if let from = request.from, from != before.mode {
            throw RequestError("screen \(screen) is in the mode \(before.mode.rawValue), not \(from.rawValue): nothing was changed", code: .conflict)
        }
        router.set(request, screen: index)
        let after = router.screenStates[index]
        // What changes something is told always; a limit is for those who say the same again and again.
        let fields = [LogField.behalf(request.behalf), .screen(screen), .command(request.description)]
        if (before.mode, before.display) != (after.mode, after.display) {
            journal.log(LogMessage(.screenRequest, line, client.logFields + fields))
        } else {
            journal.complain(.screenRequest, client, line, fields)
        }
    }
}
