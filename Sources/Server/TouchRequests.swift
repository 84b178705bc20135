import TouchCore
import Wire

/// Requests about touches: what a touch would hit, and what interceptors do with the touches that they see.
final class TouchRequests: ServerPart {
    unowned let server: Publisher

    init(_ server: Publisher) { self.server = server }

    func hit(_ client: Client, _ point: Point, _ screen: String?, _ id: JSONValue?) {
        runLater(client, id) { [unowned self] () throws(RequestError) in
            let tree = router.tree
            var trace = tree.trace(point, screen: try screenNumber(screen))
            if directory.hasSensitive {
                let places = client.rights.places(.sensitive, in: directory)
                trace = SensitiveAccess(server.streams.sensitive, tree.ownership, client.number, places).redact(trace)
            }
            sendLine(client, ServerMessages.hit(id, trace, tree.directory))
        }
    }

    func steal(_ client: Client, _ touches: [TouchID], _ interceptor: String, _ id: JSONValue?) throws(RequestError) {
        try checkClaim(client, interceptor, id)
        do throws(RoutingError) { try router.touches.steal(touches, by: interceptor) } catch { throw RequestError(error).withID(id) }
        reply(client, id)
    }

    func decline(_ client: Client, _ touches: [TouchID], _ interceptor: String, _ id: JSONValue?) throws(RequestError) {
        try checkClaim(client, interceptor, id)
        do throws(RoutingError) { try router.touches.decline(touches, by: interceptor) } catch { throw RequestError(error).withID(id) }
        reply(client, id)
    }

    /// Checks that the client has claimed the interceptor. An observer cannot steal touches in its name.
    private func checkClaim(_ client: Client, _ interceptor: String, _ id: JSONValue?) throws(RequestError) {
        if claims.isOwner(client.number, of: interceptor) { return }
        throw RequestError(
            "this connection has not claimed \"\(interceptor)\"", code: .notAllowed, hint: "claim the interceptor first", id: id)
    }
}
