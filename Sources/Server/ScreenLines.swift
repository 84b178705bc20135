import Logging
import TouchCore
import Wire

/// Lines about whole screens: notices to clients, and requests of clients about a screen.
final class ScreenLines: ServerPart {
    unowned let server: Publisher

    init(_ server: Publisher) { self.server = server }

    func publish(_ notice: KioskNotice) {
        switch notice {
        case .screen(let state): server.trees.broadcast { [server] in ServerMessages.screen(server.status.screen(state, for: $0)) }
        case .staff(let screen, let id, let time): sendToStaff(ServerMessages.staff(screen: screen, id: id, time: time))
        case .gesture(let screen, let id, let time): sendToStaff(ServerMessages.kioskGesture(screen: screen, id: id, time: time))
        case .accessibility(let notice): server.accessibility.publish(notice)
        case .wake: break  // the `screen` line says so
        }
    }

    /// Sends a line to all clients with the right `staff`. They need no subscription, because touchd refuses a subscription if the access rules grant
    /// `staff` but no region.
    private func sendToStaff(_ line: [UInt8]) {
        for client in clients where client.rights.has(.staff) {
            if client.outbox.count >= Limit.answers {
                // Do not mark a client without a subscription as lagging: it would get no snapshot in place of the lost lines.
                if client.group != nil { server.backlog.markLagging(client) }
            } else {
                sendLine(client, line)
            }
        }
        for client in clients { updateConnection(client) }
    }

    /// Applies a client's request about a screen. The request is logged, because it can lock the screen for everybody.
    func set(_ request: ScreenRequest, by client: Client, _ id: JSONValue?) throws(RequestError) {
        do { try set(request, by: client) } catch { throw error.withID(id) }
        reply(client, id)
    }

    private func set(_ request: ScreenRequest, by client: Client) throws(RequestError) {
        if let flaw = request.error { throw flaw }
        let index = try screenNumber(request.screen)
        let screen = router.tree.screens[index].id
        let line = "screen \(screen): \(request.description), by \(client.source(request.behalf))"
        let before = router.screenStates[index]
        if let from = request.from, from != before.mode {
            throw RequestError("screen \(screen) is in the mode \(before.mode.rawValue), not \(from.rawValue): nothing was changed", code: .conflict)
        }
        router.set(request, screen: index)
        let after = router.screenStates[index]
        // A request that changes something is always logged. The limit applies to repeated requests that change nothing.
        let fields = [LogField.behalf(request.behalf), .screen(screen), .command(request.description)]
        if (before.mode, before.display) != (after.mode, after.display) {
            journal.log(LogMessage(.screenRequest, line, client.logFields + fields))
        } else {
            journal.logLimited(.screenRequest, client, line, fields)
        }
    }
}
