import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Several subscriptions of one connection, their end, their rates, and merged moves.
@Suite struct SubscriptionTests {
    private func phases(_ lines: [JSONValue]) -> [String] {
        lines.flatMap(\.events).map {
            "\($0.int("id")! - 65535) \($0["phase"]!.string!)" + ($0["reason"]?.string.map { " \($0)" } ?? "")
        }
    }

    private func subscribe(_ id: Int, _ region: String, _ more: String = "") -> String {
        #"{"type":"subscribe","id":\#(id),"regions":["\#(region)"]\#(more)}"#
    }

    private func unsubscribe(_ stage: Stage, _ client: TestClient, _ subscription: Int) -> [JSONValue] {
        client.send(#"{"type":"unsubscribe","id":"u","subscription":\#(subscription)}"#)
        stage.turn()
        return stage.receive(client)
    }

    // MARK: Several subscriptions, and unsubscribe

    @Test func `overlapping subscriptions say each event once`() throws {
        let stage = try Stage()
        let client = stage.connect(subscribe(1, "w/a"), subscribe(2, "w/*"), subscribe(3, "**", #","observe":true"#))
        stage.frame([0: (10, 10)])
        stage.frame([0: (20, 10)])
        stage.frame([0: nil])
        let lines = stage.receive(client)
        #expect(flaw(in: lines) == nil)
        #expect(phases(lines) == ["1 began", "1 moved", "1 ended"])
        #expect(lines.filter { $0.type == "reply" }.map { $0.int("subscription") } == [1, 2, 3])
    }

    @Test func `one subscription too many is refused, and the others stay`() throws {
        let stage = try Stage()
        let client = stage.connect()
        for id in 1...(Limit.subscriptions + 1) {
            client.send(subscribe(id, "w/a"))
            stage.turn()
        }
        let replies = stage.receive(client).filter { $0.type == "reply" }
        #expect(replies.map { $0["ok"]?.bool } == Array(repeating: true, count: Limit.subscriptions) + [false])
        stage.frame([0: (10, 10)])
        #expect(phases(stage.receive(client)) == ["1 began"])
    }

    /// Waiting frames were filtered by the subscriptions of their time.
    @Test(arguments: [subscribeAgain, #"{"type":"unsubscribe","id":2,"subscription":1}"#])
    func `waiting frames go out before subscriptions change`(_ line: String) throws {
        let stage = try Stage()
        let client = stage.subscriber("w/a")
        stage.frame([0: (10, 500), 1: (700, 10)])
        while stage.publisher.clients[0].queue.isEmpty {
            stage.frame([0: (Int32(stage.published % 400), 500)])
            stage.time -= 10_000  // not long behind
        }
        stage.frame([2: (20, 20)])
        stage.frame([2: nil])
        client.send(line)
        stage.turn()
        let lines = stage.receive(client)
        #expect(flaw(in: lines) == nil)
        let lift = try #require(lines.firstIndex { phases([$0]).contains("3 ended") })
        let reply = try #require(lines.firstIndex { $0["id"]?.number == 2 })
        #expect(lift < reply)
    }

    private static let subscribeAgain = #"{"type":"subscribe","id":2,"regions":["w/b"]}"#

    @Test func `a touch that only a given-up subscription showed is cancelled`() throws {
        let stage = try Stage()
        let client = stage.connect(subscribe(1, "w/a"), subscribe(2, "w/b"))
        stage.frame([0: (10, 10), 1: (700, 10)])
        _ = stage.receive(client)
        let lines = unsubscribe(stage, client, 1)
        #expect(lines.map(\.type) == ["frame", "reply"], "what is over is said before the answer")
        #expect(phases(lines) == ["1 cancelled reload"])
        stage.frame([0: (20, 10), 1: (710, 10)])
        stage.frame([0: nil, 1: nil])
        stage.frame([0: (30, 10)])
        #expect(phases(stage.receive(client)) == ["2 moved", "2 ended"])
    }

    @Test func `a touch that another subscription shows goes on`() throws {
        let stage = try Stage()
        let client = stage.connect(subscribe(1, "w/a"), subscribe(2, "w/*"))
        stage.frame([0: (10, 10)])
        _ = stage.receive(client)
        #expect(unsubscribe(stage, client, 1).map(\.type) == ["reply"])
        stage.frame([0: nil])
        #expect(phases(stage.receive(client)) == ["1 ended"])
    }

    /// A touch that was down at the later subscription's cut belongs only to the earlier subscription.
    @Test func `the cuts of the other subscriptions still count`() throws {
        let stage = try Stage()
        let client = stage.connect(subscribe(1, "w/a"))
        stage.frame([0: (10, 10)])
        client.send(subscribe(2, "**"))
        stage.turn()
        _ = stage.receive(client)
        #expect(phases(unsubscribe(stage, client, 1)) == ["1 cancelled reload"])
        stage.frame([0: nil])
        #expect(phases(stage.receive(client)) == [])
    }

    @Test func `after the last subscription is given up the connection gets no events`() throws {
        let stage = try Stage()
        let client = stage.connect(subscribe(1, "**"))
        stage.frame([0: (10, 10)])
        #expect(phases(unsubscribe(stage, client, 1)) == ["1 began", "1 cancelled reload"])
        stage.frame([0: nil])
        stage.frame([0: (10, 10)])
        stage.replaceTree(Stage.tree(window: "other"))
        #expect(stage.receive(client).isEmpty)
        // A number is never reused, and the sequence continues.
        client.send(subscribe(2, "**"))
        stage.turn()
        let lines = stage.receive(client)
        #expect(lines.map { $0.int("subscription") } == [2, nil])
        #expect(lines.last?.int("seq") == 4)
    }

    @Test(arguments: [0, 2, 7]) func `a number of no subscription is not found`(_ number: Int) throws {
        let stage = try Stage()
        let reply = unsubscribe(stage, stage.connect(subscribe(1, "**")), number).last
        #expect(reply?["error"]?["code"]?.string == "notFound")
    }

    /// A claim requires a subscription: when the subscription ends, the claim and the events that only the claimant gets end too.
    @Test func `a claim ends with the subscription that showed it`() throws {
        let stage = try Stage(ClaimTests.tree())
        let owner = stage.connect(subscribe(1, "w/a"), subscribe(2, "w/b"), #"{"type":"claim","id":3,"receivers":["a","b"]}"#)
        let observer = stage.connect(subscribe(1, "w/*", #","observe":true"#))
        stage.frame([0: (10, 10), 1: (700, 10)])
        _ = stage.receive(owner)
        let lines = unsubscribe(stage, owner, 1)
        #expect(lines.map(\.type) == ["frame", "released", "reply"])
        #expect(phases(lines) == ["1 cancelled clientGone"])
        #expect(lines[1]["receivers"]?.array?.map(\.string) == ["a"])
        stage.frame([0: nil, 1: nil])
        #expect(phases(stage.receive(owner)) == ["2 ended"])
        #expect(phases(stage.receive(observer)).filter { $0.hasPrefix("1") } == ["1 began", "1 cancelled clientGone"])
    }

    @Test func `of a client that is gone nothing is sent on another connection`() throws {
        let stage = try Stage(ClaimTests.tree())
        var owner: TestClient? = stage.connect(subscribe(1, "**"), #"{"type":"claim","id":3,"receivers":["a"]}"#)
        #expect(owner != nil)
        owner = nil
        // In one turn the connection is closed and its descriptor is reused for the next.
        let next = TestClient(stage.path)
        stage.turn()
        #expect(stage.receive(next).map(\.type) == ["hello"])
    }

    // MARK: axes

    @Test func `a change of pressure alone is for clients that asked for axes`() throws {
        let stage = try Stage(hasPressure: true)
        let client = stage.connect(subscribe(1, "w/b", #","axes":true"#), subscribe(2, "w/a"))
        let asking = stage.connect(subscribe(1, "**", #","axes":true"#))
        stage.frame([0: (10, 10)])
        stage.press(50)
        stage.frame([0: (20, 10)])
        #expect(phases(stage.receive(client)) == ["1 began", "1 moved"])
        let lines = stage.receive(asking)
        #expect(phases(lines) == ["1 began", "1 moved", "1 moved"])
        #expect(lines.flatMap(\.events).map { $0["pressure"]?.number } == [0, 0.5, 0.5])
    }

    // MARK: sync

    @Test func `sync comes after everything before it, for several subscriptions`() throws {
        let stage = try Stage()
        let client = stage.connect(subscribe(1, "w/a", #","maxRate":1"#), subscribe(2, "w/b", #","maxRate":1"#))
        stage.frame([0: (10, 10), 1: (700, 10)])
        stage.frame([0: (20, 10), 1: (710, 10)])
        _ = stage.receive(client)
        client.send(#"{"type":"sync","id":7}"#)
        stage.turn()
        let lines = stage.receive(client)
        #expect(lines.map(\.type) == ["frame", "synced"], "moves that are held back come before it")
        #expect(phases(lines) == ["1 moved", "2 moved"])
    }

    @Test func `answers do not overtake the frames of a client that is behind`() throws {
        let stage = try Stage()
        let slow = stage.subscriber()
        stage.frame([0: (10, 500)])
        while !stage.publisher.clients[0].isBehind { stage.frame([0: (Int32(stage.published % 400), 500)]) }
        stage.time -= Int64(stage.published) * 10_000  // not long behind
        stage.frame([0: nil])
        slow.send(#"{"type":"sync","id":7}"#)
        stage.turn()
        let lines = stage.receive(slow)
        #expect(flaw(in: lines) == nil)
        #expect(lines.last?.type == "synced")
        #expect(lines.dropLast().last.map { phases([$0]) } == ["1 ended"])
    }

    // MARK: maxRate

    @Test func `moves come no more often than the client asked for, and edges at once`() throws {
        let stage = try Stage()
        let paced = stage.connect(subscribe(1, "**", #","maxRate":20"#))
        let all = stage.subscriber()
        var seen = (stage.receive(paced), stage.receive(all)).1
        var edges: [String] = []
        for index in 0..<100 {  // one second
            var slots: [Int: (x: Int32, y: Int32)?] = [0: (Int32(10 + index), 10)]
            if index == 33 { slots[1] = (700, 10) }
            if index == 37 { slots[1] = .some(nil) }
            stage.frame(slots)
            seen += stage.receive(all)
            let lines = stage.receive(paced)
            edges += phases(lines).filter { !$0.hasSuffix("moved") }
            if index == 33 { #expect(edges.last == "2 began", "not delayed") }
            if index == 37 { #expect(edges.last == "2 ended", "not delayed") }
            if let last = lines.last, index == 33 || index == 37 {
                #expect(last.int("time") == Int(stage.time))
            }
            let frames = lines.filter { $0.type == "frame" }
            #expect(frames.count <= 2, "what was held, and the edge")
        }
        stage.frame([0: nil])
        seen += stage.receive(all)
        #expect(edges == ["1 began", "2 began", "2 ended"])
        #expect(phases(stage.receive(paced)) == ["1 moved", "1 ended"], "the last place is not lost")
        #expect(seen.count { $0.type == "frame" } == 101, "who asked for nothing gets all")
    }

    @Test func `a rate is kept over a second`() throws {
        let stage = try Stage()
        let paced = stage.connect(subscribe(1, "**", #","maxRate":20"#))
        stage.frame([0: (10, 10)])
        for index in 0..<100 { stage.frame([0: (Int32(11 + index), 10)]) }
        let moves = stage.receive(paced).filter { $0.type == "frame" }.dropFirst()
        #expect(moves.count == 20)
        let times = moves.map { $0.int("time")! }
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 50_000 })
    }

    /// A timer on event time: the same bytes are sent whether the timer fires in time or the next frame comes first.
    @Test(arguments: [true, false]) func `event time alone decides when held moves go`(_ hasTimer: Bool) throws {
        func run(_ hasTimer: Bool) throws -> String {
            let stage = try Stage()
            let client = stage.connect(subscribe(1, "**", #","maxRate":30,"coalesced":true"#))
            var bytes = ""
            var x: Int32 = 10
            for (pause, steps) in [(0, 7), (40_000, 2), (100_000, 5), (7_000, 9)] {
                stage.time += Int64(pause)
                for _ in 0..<steps {
                    x += 3
                    if hasTimer {
                        while let due = stage.publisher.deadline(ofPanel: stage.panel), due <= stage.time + 10_000 {
                            #expect(stage.publisher.advance(panel: stage.panel, to: due))
                        }
                    }
                    stage.frame([0: (x, 10)])
                    _ = client.receive()
                    bytes += client.lastBytes
                    client.forget()
                }
            }
            stage.frame([0: nil])
            _ = client.receive()
            return bytes + client.lastBytes
        }
        let (bytes, others) = (try run(hasTimer), try run(false))
        #expect(bytes == others)
        #expect(bytes.contains("coalesced"))
    }

    @Test func `a held move goes when it is due`() throws {
        let stage = try Stage()
        let client = stage.connect(subscribe(1, "**", #","maxRate":10"#))
        stage.frame([0: (10, 10)])
        stage.frame([0: (20, 10)])
        _ = stage.receive(client)
        let due = try #require(stage.publisher.deadline(ofPanel: stage.panel))
        #expect(due == stage.time - 10_000 + 100_000)
        #expect(!stage.publisher.advance(panel: stage.panel, to: due - 1))
        #expect(stage.receive(client).isEmpty)
        #expect(stage.publisher.advance(panel: stage.panel, to: due))
        #expect(phases(stage.receive(client)) == ["1 moved"])
        #expect(stage.publisher.deadline(ofPanel: stage.panel) == nil)
    }

    @Test func `a held move is not lost with a claim`() throws {
        let stage = try Stage()
        let client = stage.connect(subscribe(1, "**", #","maxRate":10"#))
        stage.frame([0: (10, 10)])
        stage.frame([0: (20, 10)])
        _ = stage.receive(client)
        client.send(#"{"type":"claim","id":2,"receivers":["b"]}"#)
        stage.turn()
        let lines = stage.receive(client)
        #expect(lines.map(\.type) == ["frame", "reply"] && phases(lines) == ["1 moved"])
    }

    @Test func `the move that is due first is next`() throws {
        let stage = try Stage()
        let clients = [5, 20, 10].map { stage.connect(subscribe(1, "**", #","maxRate":\#($0)"#)) }
        stage.frame([0: (10, 10)])
        stage.frame([0: (20, 10)])
        #expect(stage.publisher.deadline(ofPanel: stage.panel) == stage.time - 10_000 + 50_000)
        withExtendedLifetime(clients) {}
    }

    @Test func `a held move goes before the end`() throws {
        let stage = try Stage()
        let client = stage.connect(subscribe(1, "**", #","maxRate":10"#))
        stage.frame([0: (10, 10)])
        stage.frame([0: (20, 10)])
        _ = stage.receive(client)
        stage.publisher.close()
        let lines = client.receive()
        #expect(phases(lines) == ["1 moved"])
        #expect(lines.last?.type == "bye" && lines.last?["reason"]?.string == "shutdown")
    }

    @Test func `the highest rate of a connection counts`() throws {
        let stage = try Stage()
        let two = stage.connect(subscribe(1, "w/a", #","maxRate":10"#), subscribe(2, "w/*", #","maxRate":50"#))
        let free = stage.connect(subscribe(1, "w/a", #","maxRate":10"#), subscribe(2, "w/b"))
        stage.frame([0: (10, 10)])
        for index in 0..<10 { stage.frame([0: (Int32(11 + index), 10)]) }
        #expect(stage.receive(two).count { $0.type == "frame" } == 1 + 5)
        #expect(stage.receive(free).count { $0.type == "frame" } == 1 + 10)
    }

    // MARK: coalesced

    private func check(_ lines: [JSONValue], against full: [JSONValue]) {
        var samples: [[String]] = []
        for line in lines {
            for event in line.events {
                let list = event["coalesced"]?.array ?? []
                let last = list.last
                #expect(!list.isEmpty, "at least itself")
                #expect(["x", "y", "local"].allSatisfy { last?[$0] == event[$0] }, "the last is where the event is")
                #expect(last?.int("time") == line.int("time"))
                samples += list.map { sample in ["time", "x", "y"].map { "\(event.int("id")!) \(sample[$0]!.numberText!)" } }
            }
        }
        let all = full.flatMap { line in
            line.events.map { event in
                [line["time"]!, event["x"]!, event["y"]!].map { "\(event.int("id")!) \($0.numberText!)" }
            }
        }
        #expect(samples == all, "all that the panel said, in order")
    }

    @Test func `merged moves travel in coalesced`() throws {
        let stage = try Stage()
        let client = stage.connect(subscribe(1, "**", #","maxRate":25,"coalesced":true"#))
        let all = stage.subscriber()
        for index in 0..<30 { stage.frame([0: (Int32(10 + index), Int32(index))]) }
        stage.frame([0: nil])
        let (lines, full) = (stage.receive(client), stage.receive(all))
        #expect(lines.flatMap(\.events).count < 12)
        check(lines, against: full)
        #expect(full.flatMap(\.events).allSatisfy { $0["coalesced"] == nil }, "only for who asked")
    }

    /// A sample carries the same information as a separate event: `inside`, and the panel's axes besides the place.
    @Test func `samples say whether they are inside, and how hard they press`() throws {
        let stage = try Stage(hasPressure: true)
        let client = stage.connect(subscribe(1, "w/a", #","maxRate":10,"coalesced":true"#))
        let all = stage.connect(subscribe(1, "w/a", #","axes":true"#))
        stage.frame([0: (490, 10)])
        for x in [495, 505, 510, 499] as [Int32] {
            stage.press(x - 450)
            stage.frame([0: (x, 10)])
        }
        stage.frame([0: nil])
        let samples = stage.receive(client).flatMap(\.events).flatMap { $0["coalesced"]?.array ?? [] }
        let keys = ["time", "x", "inside", "pressure"]
        func words(_ values: [JSONValue?]) -> String {
            values.map { value in value?.numberText ?? value?.bool.map { "\($0)" } ?? "-" }.joined(separator: " ")
        }
        let said = samples.map { sample in words(keys.map { sample[$0] }) }
        let full = stage.receive(all).flatMap { line in
            line.events.map { event in words([line["time"]] + keys.dropFirst().map { event[$0] }) }
        }
        #expect(said.count > 5 && said.contains { $0.contains("505 false 0.55") } && said.contains { $0.contains("499 - 0.49") }, "\(said)")
        #expect(said.allSatisfy { full.contains($0) }, "\(said), \(full)")
    }

    @Test func `one subscription of several is enough for samples`() throws {
        let stage = try Stage()
        let client = stage.connect(subscribe(1, "w/a", #","coalesced":true"#), subscribe(2, "w/b"))
        stage.frame([0: (10, 10), 1: (700, 10)])
        let events = stage.receive(client).flatMap(\.events)
        #expect(events.count == 2 && events.allSatisfy { $0["coalesced"]?.array?.count == 1 })
    }

    @Test func `moves that were merged for a slow client travel in coalesced too`() throws {
        let stage = try Stage()
        let slow = stage.connect(subscribe(1, "**", #","coalesced":true"#))
        let all = stage.subscriber()
        var full = stage.receive(all)
        for index in 0..<1000 {
            stage.frame([0: (Int32(index % 400), 500)])
            full += stage.receive(all)
            stage.time -= 9_900  // not long behind
        }
        stage.frame([0: nil])
        full += stage.receive(all)
        let lines = stage.receive(slow)
        #expect(!lines.contains { $0.type == "lagged" })
        #expect(lines.flatMap(\.events).count < 500, "moves were merged")
        #expect(lines.flatMap(\.events).allSatisfy { $0["coalesced"]!.array!.count <= FrameQueue.mostSamples })
        check(lines, against: full)
    }
}
