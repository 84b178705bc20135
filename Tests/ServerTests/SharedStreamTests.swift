import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Clients of a group with the same history share a stream state, and equal lines are encoded once. Each client gets what it would get alone.
@Suite struct SharedStreamTests {
    private func shareAll(_ stage: Stage) -> Bool { stage.publisher.clients.allSatisfy { $0.shared === stage.publisher.clients[0].shared } }

    @Test func `clients with one subscription share their stream from a moment on at which nothing is down`() throws {
        let stage = try Stage()
        let clients = [stage.subscriber(), stage.subscriber()]
        stage.frame([0: (10, 10)])
        #expect(shareAll(stage))
        let late = stage.subscriber()
        stage.frame([0: (20, 20), 1: (30, 30)])
        #expect(!shareAll(stage), "the late one does not know the first finger")
        stage.frame([0: nil, 1: nil])
        #expect(!shareAll(stage))
        stage.frame([0: (10, 10)])
        #expect(shareAll(stage))
        stage.frame([0: (11, 10)])
        stage.frame([0: nil])
        let lines = clients.map { stage.receive($0).filter { $0.type == "frame" } }
        #expect(lines[0].count == 6 && lines[0] == lines[1])
        let fewer = stage.receive(late)
        #expect(flaw(in: fewer) == nil)
        #expect(fewer.flatMap(\.events).map { $0["phase"]!.string! } == ["began", "ended", "began", "moved", "ended"])
    }

    @Test func `who falls behind leaves the others' stream as it is`() throws {
        let stage = try Stage()
        let slow = stage.subscriber()
        let others = [stage.subscriber(), stage.subscriber()]
        var seen = others.map { stage.receive($0) }
        stage.frame([0: (10, 500)])
        #expect(shareAll(stage))
        for index in 0..<300 {  // three seconds
            stage.frame([0: (Int32(index % 400), 500)])
            for (index, client) in others.enumerated() { seen[index] += stage.receive(client) }
        }
        let clients = stage.publisher.clients
        #expect(clients[0].isLagging && clients[0].shared !== clients[1].shared && clients[1].shared === clients[2].shared)
        stage.frame([0: nil])
        var slowly = stage.receive(slow)
        stage.frame([0: (10, 500)])
        #expect(shareAll(stage))
        stage.frame([0: nil])
        slowly += stage.receive(slow)
        #expect(flaw(in: slowly) == nil)
        for (index, client) in others.enumerated() {
            seen[index] += stage.receive(client)
            #expect(flaw(in: seen[index]) == nil)
            #expect(seen[index].count { $0.type == "frame" } == stage.published)
        }
    }

    /// Two streams of one group continue side by side; each frame is applied once to each stream.
    @Test func `clients that share one stream are verified once beside one that has its own`() throws {
        let stage = try Stage()
        let clients = [stage.subscriber(), stage.subscriber(), stage.subscriber()]
        stage.frame([0: (10, 10)])
        stage.publisher.clients[0].leaveStream()
        stage.frame([1: (20, 20)])
        stage.frame([0: (11, 10), 1: (21, 20)])
        stage.frame([0: nil, 1: nil])
        for client in clients {
            let lines = stage.receive(client)
            #expect(flaw(in: lines) == nil)
            #expect(lines.flatMap(\.events).count == 6)
        }
        #expect(stage.publisher.counters.violations == 0)
    }

