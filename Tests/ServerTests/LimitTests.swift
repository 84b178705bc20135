import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Limits for untrusted users on requests that cost others time, and on the client names that reach the log.
@Suite struct LimitTests {
    @Test func `a user's patterns are counted over all its connections`() throws {
        let stage = try Stage()
        let patterns = (0..<32).map { "\"w/x\($0)*\"" }.joined(separator: ",")
        let line = #"{"type":"subscribe","id":1,"regions":[\#(patterns)]}"#
        func isDone(_ client: TestClient) -> Bool { stage.receive(client).contains { $0.int("id") == 1 && $0["ok"]?.bool == true } }
        var clients: [TestClient] = []
        for _ in 0..<8 { clients.append(stage.connect(line, line, user: 7)) }
        #expect(clients.allSatisfy(isDone))
        let last = stage.connect(line, user: 7)
        let error = try #require(stage.receive(last).last?["error"])
        #expect(error["code"]?.string == "notAllowed" && error["message"]?.string?.contains("544 patterns") == true, "\(error)")
        #expect(isDone(stage.connect(line, user: 8)), "another user's are its own")
        let trusted = (0..<20).map { _ in stage.connect(line) }
        #expect(trusted.allSatisfy(isDone))
        clients[0].send(#"{"type":"unsubscribe","id":2,"subscription":1}"#)
        stage.turn()
        last.send(line)
        stage.turn()
        #expect(isDone(last))
        withExtendedLifetime((clients, trusted)) {}
    }

    @Test(arguments: [[], [#"{"type":"ping","id":1}"#]])
    func `who connects and hangs up all the time leaves nothing behind`(lines: [String]) throws {
        let stage = try Stage()
        for _ in 0..<50 {
            for _ in 0..<Limit.connectionsATurn {
                let client = TestClient(stage.path)
                for line in lines { client.send(line) }
            }
            // Once to accept them, and once to see that they are gone.
            for _ in 0..<2 { stage.loop.turn(waiting: 0) }
            #expect(stage.publisher.connections.leavingCount <= Limit.connectionsATurn)
        }
        stage.turn()
        #expect(stage.publisher.connections.leavingCount == 0)
    }

    @Test func `who has begun something takes a place until it has ended`() throws {
        let stage = try Stage()
        stage.peer = Peer(pid: 1, user: 7)
        for round in 0..<100 {
            for _ in 0..<Limit.connectionsATurn { TestClient(stage.path).send(#"{"type":"subscribe","id":1}"#) }
            stage.loop.turn(waiting: 0)
            let connections = stage.publisher.connections
            #expect(connections.clients.count + connections.leavingCount <= Limit.clientsOfUser, "round \(round)")
        }
        for _ in 0..<20 { stage.turn() }
        #expect(stage.publisher.connections.leavingCount == 0 && stage.publisher.connections.clients.isEmpty)
        #expect(stage.receive(stage.connect(#"{"type":"subscribe","id":2}"#, user: 7)).contains { $0.int("id") == 2 })
    }

    @Test func `a client's claims are counted`() throws {
        let children = (0..<300).map { RegionSpec(id: "r\($0)", kind: .view, geometry: RegionGeometry(frame: Rect(0, 0, 10, 10))) }
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: children)
        let stage = try Stage(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
        stage.access = AccessRules(trusted: [1000], rules: [AccessRules.Rule(user: 7, rights: [.receive, .claim])])
        func claim(_ range: Range<Int>) -> String {
            #"{"type":"claim","id":2,"receivers":[\#(range.map { "\"r\($0)\"" }.joined(separator: ","))]}"#
        }
        let client = stage.connect(#"{"type":"subscribe","id":1}"#, claim(0..<200), claim(150..<256), claim(200..<257), user: 7)
        let answers = stage.receive(client).filter { $0.int("id") == 2 }
        #expect(answers.map { $0["ok"]?.bool } == [true, true, false])
        #expect(answers.last?["error"]?["message"]?.string?.contains("257") == true)
        #expect(stage.publisher.claims.count == 256)
        let trusted = stage.connect(#"{"type":"subscribe","id":1}"#, claim(256..<300))
        #expect(stage.receive(trusted).last?["ok"]?.bool == true)
        client.send(#"{"type":"release","id":3,"receivers":["r0"]}"#)
        client.send(claim(0..<1))
        stage.turn()
        #expect(stage.receive(client).compactMap { $0["ok"]?.bool } == [true, true])
    }

    @Test func `of claims one is done in each turn`() throws {
        let stage = try Stage()
        let client = stage.connect(#"{"type":"subscribe","id":1}"#)
        _ = stage.receive(client)
        client.send(
            (0..<20).flatMap { _ in [#"{"type":"claim","receivers":["a"]}"#, #"{"type":"release","receivers":["a"]}"#] }.joined(separator: "\n"))
        var answers = 0
        for _ in 0..<45 {
            stage.loop.turn(waiting: 0)
            let more = client.receive().count { $0.type == "reply" }
            #expect(more <= 1)
            answers += more
        }
        #expect(answers == 40)
    }

    @Test func `a client's name is made fit for the log and for terminals`() throws {
        let stage = try Stage()
        let name = #"a\u0000b\u001b[2Jc\nd\u009be\u202ef\u2028g\u2066h"# + String(repeating: "i", count: 1000)
        let client = stage.connect(#"{"type":"hello","id":1,"name":"\#(name)"}"#)
        let known = try #require(stage.publisher.clients[0].name)
        #expect(known.hasPrefix("a?b?[2Jc?d?e?f?g?hiii") && known.unicodeScalars.count == 64, "\(known)")
        #expect(stage.publisher.clients[0].label.contains(known))
        client.send(#"{"type":"clients","id":2}"#)
        stage.turn()
        #expect(stage.receive(client).last?["clients"]?.array?.first?["name"]?.string == known)
    }
}
