import Glibc
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// The lines that a client sends before it closes the connection are carried out, and no faster than those of other clients.
@Suite struct LastLinesTests {
    private func move(_ x: Int) -> String {
        #"{"type":"edit","edits":[{"op":"set","region":"a","key":"frame","value":[\#(x),0,500,1000]}],"keep":true}"#
    }

    private func x(_ stage: Stage) -> Double { stage.tree.spec(ofID: "a")!.geometry.frame.minX }

    /// The client has not even read the greeting, so the close is a reset.
    @Test func `a client that sends and closes at once is obeyed`() throws {
        let stage = try Stage()
        var client: TestClient? = TestClient(stage.path)
        client!.send(move(17))
        client = nil
        stage.turn()
        #expect(x(stage) == 17)
        #expect(stage.publisher.clients.isEmpty, "and then it is gone")
        #expect(stage.publisher.counters.badLines == 0 && stage.publisher.counters.refusedRequests == 0)
    }

    @Test func `a line without its end is not obeyed`() throws {
        let stage = try Stage()
        var client: TestClient? = stage.connect()
        client!.send(bytes: Array((move(17) + "\n" + move(18)).utf8))
        client = nil
        stage.turn()
        #expect(x(stage) == 17)
        #expect(stage.publisher.clients.isEmpty)
    }

