import Testing
import Wire

@testable import Logging
@testable import Server
@testable import TouchCore

@Suite struct PublisherTests {
    @Test func `the snapshot is a cut`() throws {
        let stage = try Stage()
        stage.frame([0: (10, 10)])
        let late = stage.subscriber()
        stage.frame([0: (20, 20), 1: (30, 30)])
        stage.frame([0: nil])
        let lines = stage.receive(late)
        #expect(lines.map(\.type) == ["hello", "reply", "snapshot", "frame"])
        #expect(lines[2]["touches"]?.array?.count == 1)
        let elsewhere = stage.receive(stage.subscriber("w/b")).first { $0.type == "snapshot" }
        #expect(elsewhere?["touches"]?.array?.isEmpty == true, "of what it has subscribed to")
        #expect(lines[3].events.map { $0["phase"]!.string! } == ["began"])
    }

    @Test func `a second subscription repeats nothing`() throws {
        let stage = try Stage()
        let client = stage.subscriber("w/a")
        stage.frame([0: (10, 10), 1: (700, 10)])
        client.send(#"{"type":"subscribe","id":2,"regions":["w/**"]}"#)
        stage.turn()
        stage.frame([0: (20, 20), 1: (710, 20), 2: (720, 30)])
        stage.frame([0: nil, 1: nil, 2: nil])
        let lines = stage.receive(client)
        #expect(flaw(in: lines) == nil)
        // The finger on `b` was down at the second cut, so this client does not get it.
        #expect(lines.flatMap(\.events).count == 5)
    }

    @Test func `only events that were subscribed to count`() throws {
        let stage = try Stage()
        let a = stage.subscriber("w/a")
        let b = stage.subscriber("w/b")
        stage.frame([0: (10, 10)])
        stage.frame([1: (700, 10)])
        stage.frame([0: (11, 10), 1: (701, 10)])
        #expect(stage.receive(a).filter { $0.type == "frame" }.map { $0.events.count } == [1, 1])
        let lines = stage.receive(b)
        #expect(lines.filter { $0.type == "frame" }.map { $0.events.count } == [1, 1])
        #expect(flaw(in: lines) == nil)
    }

    @Test func `touches that nobody receives are for observers`() throws {
        let stage = try Stage()
        let plain = stage.subscriber()
        let observer = stage.connect(#"{"type":"subscribe","id":1,"observe":true}"#)
        let ofGestures = stage.connect(#"{"type":"subscribe","id":1,"events":["gesture"],"observe":true}"#)
        stage.frame([0: (700, 10), 1: (710, 10)])
        stage.frame([0: nil, 1: nil])
        for (client, count) in [(plain, 4), (ofGestures, 0)] {
            let events = stage.receive(client).flatMap(\.events)
            #expect(events.count == count && !events.contains { $0["region"] == .null })
        }
        #expect(stage.receive(observer).flatMap(\.events).count == 4)
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.responds = .none
        stage.replaceTree(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
        stage.frame([0: (700, 10)])
        #expect(stage.receive(plain).flatMap(\.events).isEmpty && stage.receive(ofGestures).flatMap(\.events).isEmpty)
        #expect(stage.receive(observer).flatMap(\.events).map { $0["region"] } == [.null])
    }

    @Test func `a touch that began outside is for subscribers of the region that watches`() throws {
        var popover = RegionSpec(id: "popover", geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))
        popover.watchesOutside = true
        let b = RegionSpec(id: "b", geometry: RegionGeometry(frame: Rect(500, 0, 500, 1000)))
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = [b, popover]
        let stage = try Stage(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
        let clients = [
            stage.subscriber("w/popover"), stage.subscriber("w/b"),
            stage.connect(#"{"type":"subscribe","id":1,"regions":["w/popover"],"events":["gesture"]}"#),
        ]
        stage.frame([0: (700, 700)])
        let kinds = clients.map { stage.receive($0).flatMap(\.events).compactMap { $0["event"]?.string } }
        #expect(kinds == [["outside"], ["touch"], []])
    }

    /// Dispatch 12: an event that breaks the grammar is not sent; instead the client's touches are cancelled.
    @Test func `a violation cancels that client's touches`() throws {
        let stage = try Stage()
        let client = stage.subscriber("w/a")
        let other = stage.subscriber("w/b")
        stage.frame([0: (10, 10), 1: (700, 10)])
        let stray = RoutedTouch(
            id: TouchID(99_999), phase: .moved, reason: nil, target: stage.tree.index(ofID: "b"), receiver: stage.tree.index(ofID: "a"),
            location: Point(1, 1), local: Point(1, 1), previousLocal: Point(1, 1), timestamp: stage.time, isInside: true, tapCount: 1,
            axes: TouchAxes())
        stage.publisher.publish(RoutedFrame(time: stage.time, events: [stray]), panel: "p")
        stage.expectedViolations = 1
        #expect(stage.publisher.counters.violations == 1)
        stage.frame([0: (20, 20), 1: (710, 20)])
        stage.frame([0: nil, 1: nil])
        let lines = stage.receive(client)
        #expect(flaw(in: lines) == nil)
        #expect(lines.flatMap(\.events).map { $0["phase"]!.string! } == ["began", "cancelled"])
        #expect(lines.last?.events.first?["reason"]?.string == "resync")
        let others = stage.receive(other)
        #expect(others.flatMap(\.events).map { $0["phase"]!.string! } == ["began", "moved", "ended"])
    }

    /// Events without a receiving client are checked too: a bug is counted and logged, and its log line has a limit.
    @Test func `a violation that reaches nobody is counted and logged`() throws {
        let stage = try Stage()
        var log: [(Log.Level, String)] = []
        stage.publisher.log = { log.append(($0.level, $0.text)) }
        let region = try #require(stage.tree.index(ofID: "a"))
        for count in 1...9 {
            stage.publisher.publish(
                RoutedFrame(time: stage.time, actions: [.control(ControlAction(region: region, event: .touchUpInside, touch: TouchID(90_000)))]),
                panel: "p")
            #expect(stage.publisher.counters.violations == count)
        }
        #expect(log.allSatisfy { $0.0 == .error && $0.1.contains("bug") && $0.1.contains("touchUpInside") })
        #expect(log.count == 9, "nine of at most twenty")
    }

    /// A warning about a client that does not read suppresses no warning about another.
    @Test func `log lines about one client hide none about another`() throws {
        let stage = try Stage()
        var flood = LogFlood()
        var log: [String] = []
        stage.publisher.log = { message in if let line = flood.admit(message, at: 0) { log.append(line.text) } }
        for _ in 0..<30 {
            let noisy = stage.connect()
            noisy.send(#"{"type":"hello","name":"noisy","protocol":99}"#)
            stage.turn()
        }
        let quiet = stage.connect(#"{"type":"hello","name":"quiet","protocol":99}"#, user: 5)
        #expect(log.count { $0.contains("noisy") } == 20)
        #expect(log.last?.contains("quiet") == true)
        withExtendedLifetime(quiet) {}
    }

    @Test func `a line that is no frame keeps its place`() throws {
        let stage = try Stage()
        let slow = stage.subscriber()
        stage.frame([0: (10, 10)])
        while !stage.publisher.clients[0].isBehind { stage.frame([0: (Int32(stage.published % 400), 500)]) }
        stage.time -= Int64(stage.published) * 10_000  // not long behind
        stage.frame([0: (11, 11)])
        stage.frame([0: nil])
        stage.publisher.removed("p", panelID: stage.panel, time: stage.time)
        let lines = stage.receive(slow)
        #expect(flaw(in: lines) == nil)
        #expect(lines.last?.type == "panel")
        #expect(lines.dropLast().last?.events.first?["phase"]?.string == "ended")
    }

    /// A reload may change a region's path so that a subscription no longer matches; the subscriber's touches there end.
    @Test func `a touch that a subscriber no longer sees is over`() throws {
        let stage = try Stage()
        let named = stage.subscriber("w/**")
        let all = stage.subscriber("**")
        stage.frame([0: (10, 10)])
        stage.replaceTree(Stage.tree(window: "other"))
        stage.frame([0: (20, 20)])
        stage.frame([0: nil])
        let lines = stage.receive(named)
        #expect(flaw(in: lines) == nil)
        #expect(lines.flatMap(\.events).map { $0["phase"]!.string! } == ["began", "cancelled"])
        #expect(lines.flatMap(\.events).last?["reason"]?.string == "reload")
        #expect(stage.receive(all).flatMap(\.events).map { $0["phase"]!.string! } == ["began", "moved", "ended"])
    }

    @Test func `a reload says what the subscription matches now`() throws {
        let stage = try Stage()
        let client = stage.subscriber("other/*")
        stage.replaceTree(Stage.tree(window: "other"))
        let lines = stage.receive(client)
        #expect(lines.first { $0.type == "snapshot" }?["regions"]?.array?.count == 0)
        #expect(lines.last?.type == "config")
        #expect(lines.last?["regions"]?.array?.map { $0["path"]!.string! } == ["other/b", "other/a"])
    }

    @Test(arguments: ["7", "12345678901234", "9007199254740993", "1e-9", "-0", #""a\"b""#, "null"])
    func `an id goes back as it came`(_ id: String) throws {
        let stage = try Stage()
        let client = stage.connect(#"{"type":"ping","id":\#(id)}"#)
        _ = client.receive()
        #expect(client.lastBytes.contains(#""id":\#(id)}"#), "\(client.lastBytes)")
    }

    @Test(arguments: ["true", "{}", "[1]"])
    func `an id of another type is refused`(_ id: String) throws {
        let stage = try Stage()
        let reply = stage.receive(stage.connect(#"{"type":"ping","id":\#(id)}"#)).last
        #expect(reply?["ok"]?.bool == false)
    }

    @Test func `a client that has closed its sending side may listen on`() throws {
        let stage = try Stage()
        var client: TestClient? = stage.subscriber()
        client!.finish()
        stage.turn()
        stage.frame([0: (10, 10)])
        #expect(stage.receive(client!).last?.type == "frame")
        client = nil
        stage.turn()
        #expect(stage.publisher.clients.isEmpty && stage.publisher.groups.isEmpty)
    }

    @Test func `of subscriptions one is done in each turn`() throws {
        let stage = try Stage()
        let greedy = stage.connect()
        let other = stage.connect()
        _ = (stage.receive(greedy), stage.receive(other))
        for id in 0..<5 { greedy.send(#"{"type":"subscribe","id":\#(id)}"#) }
        stage.loop.turn(waiting: 0)
        other.send(#"{"type":"ping","id":1}"#)
        stage.loop.turn(waiting: 0)
        #expect(other.receive().map(\.type) == ["pong"])
        #expect(greedy.receive().count { $0.type == "reply" } < 5)
        // All are answered in the end, in order.
        var replies: [Int] = []
        for _ in 0..<20 {
            stage.turn()
            replies += greedy.receive().filter { $0.type == "reply" }.map { $0.int("id")! }
        }
        #expect(replies.last == 4 && replies == replies.sorted())
    }

    @Test func `one client too many is told so`() throws {
        let stage = try Stage()
        var clients: [TestClient] = []
        for _ in 0..<Limit.clients { clients.append(stage.connect()) }
        let last = stage.connect()
        #expect(stage.receive(last).map(\.type) == ["hello", "bye"])
        #expect(last.isClosed)
        clients.removeFirst()
        stage.turn()
        #expect(stage.receive(stage.connect()).map(\.type) == ["hello"])
    }
}
