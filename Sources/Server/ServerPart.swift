import Logging
import TouchCore

/// A part of the server. It keeps its own state, and reaches the other parts through the publisher.
protocol ServerPart: AnyObject {
    var server: Publisher { get }
}

extension ServerPart {
    var loop: EventLoop { server.loop }
    var router: any Router { server.router }
    var journal: Journal { server.journal }
    var clients: [Client] { server.clients }
    var claims: ClaimTable { server.claims }
    /// Of the tree in force. What a change has removed can be read until the next one.
    var directory: RegionDirectory { server.router.directory }
    var globSets: GlobSets { server.groups.globSets }

    /// Says something that is no frame, in its place: what came before is said before.
    func tell(_ client: Client, _ line: [UInt8]) { server.backlog.tell(client, line) }

    /// After anything was sent: closes who is to be closed, and waits for who is behind.
    func settle(_ client: Client) { server.connections.settle(client) }

    func settleThoseBehind() { for client in clients where client.isBehind || client.outbox.isBroken { settle(client) } }

    func complain(_ kind: MessageKind, _ client: Client?, _ text: String, _ fields: LogField...) {
        journal.complain(kind, client, text, fields)
    }

    /// The outermost sensitive region around a region or receiver, or itself; nil when there is none.
    func sensitiveRoot(ofID id: String) -> String? {
        let directory = directory
        return directory.index(ofID: id).flatMap { directory[$0].sensitiveRoot }.map { directory[$0].id }
    }
}
