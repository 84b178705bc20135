import Logging
import TouchCore

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
    func tell(_ client: Client, _ line: [UInt8]) { server.backlog.tell(client, line) }

    /// Closes the client if it has to go, and watches it if it is behind. Call it after sending anything.
    func settle(_ client: Client) { server.connections.settle(client) }

    func settleThoseBehind() { for client in clients where client.isBehind || client.outbox.isBroken { settle(client) } }

    func complain(_ kind: MessageKind, _ client: Client?, _ text: String, _ fields: LogField...) {
        journal.complain(kind, client, text, fields)
    }

    /// Returns the id of the outermost sensitive region that is or contains the region or receiver; nil if there is none.
    func sensitiveRoot(ofID id: String) -> String? {
        let directory = directory
        return directory.index(ofID: id).flatMap { directory[$0].sensitiveRoot }.map { directory[$0].id }
    }
}
