import Glibc
import Support
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Combinations of client requests: rates and claims, rights and gestures, edits and sensitive regions.
@Suite struct InterplayTests {
    private func words(_ lines: [JSONValue]) -> [String] {
        lines.flatMap(\.events).map { event in
            let isBare = event["event"]?.string == "sensitive"
            return (["phase", "gesture", "state", "region", "reason"].compactMap { event[$0]?.string } + (isBare ? ["bare"] : []))
                .joined(separator: " ")
        }
    }

    private func pad(isSensitive: Bool = true) -> RegionTree {
        let one = RegionSpec(id: "one", geometry: RegionGeometry(frame: Rect(0, 0, 500, 500)))
        var pad = RegionSpec(id: "pad", geometry: RegionGeometry(frame: Rect(0, 0, 500, 1000)), children: [one])
        pad.isSensitive = isSensitive
        let b = RegionSpec(id: "b", geometry: RegionGeometry(frame: Rect(500, 0, 500, 1000)))
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = [pad, b]
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    /// A region `a` with a pan that cancels nothing, and `b`.
    private func panned() -> RegionTree {
        var pan = GestureSpec(id: "slide", type: "pan")
        pan.cancelsTouchesInView = false
        var a = RegionSpec(id: "a", geometry: RegionGeometry(frame: Rect(0, 0, 500, 1000)))
        a.gestures = [pan]
        let b = RegionSpec(id: "b", geometry: RegionGeometry(frame: Rect(500, 0, 500, 1000)))
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = [a, b]
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    // MARK: Sensitive regions

    @Test func `an owner that wants few frames is not told of moves after it has released`() throws {
        let stage = try Stage(pad())
        let owner = stage.connect(
            #"{"type":"subscribe","id":1,"events":["touch"],"maxRate":5}"#, #"{"type":"claim","id":2,"receivers":["pad"]}"#)
        stage.frame([0: (10, 10)])
        stage.frame([0: (20, 10)])
        stage.frame([0: (30, 10)])
        owner.send(#"{"type":"release","id":3,"receivers":["pad"]}"#)
        stage.turn()
        stage.time += 500_000
        _ = stage.publisher.advance(panel: stage.panel, to: stage.time)
        stage.frame([0: nil])
        let lines = stage.receive(owner)
        #expect(flaw(in: lines) == nil)
        #expect(words(lines).filter { $0.contains("one") }.last == "cancelled one clientGone")
    }

    @Test(arguments: [true, false]) func `a reload makes a region sensitive from then on, or makes it no more so`(becomes: Bool) throws {
        let stage = try Stage(pad(isSensitive: !becomes))
        let observer = stage.connect(#"{"type":"subscribe","id":1,"events":["touch"],"observe":true}"#)
        stage.frame([0: (10, 10)])
        stage.replaceTree(pad(isSensitive: becomes))
        stage.frame([0: (20, 10)])
        stage.frame([0: nil])
        stage.frame([0: (10, 10)])
        // The touch that was down ends for clients whose view of it changed.
        let seen = words(stage.receive(observer))
        #expect(
            seen
                == (becomes
                    ? ["began one", "cancelled one reload", "began pad bare"] : ["began pad bare", "cancelled pad reload bare", "began one"]),
            "\(seen)")
    }

    @Test func `a region that an edit lets drag itself in a sensitive one is not placed any more`() throws {
        let stage = try Stage(pad())
        let observer = stage.connect(#"{"type":"subscribe","id":1}"#)
        let editor = stage.connect()
        editor.send(#"{"type":"edit","id":1,"edits":[{"op":"set","region":"one","key":"behaviour","value":"dragSelf"}]}"#)
        stage.turn()
        #expect(stage.receive(editor).last?["ok"]?.bool == true)
        _ = stage.receive(observer)
        editor.send(#"{"type":"edit","id":2,"edits":[{"op":"set","region":"one","key":"alpha","value":0.5}]}"#)
        stage.turn()
        #expect(!stage.receive(observer).contains { $0["regions"]?.array?.contains { $0["id"]?.string == "one" } == true })
    }

    @Test func `who asks what a point hits does not learn where fingers have moved what is in a sensitive region`() throws {
        let stage = try Stage(SensitiveTests.tree())
        let client = stage.connect()
        func hit(_ x: Int, _ y: Int) -> JSONValue? {
            client.send(#"{"type":"hit","id":1,"x":\#(x),"y":\#(y)}"#)
            stage.turn()
            return stage.receive(client).last
        }
        let before = [hit(100, 300), hit(300, 300), hit(600, 10)]
        stage.frame([0: (100, 300)])  // `three` drags itself
        stage.frame([0: (300, 300)])
        stage.frame([0: nil])
        #expect([hit(100, 300), hit(300, 300), hit(600, 10)] == before)
        #expect(before[0]?["hit"]?.string == "w/list/pad")
        #expect(before[2]?["hit"]?.string == "w/list/b")
        // Its owner may know.
        client.send(#"{"type":"subscribe","id":2}"#)
        client.send(#"{"type":"claim","id":3,"receivers":["pad"]}"#)
        stage.turn()
        #expect(hit(300, 300)?["hit"]?.string?.hasPrefix("w/list/pad/") == true)
    }

    // MARK: Gestures that come into view in the middle

    @Test func `a gesture that comes into view in its middle stays hidden`() throws {
        let stage = try Stage(panned())
        stage.access = AccessRules(rules: [AccessRules.Rule(user: 1, regions: ["w/b"], rights: [.receive])])
        let client = stage.connect(#"{"type":"subscribe","id":1}"#, user: 1)
        stage.frame([0: (10, 10), 1: (700, 10)])
        for x in stride(from: Int32(20), to: 100, by: 10) { stage.frame([0: (x, 10)]) }
        stage.access = AccessRules(rules: [AccessRules.Rule(user: 1, rights: [.receive])])
        stage.replaceTree(panned())
        stage.frame([0: (110, 10)])
        stage.frame([0: nil, 1: nil])
        stage.frame([0: (10, 10)])
        for x in stride(from: Int32(20), to: 60, by: 10) { stage.frame([0: (x, 10)]) }
        stage.frame([0: nil])
        let seen = words(stage.receive(client))  // checks for violations
        #expect(seen.filter { !$0.hasPrefix("moved") }.prefix(3) == ["began b", "ended b", "began a"], "\(seen)")
        #expect(seen.contains("slide began a") && seen.last == "slide ended a", "\(seen)")
    }

    @Test func `who may observe from a reload on is not told the end of a touch that the same reload takes from its owner`() throws {
        let stage = try Stage(panned())
        stage.access = AccessRules(rules: [
            AccessRules.Rule(user: 1, regions: ["w/b"], rights: [.receive, .observe]), AccessRules.Rule(user: 2, rights: [.receive, .claim]),
        ])
        let observer = stage.connect(#"{"type":"subscribe","id":1,"observe":true}"#, user: 1)
        let owner = stage.connect(#"{"type":"subscribe","id":1}"#, #"{"type":"claim","id":2,"receivers":["a"]}"#, user: 2)
        stage.frame([0: (10, 10)])
        stage.access = AccessRules(rules: [
            AccessRules.Rule(user: 1, rights: [.receive, .observe]), AccessRules.Rule(user: 2, rights: [.receive]),
        ])
        stage.replaceTree(panned())
        stage.frame([0: nil])
        #expect(words(stage.receive(observer)) == [])
        #expect(words(stage.receive(owner)) == ["began a", "cancelled a reload"])
    }

    @Test func `what its owner may not see after a reload it has claimed no more`() throws {
        let stage = try Stage(panned())
        stage.access = AccessRules(rules: [AccessRules.Rule(user: 2, rights: [.receive, .claim]), AccessRules.Rule(user: 1, rights: [.receive])])
        let other = stage.connect(#"{"type":"subscribe","id":1}"#, user: 1)
        let owner = stage.connect(#"{"type":"subscribe","id":1}"#, #"{"type":"claim","id":2,"receivers":["a"]}"#, user: 2)
        stage.access = AccessRules(rules: [
            AccessRules.Rule(user: 2, rights: [.claim]), AccessRules.Rule(user: 2, regions: ["w/b"], rights: [.receive]),
            AccessRules.Rule(user: 1, rights: [.receive]),
        ])
        stage.replaceTree(panned())
        stage.frame([0: (10, 10)])
        #expect(stage.receive(owner).contains { $0.type == "released" })
        #expect(words(stage.receive(other)) == ["began a"], "or nobody would get it")
    }

    // MARK: Clients that do not read

    @Test func `a begin that waits for a slow client has its end, whoever claims something meanwhile`() throws {
        let stage = try Stage()
        let slow = stage.subscriber("w/a")
        stage.frame([0: (10, 500)])
        while stage.publisher.clients[0].queue.isEmpty {
            stage.frame([0: (Int32(stage.published % 400), 500)])
            stage.time -= 10_000
        }
        stage.frame([1: (20, 20)])  // its begin waits
        _ = stage.connect(#"{"type":"subscribe","id":1}"#, #"{"type":"claim","id":2,"receivers":["b"]}"#)
        stage.frame([1: nil])
        stage.frame([0: nil])
        let phases = stage.receive(slow).flatMap(\.events).compactMap { $0["phase"]?.string }
        #expect(phases.count { $0 == "began" } == 2 && phases.count { $0 == "ended" } == 2)
    }

    @Test func `a client that lags is told so once, however often the tree changes meanwhile`() throws {
        let stage = try Stage()
        let slow = stage.subscriber()
        let editor = stage.connect()
        stage.frame([0: (10, 500)])
        while !stage.publisher.clients[0].isLagging { stage.frame([0: (Int32(stage.published % 400), 500)]) }
        var most = 0
        for index in 0..<400 {
            editor.send(#"{"type":"edit","id":\#(index),"edits":[{"op":"\#(index % 2 == 0 ? "bringToFront" : "sendToBack")","region":"a"}]}"#)
            stage.turn()
            _ = stage.receive(editor)
            most = max(most, stage.publisher.clients[0].outbox.count)
        }
        #expect(most < 1 << 16, "nothing piles up for it: \(most) bytes")
        let lines = stage.receive(slow)
        #expect(flaw(in: lines) == nil)
        #expect(lines.filter { $0.type == "lagged" }.count == 1)
        let cancelled = lines.first { $0.type == "lagged" }?["cancelled"]?.array?.map(\.numberText)
        #expect(cancelled == ["65536"])
        #expect(lines.last?.type == "snapshot" && lines.last?.int("generation") == 401)
    }

    @Test func `who has begins explained and has not subscribed gets all lines when it reads again`() throws {
        let stage = try Stage()
        let tracer = stage.connect(#"{"type":"trace","on":true}"#)
        for _ in 0..<400 {
            stage.frame([0: (10, 10)])
            stage.frame([0: nil])
            stage.time -= 20_000
        }
        #expect(stage.publisher.clients[0].isBehind, "or the test shows nothing")
        #expect(stage.receive(tracer).filter { $0.type == "trace" }.count == 400)
    }

    @Test func `what waits for a client that is gone goes to nobody else`() throws {
        // Other tests open files at the same time, so the new client does not always get the freed descriptor.
        for _ in 0..<1000 {
            let stage = try Stage()
            var gone: TestClient? = stage.subscriber()
            let client = stage.publisher.clients[0]
            withExtendedLifetime(gone) {}
            gone = nil
            stage.frame([0: (10, 10)])  // the line cannot be sent
            stage.turn()
            #expect(stage.publisher.clients.isEmpty)
            let other = TestClient(stage.path)
            stage.turn()
            if stage.publisher.clients.first?.fd != client.fd { continue }
            stage.publisher.backlog.sendLine(client, ServerMessages.pong(.string("stray")))
            #expect(other.receive().map(\.type) == ["hello"])
            return
        }
        Issue.record("the newcomer never had the descriptor of who was gone: the test shows nothing")
    }

    @Test func `who connects without end keeps nobody waiting`() throws {
        let stage = try Stage()
        let clients = (0..<40).map { _ in TestClient(stage.path) }
        stage.loop.turn(waiting: 0)
        #expect((1...16).contains(stage.publisher.clients.count))
        for _ in 0..<6 { stage.loop.turn(waiting: 0) }
        #expect(stage.publisher.counters.connections + stage.publisher.counters.refused == clients.count)
    }

    // MARK: Panels

    @Test func `a panel that takes another's number has its own name and time`() throws {
        var pace = Pace(interval: 100_000)
        func frame(_ time: Int64) -> RoutedFrame { RoutedFrame(panel: PanelID(slot: 0), time: time, actions: []) }
        let isFirstHeld = pace.holdIfEarly(frame(9_000_000), panel: "left", offset: 0, keepsSamples: false)
        pace.forget(panel: PanelID(slot: 0))
        let isHeldByAnothersClock = pace.holdIfEarly(frame(1_000), panel: "right", offset: 0, keepsSamples: false)
        let isHeld = pace.holdIfEarly(frame(2_000), panel: "right", offset: 0, keepsSamples: false)
        #expect([isFirstHeld, isHeldByAnothersClock, isHeld] == [false, false, true])
        let next = pace.release(upTo: nil)
        #expect(next?.panel == "right")
    }
}
