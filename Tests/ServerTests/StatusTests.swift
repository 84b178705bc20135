import Glibc
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// `status` and `clients`: the connected clients, and what became of the lines sent to them.
@Suite struct StatusTests {
    private func ask(_ stage: Stage, _ client: TestClient, _ what: String) throws -> JSONValue {
        client.send(#"{"type":"\#(what)","id":"q"}"#)
        stage.turn()
        return try #require(stage.receive(client).last { $0["id"]?.string == "q" })
    }

    @Test func `only trusted users get an answer`() throws {
        let stage = try Stage()
        let trusted = stage.connect(user: 1000)
        for what in ["status", "clients", "stats"] { #expect(try ask(stage, trusted, what)["ok"]?.bool == true) }
        let other = stage.connect(user: 7)
        for what in ["status", "clients", "stats"] {
            let reply = try ask(stage, other, what)
            #expect(reply["error"]?["code"]?.string == "notAllowed")
            #expect(reply["clients"] == nil && reply["counts"] == nil && reply["statistics"] == nil)
        }
    }

    @Test func `status describes the daemon`() throws {
        let stage = try Stage()
        let client = stage.connect()
        stage.time += 5_000_000
        let status = try ask(stage, client, "status")
        #expect(status["server"]?.string == ServerMessages.version)
        #expect(status["epoch"]?.string == "test")
        #expect(status.int("time")! - status.int("startedAt")! == 5_000_000)
        #expect(status["configuration"]?["file"]?.string == "test.yaml")
        #expect(status["configuration"]?["refusedAt"] == nil)
        #expect(status.int("generation") == 1)
    }

    @Test func `status counts touches on the glass, but for those in sensitive regions`() throws {
        let stage = try Stage()
        let client = stage.connect()
        stage.frame([0: (10, 10), 1: (700, 10)])
        #expect(try ask(stage, client, "status")["counts"]?.int("down") == 2)
        stage.frame([1: nil])
        #expect(try ask(stage, client, "status")["counts"]?.int("down") == 1)
    }

    @Test func `status says what waits for clients, and the most that did`() throws {
        let stage = try Stage()
        var slow: TestClient? = stage.subscriber()
        let asker = stage.connect()
        let names = ["behind", "bytes", "frames", "lag", "mostBytes", "mostFrames", "mostLag"]
        func queues() throws -> [Int?] { try names.map { try ask(stage, asker, "status")["queues"]?.int($0) } }
        #expect(try queues() == [0, 0, 0, 0, 0, 0, 0])
        stage.frame([0: (10, 500)])
        while !stage.publisher.clients[0].isBehind { stage.frame([0: (Int32(stage.published % 400), 500)]) }
        for step in 0..<10 { stage.frame([0: (Int32(step), 500)]) }
        let waiting = stage.publisher.clients[0].outbox.count
        #expect(try queues() == [1, waiting, 1, 100_000, waiting, 1, 100_000])
        stage.time += 500_000
        stage.publisher.backlog.check()
        #expect(try queues()[6] == 600_000, "before it is cut")
        slow = nil
        stage.turn()
        #expect(try queues() == [0, 0, 0, 0, waiting, 1, 600_000], "also of those that are gone")
        withExtendedLifetime(slow) {}
    }

    @Test func `status counts what was sent`() throws {
        let stage = try Stage()
        let client = stage.subscriber("w/a")
        stage.frame([0: (10, 10), 1: (700, 10)])
        stage.frame([1: (710, 10)])  // outside all receivers
        stage.frame([0: nil, 1: nil])
        client.send("nonsense")
        client.send(#"{"type":"release","id":1,"receivers":["a"]}"#)
        let counts = try #require(try ask(stage, client, "status")["counts"])
        let expected = [
            "clients": 1, "connections": 1, "refused": 0, "touches": 2, "frames": 3, "encodings": 2, "lines": 2, "badLines": 1,
            "refusedRequests": 1,
            "merged": 0, "lagged": 0, "slow": 0, "violations": 0,
        ]
        for (name, count) in expected { #expect(counts.int(name) == count, "\(name)") }
    }

    @Test func `the list of clients says what each subscribes to`() throws {
        let stage = try Stage()
        let asker = stage.connect()
        stage.time += 1_000_000
        let other = stage.connect(
            #"{"type":"hello","name":"the map"}"#,
            #"{"type":"subscribe","id":1,"regions":["w/a"],"events":["touch","gesture"],"axes":true,"maxRate":60,"coalesced":true}"#,
            #"{"type":"subscribe","id":2,"observe":true}"#, #"{"type":"claim","id":3,"receivers":["a"],"ackWithin":50}"#)
        stage.frame([0: (10, 10)])
        stage.frame([0: (11, 10)])
        other.send(#"{"type":"ack","seq":2}"#)
        let reply = try ask(stage, asker, "clients")
        let list = try #require(reply["clients"]?.array)
        #expect(list.map { $0["self"]?.bool } == [true, nil])
        let entry = list[1]
        #expect(entry["name"]?.string == "the map")
        #expect(entry.int("pid") == Int(getpid()) && entry.int("uid") == 1000)
        #expect(reply.int("time")! - entry.int("connectedAt")! == 20_000)
        let subscriptions = try #require(entry["subscriptions"]?.array)
        #expect(subscriptions.map { $0["regions"]?.array?.map(\.string) } == [["w/a"], ["**"]])
        #expect(subscriptions[0]["events"]?.array?.map(\.string) == ["touch", "gesture"])
        #expect(subscriptions.map { $0["axes"]?.bool } == [true, nil] && subscriptions.map { $0["coalesced"]?.bool } == [true, nil])
        #expect(subscriptions.map { $0.int("maxRate") } == [60, nil] && subscriptions.map { $0.int("subscription") } == [1, 2])
        #expect(subscriptions.map { $0["observe"]?.bool } == [nil, true])
        #expect(entry["claims"]?.array?.map(\.string) == ["a"])
        // Two snapshots, and two frames of which the second is not acknowledged.
        #expect(entry.int("ackWithin") == 50 && entry.int("lastAck") == 2)
        #expect(entry.int("seq") == 4 && entry.int("unacknowledged") == 2)
        #expect(entry.int("sentBytes")! > 500)
        #expect(entry.int("queuedBytes") == 0 && entry.int("lag") == 0)
    }

    /// An acknowledgement of a line that was never sent has no effect.
    @Test func `a client cannot acknowledge future lines`() throws {
        let stage = try Stage()
        let client = stage.subscriber()
        client.send(#"{"type":"ack","seq":99}"#)
        #expect(try ask(stage, client, "clients")["clients"]?.array?.first?.int("lastAck") == 1)
    }

    @Test func `the list of clients shows which one is behind`() throws {
        let stage = try Stage()
        var slow: TestClient? = stage.subscriber()
        let asker = stage.connect()
        stage.frame([0: (10, 500)])
        while !stage.publisher.clients[0].isBehind { stage.frame([0: (Int32(stage.published % 400), 500)]) }
        for step in 0..<10 { stage.frame([0: (Int32(step), 500)]) }
        var entry = try #require(try ask(stage, asker, "clients")["clients"]?.array?.first)
        #expect(entry.int("queuedBytes")! > 0 && entry.int("queuedFrames") == 1)
        #expect(entry.int("merged") == 9 && entry.int("lag") == 100_000 && entry.int("lagged") == 0)
        stage.time += 500_000
        stage.publisher.backlog.check()
        entry = try #require(try ask(stage, asker, "clients")["clients"]?.array?.first)
        #expect(entry.int("lagged") == 1 && entry.int("merged") == 10, "the one that was given up as well")
        _ = stage.receive(slow!)
        entry = try #require(try ask(stage, asker, "clients")["clients"]?.array?.first)
        #expect(entry.int("lagged") == 1 && entry.int("merged") == 10 && entry.int("lag") == 0)
        let counts = try ask(stage, asker, "status")["counts"]
        #expect(counts?.int("merged") == 10 && counts?.int("lagged") == 1)
        slow = nil
        stage.turn()
        #expect(try ask(stage, asker, "status")["counts"]?.int("merged") == 10, "of those who are gone, too")
    }

    /// A frame is encoded once for all clients with the same subscriptions.
    @Test func `a frame is encoded once per set of subscriptions`() throws {
        let stage = try Stage()
        let globs = ["**", "w/a", "w/*"]
        let clients = (0..<64).map { stage.subscriber(globs[$0 % globs.count]) }
        #expect(stage.publisher.groups.count == 3)
        let before = stage.publisher.counters
        for step in 0..<20 {
            stage.frame([0: (Int32(10 + step), 10)])
            for client in clients { _ = client.receive() }
        }
        let after = stage.publisher.counters
        #expect(after.frames - before.frames == 20)
        #expect(after.encodings - before.encodings == 3 * 20)
        #expect(after.lines - before.lines == 64 * 20)
    }
}
