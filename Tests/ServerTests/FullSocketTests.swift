import Glibc
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Lines of every kind that were produced while a socket was full are sent as soon as it has room, without another line to trigger them.
@Suite struct FullSocketTests {
    private static func tree(window id: String = "w") -> RegionTree {
        var pad = RegionSpec(id: "pad", geometry: RegionGeometry(frame: Rect(0, 0, 500, 1000)))
        pad.isSensitive = true
        let b = RegionSpec(id: "b", geometry: RegionGeometry(frame: Rect(500, 0, 500, 1000)))
        var window = RegionSpec(id: id, kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = [pad, b]
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    static let events: [(name: String, body: @Sendable (Stage) -> Void)] = [
        ("a frame", { $0.frame([1: nil]) }),
        ("a begin that is explained", { $0.frame([2: (800, 10)]) }),
        ("moves that were held back", { _ = $0.publisher.advance(panel: $0.panel, to: $0.time + 1_000_000) }),
        ("a reload", { $0.replaceTree(tree(window: "other")) }),
        ("a reload that was refused", { $0.publisher.refusedReload("no") }),
        ("a panel", { $0.publisher.removed("p", panelID: $0.panel, time: $0.time) }),
        ("an edit of a property", { try? $0.publisher.clients[0].ask($0, #"[{"op":"set","region":"b","key":"alpha","value":0.5}]"#) }),
        ("an edit of the tree", { try? $0.publisher.clients[0].ask($0, #"[{"op":"bringToFront","region":"pad"}]"#) }),
        ("a region that is removed", { try? $0.publisher.clients[0].ask($0, #"[{"op":"remove","region":"b"}]"#) }),
        ("a claim", { try? $0.publisher.claimants.claim($0.publisher.clients[0], ["pad"], ackWithin: nil) }),
        ("the end of a claim", { try? $0.publisher.claimants.release($0.publisher.clients[1], ["b"]) }),
        (
            "a client that hangs",
            { stage in
                stage.time += 100_000
                stage.publisher.claimants.checkAcknowledgements()
            }
        ),
        (
            "rights that are others",
            { stage in
                stage.access.rules = [AccessRules.Rule(rights: [.receive])]
                stage.replaceTree(tree())
            }
        ),
        ("the end of a recording", { $0.endRecordings() }),
    ]

    /// The lines that each client receives because of the event.
    private func heard(_ event: @Sendable (Stage) -> Void, isFull: Bool) throws -> [[String]] {
        let stage = try Stage(Self.tree())
        stage.access = AccessRules(trusted: [1000], rules: [AccessRules.Rule(rights: [.receive, .observe, .sensitive])])
        let clients = [
            stage.connect(#"{"type":"subscribe","id":1}"#),
            stage.connect(#"{"type":"subscribe","id":1}"#, #"{"type":"claim","id":2,"receivers":["b"],"ackWithin":100}"#),
            stage.connect(#"{"type":"subscribe","id":1,"observe":true}"#, user: 7),
            stage.connect(#"{"type":"trace","on":true}"#, #"{"type":"record","panel":"p"}"#, on: .admin),
            stage.connect(#"{"type":"subscribe","id":1,"observe":true,"maxRate":20}"#, #"{"type":"record","panel":"p"}"#, on: .admin),
        ]
        stage.frame([0: (100, 100), 1: (700, 100)])
        stage.frame([0: (110, 100), 1: (710, 100)])
        for client in clients { _ = stage.receive(client) }
        if isFull {
            for client in stage.publisher.clients {
                client.outbox.write = { _, _, _ in
                    errno = EAGAIN
                    return -1
                }
            }
        }
        event(stage)
        for client in stage.publisher.clients { client.outbox.write = { send($0, $1, $2, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) } }
        stage.turn()
        return clients.map { client in
            let start = client.bytes.count
            _ = client.receive()
            return client.bytes[start...].split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test(arguments: events.indices) func `it comes when there is room again`(index: Int) throws {
        let (name, body) = Self.events[index]
        let all = try heard(body, isFull: false)
        #expect(all.contains { !$0.isEmpty }, "\(name)")
        #expect(try heard(body, isFull: true) == all, "\(name)")
    }
}

extension Client {
    /// Acts as if the client had sent the request.
    fileprivate func ask(_ stage: Stage, _ edits: String) throws {
        _ = try stage.edit(JSONReader.nodes(Array(edits.utf8)), check: nil)
    }
}