    @Test func `a violation is told to each client that shares the stream`() throws {
        let stage = try Stage()
        let clients = [stage.subscriber("w/a"), stage.subscriber("w/a")]
        stage.frame([0: (10, 10)])
        #expect(shareAll(stage))
        let stray = RoutedTouch(
            id: TouchID(99_999), phase: .moved, reason: nil, target: stage.tree.index(ofID: "a"), receiver: stage.tree.index(ofID: "a"),
            location: Point(1, 1), local: Point(1, 1), previousLocal: Point(1, 1), timestamp: stage.time, isInside: true, tapCount: 1,
            axes: TouchAxes())
        stage.publisher.publish(RoutedFrame(time: stage.time, events: [stray]), panel: "p")
        stage.expectedViolations = 2
        #expect(stage.publisher.counters.violations == 2)
        stage.frame([0: nil])
        stage.frame([0: (10, 10)])
        #expect(shareAll(stage))
        for client in clients {
            let lines = stage.receive(client)
            #expect(flaw(in: lines) == nil)
            #expect(lines.flatMap(\.events).map { $0["phase"]!.string! } == ["began", "cancelled", "began"])
        }
    }

    @Test func `who subscribes to something else besides takes what it knows along`() throws {
        let stage = try Stage()
        let mover = stage.subscriber("w/a")
        let other = stage.subscriber("w/a")
        stage.frame([0: (10, 10), 1: (700, 10)])
        mover.send(#"{"type":"subscribe","id":2,"regions":["w/b"]}"#)
        stage.turn()
        #expect(!shareAll(stage))
        stage.frame([0: (11, 10), 1: (701, 10)])
        stage.frame([0: nil, 1: nil])
        for client in [mover, other] {
            let lines = stage.receive(client)
            #expect(flaw(in: lines) == nil)
            #expect(lines.flatMap(\.events).map { $0["phase"]!.string! } == ["began", "moved", "ended"])
        }
    }

    @Test func `who gives up its last subscription knows nothing of what the others see`() throws {
        let stage = try Stage()
        let client = stage.subscriber("w/a")
        let other = stage.subscriber("w/a")
        stage.frame([0: (10, 10)])
        stage.frame([0: nil])
        #expect(shareAll(stage))
        client.send(#"{"type":"unsubscribe","id":2,"subscription":1}"#)
        stage.turn()
        stage.frame([0: (10, 10)])
        #expect(stage.publisher.clients[0].stream.isEmpty && !stage.publisher.clients[1].stream.isEmpty)
        client.send(#"{"type":"subscribe","id":3,"regions":["w/a"]}"#)
        stage.turn()
        stage.frame([0: nil])
        let phases = [client, other].map { client in
            let lines = stage.receive(client)
            #expect(flaw(in: lines) == nil)
            return lines.flatMap(\.events).map { $0["phase"]!.string! }
        }
        #expect(phases == [["began", "ended"], ["began", "ended", "began", "ended"]])
    }

    /// An edit changes nothing for clients that know all touches down; they keep sharing a stream.
    @Test func `an edit separates nobody`() throws {
        let stage = try Stage()
        let clients = [stage.subscriber(), stage.subscriber()]
        stage.frame([0: (10, 10)])
        clients[0].send(#"{"type":"edit","id":2,"edits":[{"op":"add","parent":"w","region":{"id":"c","frame":[0,0,5,5]}}]}"#)
        stage.turn()
        #expect(stage.receive(clients[0]).contains { $0.type == "reply" && $0["ok"] == .bool(true) })
        #expect(shareAll(stage))
    }

    @Test func `groups that see all of a frame get the same line, and each its own of another`() throws {
        let stage = try Stage()
        let clients = ["**", "w/*", "w/a", "w/b"].map { stage.subscriber($0) }
        #expect(stage.publisher.groups.count == 4)
        stage.frame([0: (10, 10)])
        stage.frame([0: (11, 10), 1: (700, 10)])
        stage.frame([0: nil, 1: (701, 10)])
        let received = clients.map { stage.receive($0) }
        for lines in received { #expect(flaw(in: lines) == nil) }
        let lines = received.map { $0.filter { $0.type == "frame" } }
        #expect(lines[0] == lines[1])
        #expect(lines.map { $0.map { $0.events.count } } == [[1, 2, 2], [1, 2, 2], [1, 1, 1], [1, 1]])
    }
}