    @Test func `all of many lines are obeyed in order, while others have their turns`() throws {
        let stage = try Stage()
        let other = stage.connect()
        _ = stage.receive(other)
        var client: TestClient? = stage.connect()
        for line in 1...200 { client!.send(move(line)) }
        client = nil
        var generation = stage.publisher.generation
        for turn in 1...230 {
            other.send(#"{"type":"ping","id":\#(turn)}"#)
            stage.loop.turn(waiting: 0)
            #expect(other.receive().compactMap { $0.int("id") } == [turn])
            #expect(stage.publisher.generation - generation <= 1, "of what takes long one a turn")
            generation = stage.publisher.generation
        }
        #expect(x(stage) == 200)
        #expect(stage.publisher.clients.count == 1)
    }

    @Test func `of the lines of a client that is gone a few are obeyed in each turn`() throws {
        let stage = try Stage()
        var client: TestClient? = stage.connect()
        client!.send(Array(repeating: #"{"type":"steal","touches":[1],"by":"a"}"#, count: 500).joined(separator: "\n"))
        client = nil
        var obeyed = 0
        for _ in 0..<50 {
            stage.loop.turn(waiting: 0)
            #expect(stage.publisher.counters.refusedRequests - obeyed <= 2 * Limit.linesATurn, "what is at once, and one turn more")
            obeyed = stage.publisher.counters.refusedRequests
        }
        #expect(obeyed == 500)
        #expect(stage.publisher.clients.isEmpty)
    }

    /// The close may be detected first by a frame or by the hang-up.
    @Test func `a client that a frame finds gone is obeyed too`() throws {
        let stage = try Stage()
        var client: TestClient? = stage.subscriber()
        client!.send(move(17))
        client = nil
        stage.frame([0: (10, 500)])
        stage.frame([0: (20, 500)])
        stage.turn()
        #expect(x(stage) == 17)
        #expect(stage.publisher.clients.isEmpty)
    }

    /// Unread answers would delay the lines of a connected client, but not those of one that is gone.
    @Test func `its lines wait for no answers that it has not read`() throws {
        let stage = try Stage()
        var client: TestClient? = stage.connect()
        for line in 1...4000 { if client!.send(#"{"type":"status","id":\#(line)}"#) <= 0 { stage.turn() } }
        #expect(stage.publisher.clients[0].isBehind)
        _ = client!.receive(atMost: 1 << 16)
        while client!.send(move(17)) <= 0 { stage.turn(); _ = client!.receive(atMost: 1 << 16) }
        client = nil
        for _ in 0..<400 where !stage.publisher.clients.isEmpty { stage.turn() }
        #expect(x(stage) == 17)
        #expect(stage.publisher.clients.isEmpty)
    }

    /// The client has shut down only its reading side: lines that it sends after touchd has found that out are ignored.
    @Test func `a client that reads nothing does not send for ever`() throws {
        let stage = try Stage()
        let client = stage.connect(#"{"type":"subscribe","id":1}"#)
        _ = stage.receive(client)
        shutdown(client.fd, Int32(SHUT_RD))
        client.send(move(17))
        stage.frame([0: (10, 500)])
        #expect(client.send(move(18)) == -1)
        stage.turn()
        #expect(x(stage) == 17)
        #expect(stage.publisher.clients.isEmpty)
    }

    @Test func `anybody may claim at once what it had claimed`() throws {
        let stage = try Stage()
        let claim = #"{"type":"claim","id":2,"receivers":["a"]}"#
        var client: TestClient? = stage.connect(#"{"type":"subscribe","id":1}"#, claim)
        let other = stage.connect(#"{"type":"subscribe","id":1}"#)
        stage.frame([0: (10, 500)])
        _ = stage.receive(other)
        for line in 1...100 { client!.send(move(line)) }
        client = nil
        stage.loop.turn(waiting: 0)
        other.send(claim)
        for _ in 0..<3 { stage.loop.turn(waiting: 0) }
        #expect(stage.publisher.clients.count == 2, "there is more to obey")
        let answers = other.receive()
        #expect(answers.contains { $0.int("id") == 2 && $0["ok"]?.bool == true }, "\(answers)")
        for _ in 0..<20 { stage.turn() }
        #expect(stage.publisher.clients.count == 1 && x(stage) == 100)
        #expect(stage.publisher.claims["a"]?.owner == stage.publisher.clients[0].number)
        stage.frame([0: nil])
        stage.frame([0: (300, 500)])
        #expect(stage.receive(other).flatMap(\.events).contains { $0["region"]?.string == "a" && $0["phase"]?.string == "began" })
    }

    /// Lines that wait for the client are dropped, begins included, and it gets no later events of these touches.
    @Test func `a client that is gone with begins unread breaks no stream`() throws {
        let stage = try Stage()
        var client: TestClient? = stage.subscriber()
        while !stage.publisher.clients[0].isBehind { stage.frame([0: (Int32(stage.published % 400), 500)]) }
        stage.frame([1: (600, 500)])
        client!.send(Array(repeating: #"{"type":"steal","touches":[1],"by":"a"}"#, count: 100).joined(separator: "\n"))
        client = nil
        stage.loop.turn(waiting: 0)
        #expect(stage.publisher.clients.first?.isHungUp == true, "or the test shows nothing")
        stage.frame([0: (10, 400), 1: (610, 500)])
        stage.frame([0: nil, 1: nil, 2: (700, 500)])
        for _ in 0..<20 { stage.turn() }
        #expect(stage.publisher.clients.isEmpty && stage.publisher.counters.refusedRequests == 100)
        #expect(stage.publisher.counters.violations == 0)
    }

    /// The effect is sent to other clients between two of its lines.
    @Test func `the effect of one of its lines does not keep the others from being obeyed`() throws {
        let stage = try Stage()
        let slow = stage.subscriber()
        while !stage.publisher.clients[0].isBehind { stage.frame([0: (Int32(stage.published % 400), 500)]) }
        var admin: TestClient? = stage.connect(#"{"type":"subscribe","id":1}"#, on: .admin)
        for finger in 0..<40 {
            admin!.send(#"{"type":"inject","touches":[{"finger":\#(finger),"phase":"began","x":600,"y":500}]}"#)
            admin!.send(#"{"type":"inject","touches":[{"finger":\#(finger),"phase":"ended"}]}"#)
        }
        admin = nil
        for _ in 0..<20 { stage.turn() }
        #expect(stage.publisher.clients.count == 1)
        #expect(stage.publisher.counters.injected == 40)
        withExtendedLifetime(slow) {}
    }
}
