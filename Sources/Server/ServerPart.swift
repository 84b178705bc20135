import Logging
import TouchCore
import Wire

/// A part of the server. It keeps its own state and reaches the other parts through the publisher.
protocol ServerPart: AnyObject {
    var server: Publisher { get }
}

extension ServerPart {
    var loop: EventLoop { server.loop }
    var router: any Router { server.router }
    var journal: Journal { server.journal }
    var clients: [Client] { server.clients }
    var claims: ClaimTable { server.claims }
    /// The directory of the tree in force. Removed regions stay readable until the next change.
    var directory: RegionDirectory { server.router.directory }
    var globSets: GlobSets { server.groups.globSets }

    /// Sends a line other than a frame, after everything that waits for the client.
    func sendLine(_ client: Client, _ line: [UInt8]) { server.backlog.sendLine(client, line) }

    /// Replies that a request is done.
    func reply(_ client: Client, _ id: JSONValue?) { sendLine(client, ServerMessages.done(id, generation: server.generation)) }

    /// Runs a request that takes milliseconds in a large tree, after everything else that is ready (`RequestReader.runLater`).
    func runLater(_ client: Client, _ id: JSONValue?, _ body: @escaping () throws(RequestError) -> Void) {
        server.requests.runLater(client) { () throws(RequestError) in
            do throws(RequestError) { try body() } catch { throw error.withID(id) }
        }
    }

    /// Runs the rest of a request after everything else that is ready. The client's next request waits until `RequestReader.finish` has replied to
    /// this one.
    func postpone(_ client: Client, _ rest: @escaping () -> Void) {
        client.hasPendingRequest = true
        loop.later(rest)
    }

    /// Returns the number of the screen with this id; of the first screen if the id is nil.
    func screenNumber(_ id: String?) throws(RequestError) -> Int {
        let screens = router.tree.screens
        guard let id else { return 0 }
        if let index = screens.firstIndex(where: { $0.id == id }) { return index }
        throw RequestError(
            "there is no screen \"\(id)\"", code: .notFound, hint: "the screens are: \(screens.map(\.id).joined(separator: ", "))")
    }

    /// Updates the client's connection (`Connections.updateConnection`). Call it after sending anything.
    func updateConnection(_ client: Client) { server.connections.updateConnection(client) }

    func updateConnectionsBehind() { for client in clients where client.isBehind || client.outbox.isBroken { updateConnection(client) } }

    func logLimited(_ kind: MessageKind, _ client: Client?, _ text: String, _ fields: LogField...) {
        journal.logLimited(kind, client, text, fields)
    }

    /// Returns the id of the outermost sensitive region that is or contains the region or receiver; nil if there is none.
    func sensitiveRoot(ofID id: String) -> String? {
        let directory = directory
        return directory.index(ofID: id).flatMap { directory[$0].sensitiveRoot }.map { directory[$0].id }
    }
}
