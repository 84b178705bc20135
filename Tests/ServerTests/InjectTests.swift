import Glibc
import Testing

@testable import Server
@testable import Service
@testable import TouchCore
@testable import Wire

/// Touches that clients inject: docs/protocol.md, docs/access.md.
@Suite struct InjectTests {
    private typealias Finger = (finger: Int, phase: String, x: Double?, y: Double?)

    private func line(_ fingers: [Finger], screen: String? = nil) -> String {
        let touches = fingers.map { finger in
            let x = finger.x.map { #","x":\#($0)"# } ?? ""
            let y = finger.y.map { #","y":\#($0)"# } ?? ""
            return #"{"finger":\#(finger.finger),"phase":"\#(finger.phase)"\#(x)\#(y)}"#
        }
        return #"{"type":"inject","id":1,\#(screen.map { #""screen":"\#($0)","# } ?? "")"touches":[\#(touches.joined(separator: ","))]}"#
    }

    /// The reply to the request.
    private func inject(_ stage: Stage, _ client: TestClient, _ fingers: Finger..., screen: String? = nil) throws -> JSONValue {
        client.send(line(fingers, screen: screen))
        stage.turn()
        return try #require(stage.receive(client).last { $0.type == "reply" })
    }

    private func ids(_ reply: JSONValue) -> [Int?]? { reply["touches"]?.array?.map { $0.number.map { Int($0) } } }
    private func code(_ reply: JSONValue) -> String? { reply["error"]?["code"]?.string }

    private func words(_ lines: [JSONValue]) -> [String] {
        lines.flatMap(\.events).map { event in
            ["phase", "region", "reason"].compactMap { event[$0]?.string }.joined(separator: " ")
        }
    }

    @Test func `fingers go where a panel's would, under a panel of their own`() throws {
        let stage = try Stage()
        let subscriber = stage.subscriber()
        let client = stage.connect(on: .admin)
        let began = try inject(stage, client, (1, "began", 10, 20), (2, "began", 700, 30))
        let first = Int(TouchID.first.rawValue)
        #expect(ids(began) == [first, first + 1])
        #expect(ids(try inject(stage, client, (2, "moved", 10, 30), (1, "moved", 10, 20))) == [first + 1, first])
        #expect(ids(try inject(stage, client, (1, "ended", nil, nil), (2, "ended", 20, 30))) == [first, first + 1])
        let lines = stage.receive(subscriber)
        #expect(words(lines) == ["began a", "began b", "moved b", "ended a", "ended b"], "captured, and one that is still has not moved")
        let frames = lines.filter { $0.type == "frame" }
        #expect(frames.map { $0["panel"]?.string } == ["s-injected", "s-injected", "s-injected"])
        let events = frames.flatMap(\.events)
        #expect(events[0].int("x") == 10 && events[0].int("y") == 20)
        #expect(events[3].int("x") == 10 && events[4].int("x") == 20, "a finger lifts where it was, or where it is said to")
        #expect(flaw(in: lines) == nil)
    }

    @Test func `a finger's number is free again when it is over, and the touch is another`() throws {
        let stage = try Stage()
        let client = stage.connect(on: .admin)
        let first = ids(try inject(stage, client, (7, "began", 10, 20)))
        #expect(code(try inject(stage, client, (7, "began", 10, 20))) == "taken")
        _ = try inject(stage, client, (7, "ended", nil, nil))
        let second = ids(try inject(stage, client, (7, "began", 10, 20)))
        #expect(first != second && second?.count == 1 && second?[0] != nil)
        #expect(stage.publisher.injections.all.count == 1)
    }

    @Test func `each connection has fingers of its own, on one panel`() throws {
        let stage = try Stage()
        let subscriber = stage.subscriber()
        let (one, two) = (stage.connect(on: .admin), stage.connect(on: .admin))
        _ = try inject(stage, one, (1, "began", 10, 20))
        #expect(try inject(stage, two, (1, "began", 700, 20))["ok"]?.bool == true)
        _ = try inject(stage, two, (1, "ended", nil, nil))
        #expect(code(try inject(stage, two, (1, "moved", 5, 5))) == "notFound")
        #expect(try inject(stage, one, (1, "moved", 5, 5))["ok"]?.bool == true)
        #expect(words(stage.receive(subscriber)) == ["began a", "began b", "ended b", "moved a"])
    }

    @Test func `a request that is wrong in one finger does nothing with the others`() throws {
        let stage = try Stage()
        let subscriber = stage.subscriber()
        let client = stage.connect(on: .admin)
        #expect(code(try inject(stage, client, (1, "began", 10, 20), (2, "moved", 10, 20))) == "notFound")
        #expect(code(try inject(stage, client, (1, "began", 10, 20), (1, "ended", nil, nil))) == "badRequest")
        for (x, y) in [(1000.0, 5.0), (5.0, 1000.0), (-0.5, 5.0), (5.0, -0.5)] {
            let reply = try inject(stage, client, (1, "began", 10, 20), (2, "began", x, y))
            #expect(code(reply) == "badRequest" && reply["error"]?["message"]?.string?.contains("outside screen \"s\"") == true)
        }
        #expect(code(try inject(stage, client, (1, "began", 10, 20), screen: "t")) == "notFound")
        #expect(code(try inject(stage, client, (1, "began", 10, nil))) == "badRequest")
        #expect(stage.publisher.injections.all.isEmpty && words(stage.receive(subscriber)) == [])
        _ = try inject(stage, client, (1, "began", 0, 999.5), screen: "s")
        #expect(code(try inject(stage, client, (1, "ended", 1000, nil))) == "badRequest", "nor does it lift there")
        #expect(stage.publisher.injections.all.count == 1 && words(stage.receive(subscriber)) == ["began a"])
    }

    @Test func `ten fingers are the most on a screen, whoever injects them`() throws {
        let stage = try Stage()
        let (one, two) = (stage.connect(on: .admin), stage.connect(on: .admin))
        for finger in 0..<9 { _ = try inject(stage, one, (finger, "began", Double(finger), 5)) }
        #expect(code(try inject(stage, two, (0, "began", 5, 5), (1, "began", 6, 5))) == "taken")
        #expect(try inject(stage, two, (0, "began", 5, 5))["ok"]?.bool == true)
        #expect(code(try inject(stage, one, (9, "began", 5, 5))) == "taken")
        // A finger that lifts makes room in the same report.
        #expect(try inject(stage, two, (1, "began", 5, 6), (0, "ended", nil, nil))["ok"]?.bool == true)
        #expect(Set(stage.publisher.injections.all.map(\.slot)) == Set(0..<10))
    }

    @Test func `a client that dies has its fingers cancelled, and nobody else's`() throws {
        let stage = try Stage()
        let subscriber = stage.subscriber()
        let other = stage.connect(on: .admin)
        _ = try inject(stage, other, (1, "began", 10, 20))
        do {
            let client = stage.connect(on: .admin)
            _ = try inject(stage, client, (1, "began", 700, 20), (2, "began", 20, 20))
        }
        stage.turn()
        let lines = stage.receive(subscriber)
        #expect(words(lines) == ["began a", "began b", "began a", "cancelled b clientGone", "cancelled a clientGone"])
        #expect(flaw(in: lines) == nil)
        #expect(stage.publisher.injections.all.map(\.number) == [1])
        #expect(try inject(stage, other, (1, "ended", nil, nil))["ok"]?.bool == true)
        #expect(words(stage.receive(subscriber)) == ["ended a"])
    }

    /// A client that connects after another's end but before its fingers end gets none of their slots.
    @Test func `fingers of a client that is gone keep their slots until they are cancelled`() throws {
        let stage = try Stage()
        let subscriber = stage.subscriber()
        let other = stage.connect(on: .admin)
        let client = stage.connect(on: .admin)
        _ = try inject(stage, client, (1, "began", 700, 20))
        stage.publisher.connections.drop(stage.publisher.clients.last!)
        let taker = stage.publisher.clients[1]
        try stage.publisher.injections.inject(
            taker, [InjectedTouch(["finger": 5, "phase": "began", "x": 10, "y": 10])], screen: nil, mayBeSensitive: false, nil)
        stage.turn()
        #expect(words(stage.receive(subscriber)) == ["began b", "began a", "cancelled b clientGone"])
        #expect(stage.receive(other).last?["ok"]?.bool == true)
    }

    @Test func `a cancelled finger is cancelled as a palm's, and is over`() throws {
        let stage = try Stage()
        let subscriber = stage.subscriber()
        let client = stage.connect(on: .admin)
        _ = try inject(stage, client, (1, "began", 10, 20))
        _ = try inject(stage, client, (1, "cancelled", nil, nil))
        #expect(words(stage.receive(subscriber)) == ["began a", "cancelled a palm"])
        #expect(code(try inject(stage, client, (1, "ended", nil, nil))) == "notFound")
    }

    @Test func `a touch that is over leaves its finger down, and says so`() throws {
        let stage = try Stage()
        let client = stage.connect(on: .admin)
        _ = try inject(stage, client, (1, "began", 10, 20))
        client.send(#"{"type":"edit","id":2,"edits":[{"op":"remove","region":"a"}]}"#)
        stage.turn()
        _ = stage.receive(client)
        #expect(ids(try inject(stage, client, (1, "moved", 11, 20))) == [nil])
        #expect(ids(try inject(stage, client, (1, "ended", nil, nil))) == [nil])
        #expect(stage.publisher.injections.all.isEmpty)
    }

    @Test func `fingers stay down over a reload, unless their screen is gone`() throws {
        let stage = try Stage()
        let subscriber = stage.subscriber()
        let client = stage.connect(on: .admin)
        _ = try inject(stage, client, (1, "began", 10, 20))
        stage.replaceTree(Stage.tree(window: "w"))
        #expect(try inject(stage, client, (1, "moved", 11, 20))["ok"]?.bool == true)
        stage.replaceTree(Stage.tree(window: "w", screen: "other"))
        #expect(words(stage.receive(subscriber)) == ["began a", "moved a", "cancelled a reload"])
        #expect(code(try inject(stage, client, (1, "moved", 12, 20))) == "notFound")
        #expect(try inject(stage, client, (1, "began", 12, 20), screen: "other")["ok"]?.bool == true)
        stage.replaceTree(Stage.tree(window: "w"))
        #expect(try inject(stage, client, (1, "began", 12, 20), screen: "s")["ok"]?.bool == true, "whose number is free again")
        #expect(words(stage.receive(subscriber)) == ["began a", "cancelled a reload", "began a"])
    }

    @Test func `each screen has fingers of its own`() throws {
        let screens = ["s", "t"].map { id in
            let all = RegionGeometry(frame: Rect(0, 0, 100, 100))
            return ScreenSpec(id: id, size: Size(100, 100), windows: [RegionSpec(id: id + "w", kind: .window, geometry: all)])
        }
        let stage = try Stage(RegionTree(screens))
        let subscriber = stage.subscriber()
        let client = stage.connect(on: .admin)
        _ = try inject(stage, client, (1, "began", 10, 20), screen: "t")
        #expect(code(try inject(stage, client, (1, "moved", 11, 20), screen: "s")) == "notFound")
        #expect(try inject(stage, client, (1, "began", 10, 20))["ok"]?.bool == true)
        #expect(stage.publisher.injections.all.map(\.slot) == [0, 0])
        _ = try inject(stage, client, (1, "ended", nil, nil), screen: "t")
        let frames = stage.receive(subscriber).filter { $0.type == "frame" }
        #expect(frames.map { $0["panel"]?.string } == ["t-injected", "s-injected", "t-injected"])
        #expect(words(frames) == ["began tw", "began sw", "ended tw"])
    }

    @Test func `a finger that a smaller screen leaves outside still lifts`() throws {
        let stage = try Stage()
        let subscriber = stage.subscriber()
        let client = stage.connect(on: .admin)
        _ = try inject(stage, client, (1, "began", 10, 900))
        let all = RegionGeometry(frame: Rect(0, 0, 500, 500))
        let window = RegionSpec(id: "w", kind: .window, geometry: all, children: [RegionSpec(id: "a", geometry: all)])
        stage.replaceTree(RegionTree([ScreenSpec(id: "s", size: Size(500, 500), windows: [window])]))
        #expect(code(try inject(stage, client, (1, "moved", 10, 800))) == "badRequest")
        #expect(try inject(stage, client, (1, "ended", nil, nil))["ok"]?.bool == true)
        #expect(words(stage.receive(subscriber)) == ["began a", "ended a"])
    }

    @Test(arguments: [Listener.Role.admin, .events]) func `no finger comes down in a sensitive region, nor the others of the request`(
        socket: Listener.Role
    ) throws {
        let stage = try Stage(SensitiveTests.tree())
        stage.access.rules = [AccessRules.Rule(user: 9, rights: [.inject, .observe])]
        let subscriber = stage.subscriber()
        _ = stage.receive(subscriber)
        let client = stage.connect(user: 9, on: socket)
        let reply = try inject(stage, client, (1, "began", 700, 900), (2, "began", 100, 100))
        #expect(code(reply) == "notAllowed" && reply["error"]?["message"]?.string?.contains("sensitive region") == true)
        #expect(stage.receive(subscriber).filter { $0.type == "frame" }.isEmpty && stage.publisher.injections.all.isEmpty)
    }

    @Test func `for tests the administrator may put one there, and sees no more of it than anybody`() throws {
        let stage = try Stage(SensitiveTests.tree())
        stage.access.rules = [AccessRules.Rule(user: 9, rights: [.inject, .observe])]
        let client = stage.connect(
            #"{"type":"trace","on":true}"#, #"{"type":"subscribe","observe":true}"#, #"{"type":"record","panel":"p"}"#, on: .admin)
        _ = stage.receive(client)
        for finger in [(1, "began", 100, 100), (1, "moved", 110, 100), (1, "ended", nil, nil)] as [Finger] {
            client.send(#"{"sensitive":true,"# + line([finger]).dropFirst())
        }
        stage.turn()
        let lines = stage.receive(client)
        let events = lines.flatMap(\.events)
        #expect(events.map { $0["event"]?.string } == ["sensitive", "sensitive", "sensitive", "sensitive"], "to the pad and to who looks on")
        #expect(!events.contains { $0["x"] != nil || $0["local"] != nil })
        #expect(lines.filter { $0.type == "trace" }.map { $0["sensitive"]?.bool } == [true])
        #expect(lines.filter { $0.type == "reply" }.count == 3)
        #expect(!lines.contains { $0.type == "input" }, "no panel has reported it")
        let other = stage.connect(user: 9)
        other.send(#"{"sensitive":true,"# + line([(1, "began", 100, 100)]).dropFirst())
        stage.turn()
        #expect(code(try #require(stage.receive(other).last)) == "notAllowed")
        #expect(code(try inject(stage, client, (1, "began", 100, 100))) == "notAllowed", "each request has to say so")
    }

    @Test func `a finger that is delayed until the region is sensitive touches nothing`() throws {
        let stage = try Stage(SensitiveTests.tree())
        let subscriber = stage.subscriber()
        stage.service.injected.inject([ContactChange(slot: 0, phase: .began, location: Point(100, 100), avoidsSensitive: true)], screen: "s")
        stage.service.injected.inject([ContactChange(slot: 0, phase: .ended, location: Point(100, 100))], screen: "s")
        #expect(stage.receive(subscriber).filter { $0.type == "frame" }.isEmpty, "the core checks it once more")
    }

    @Test func `another's finger that is delayed until the region is sensitive touches nothing, during an administrator's test, too`() throws {
        func tree(isSensitive: Bool) -> RegionTree {
            var screens = SensitiveTests.tree().screenSpecs
            screens[0].windows[0].children[0].children[0].isSensitive = isSensitive
            // A finger in the corner is delayed.
            screens[0].kiosk.gestures = [KioskGestureRule(id: "menu", .corner(.topLeft, size: 200, hold: 3_000_000))]
            return RegionTree(screens)
        }
        let stage = try Stage(tree(isSensitive: true))
        stage.access.rules = [AccessRules.Rule(user: 9, rights: [.inject, .observe])]
        let admin = stage.connect(on: .admin)
        admin.send(#"{"sensitive":true,"# + line([(1, "began", 300, 300)]).dropFirst())
        admin.send(line([(1, "ended", nil, nil)]))
        stage.turn()
        stage.replaceTree(tree(isSensitive: false))
        let client = stage.connect(user: 9)
        for isSensitive in [false, true] {
            #expect(ids(try inject(stage, client, (1, "began", 100, 100))) == [nil], "it is delayed")
            stage.replaceTree(tree(isSensitive: isSensitive))
            let reply = try inject(stage, client, (1, "moved", 150, 150))
            #expect(ids(reply)?.first.map { $0 == nil } == isSensitive, "it can no longer be a hold: it touches what is there now, if it may")
            #expect(try inject(stage, client, (1, "ended", nil, nil))["ok"]?.bool == true)
        }
    }

    @Test func `a reload that takes the right away cancels the fingers at once`() throws {
        let stage = try Stage()
        stage.access.rules = [AccessRules.Rule(user: 9, rights: [.inject]), AccessRules.Rule(user: 8, rights: [.inject])]
        let (client, other, subscriber) = (stage.connect(user: 9), stage.connect(user: 8), stage.subscriber())
        #expect(try inject(stage, client, (1, "began", 10, 10))["ok"]?.bool == true)
        #expect(try inject(stage, other, (1, "began", 700, 10))["ok"]?.bool == true)
        _ = stage.receive(subscriber)
        stage.access.rules = [AccessRules.Rule(user: 8, rights: [.inject])]
        stage.replaceTree(Stage.tree(window: "w"))
        stage.turn()
        #expect(words(stage.receive(subscriber)) == ["cancelled a reload"])
        #expect(stage.publisher.injections.all.map(\.place) == [Point(700, 10)], "the other still has the right")
        #expect(code(try inject(stage, client, (1, "ended", nil, nil))) == "notAllowed")
        #expect(try inject(stage, other, (1, "ended", nil, nil))["ok"]?.bool == true)
    }

    @Test func `a rule grants it by screen, for a user or a token`() throws {
        let screens = ["s", "t"].map { id in
            ScreenSpec(
                id: id, size: Size(100, 100),
                windows: [RegionSpec(id: "w\(id)", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))])
        }
        let stage = try Stage(RegionTree(screens))
        stage.access.bridges = [8]
        stage.access.rules = [
            AccessRules.Rule(user: 9, screens: ["s"], rights: [.inject]), AccessRules.Rule(token: "help", screens: ["t"], rights: [.inject]),
        ]
        let user = stage.connect(user: 9)
        #expect(ids(try inject(stage, user, (1, "began", 10, 10), screen: "s"))?.count == 1)
        #expect(code(try inject(stage, user, (1, "began", 10, 10), screen: "t")) == "notAllowed")
        let token = stage.connect(#"{"type":"hello","as":"help"}"#, user: 8)
        #expect(code(try inject(stage, token, (1, "began", 10, 10), screen: "s")) == "notAllowed")
        #expect(ids(try inject(stage, token, (1, "began", 10, 10), screen: "t"))?.count == 1)
        #expect(code(try inject(stage, stage.connect(user: 1000), (1, "began", 10, 10))) == "notAllowed", "trust is not enough")
    }

    @Test func `a session is one line of the log, and status lists it`() throws {
        let stage = try Stage()
        let client = stage.connect(#"{"type":"hello","name":"help"}"#, on: .admin)
        func lines() -> Int { stage.system.takeLog().count { $0.contains("injects touches on screen s") } }
        func injecting() -> [JSONValue] {
            client.send(#"{"type":"status","id":2}"#)
            stage.turn()
            return stage.receive(client).last { $0.type == "reply" }?["injecting"]?.array ?? []
        }
        #expect(injecting().isEmpty)
        for _ in 0..<3 {
            _ = try inject(stage, client, (1, "began", 10, 20))
            _ = try inject(stage, client, (1, "ended", nil, nil))
            stage.time += 59_000_000
        }
        #expect(lines() == 1)
        let entry = try #require(injecting().first)
        #expect(entry["name"]?.string == "help" && entry.int("touches") == 3 && entry.int("down") == 0)
        #expect(entry["screens"]?.array?.map(\.string) == ["s"])
        stage.time += 2_000_000
        #expect(injecting().isEmpty, "60 s without a finger")
        _ = try inject(stage, client, (1, "began", 10, 20))
        stage.time += 300_000_000
        #expect(lines() == 1 && injecting().first?.int("down") == 1, "a finger that is down keeps the session")
        _ = try inject(stage, client, (2, "began", 30, 20))
        #expect(lines() == 0 && injecting().first?.int("touches") == 2)
    }

    @Test func `how much is injected, and by whom, is counted`() throws {
        let stage = try Stage()
        let client = stage.connect(on: .admin)
        _ = try inject(stage, client, (1, "began", 10, 20), (2, "began", 10, 30))
        _ = try inject(stage, client, (1, "ended", nil, nil), (2, "ended", nil, nil))
        client.send(#"{"type":"clients","id":3}"#)
        client.send(#"{"type":"status","id":4}"#)
        stage.turn()
        let lines = stage.receive(client)
        #expect(lines[0]["clients"]?.array?.first?.int("injected") == 2)
        #expect(lines[1]["counts"]?.int("injected") == 2)
    }
}
