import Glibc
import Testing

@testable import Server
@testable import Service
@testable import TouchCore
@testable import Wire

/// The accessible glass on the wire: who learns of profiles and of the focus, and who may change them (contract 10).
@Suite struct AccessibleGlassTests {
    private let subscribe = #"{"type":"subscribe","id":1}"#

    /// A screen of 1000 × 1000 points with the buttons `a` and `b`, a sensitive region `pad` with the buttons `one` and `two`, and a slider.
    private func stage(_ profiles: [ProfileRule] = [], hasSurface: Bool = false) throws -> Stage {
        func region(_ id: String, _ kind: RegionKind, _ x: Double, _ y: Double = 0) -> RegionSpec {
            RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: Rect(x, y, 100, 100)))
        }
        var screen = Stage.tree(window: "w").screenSpecs[0]
        var pad = region("pad", .view, 400)
        pad.geometry = RegionGeometry(frame: Rect(400, 0, 200, 100))
        pad.isSensitive = true
        pad.children = [region("one", .button, 0), region("two", .button, 100)]
        var buy = region("buy", .button, 0)
        buy.accessibility = AccessibilitySpec(label: "Buy")
        buy.accessibility!.hint = "Opens the list"
        screen.windows[0].children += [buy, pad, region("back", .button, 800), region("volume", .slider, 0, 500)]
        if hasSurface {
            var app = region("app", .surface, 0, 600)
            app.geometry = RegionGeometry(frame: Rect(0, 600, 1000, 400))
            screen.windows[0].children.append(app)
        }
        screen.accessibility = AccessibilityRules(profiles: profiles)
        return try Stage(RegionTree([screen]))
    }

    private func send(_ line: String, _ client: TestClient, _ stage: Stage) -> [JSONValue] {
        client.send(line)
        stage.turn()
        return stage.receive(client)
    }

    private func code(_ lines: [JSONValue]) -> String? { lines.last { $0.type == "reply" }?["error"]?["code"]?.string }

    private func focused(_ lines: [JSONValue]) -> [String] { lines.filter { $0.type == "focus" }.map { $0["region"]?.string ?? "" } }

    @Test func `the snapshot has the profiles that are on, of screens with the section only`() throws {
        let stage = try stage([ProfileRule(id: "speech")])
        let admin = stage.connect(subscribe, on: .admin)
        #expect(stage.receive(admin).last?["screens"]?.array?.first?["accessibility"] == ["profiles": []])
        let lines = send(#"{"type":"accessibility","id":2,"screen":"s","profile":"speech","on":true}"#, admin, stage)
        #expect(lines.map(\.type) == ["accessibility", "cue", "reply"])
        #expect(lines[0]["profiles"] == ["speech"] && lines[0]["by"]?.string == "request" && lines[0]["private"]?.bool == false)
        #expect(lines[0]["seq"] == nil)
        #expect(stage.receive(stage.connect(subscribe)).last?["screens"]?.array?.first?["accessibility"] == ["profiles": ["speech"]])
        let plain = try Stage()
        #expect(plain.receive(plain.connect(subscribe)).last?["screens"]?.array?.first?["accessibility"] == nil)
        #expect(code(send(#"{"type":"extend","id":2}"#, plain.connect(on: .admin), plain)) == "notFound")
    }

    @Test func `profiles are told to every subscriber, the focus to those with the right`() throws {
        let stage = try stage([ProfileRule(id: "speech")])
        stage.access = AccessRules(
            rules: [
                AccessRules.Rule(rights: [.receive]), AccessRules.Rule(user: 2, rights: [.accessibility]),
            ])
        let (plain, able, unsubscribed) = (stage.connect(subscribe, user: 1), stage.connect(subscribe, user: 2), stage.connect(user: 2))
        _ = (stage.receive(plain), stage.receive(able), stage.receive(unsubscribed))
        #expect(code(send(#"{"type":"focus","id":2,"move":"next"}"#, plain, stage)) == "notAllowed")
        #expect(code(send(#"{"type":"activate","id":2}"#, plain, stage)) == "notAllowed")
        #expect(code(send(#"{"type":"accessibility","id":2,"profile":"speech","on":true}"#, plain, stage)) == "notAllowed")
        let lines = send(#"{"type":"focus","id":2,"move":"next"}"#, unsubscribed, stage)
        #expect(lines.map(\.type) == ["reply"])
        _ = send(#"{"type":"accessibility","id":3,"profile":"speech","on":true}"#, unsubscribed, stage)
        let focus = stage.receive(able)
        #expect(focus.map(\.type) == ["focus", "accessibility", "cue"])
        #expect(focus[0]["label"]?.string == "Buy" && focus[0]["hint"]?.string == "Opens the list" && focus[0]["role"]?.string == "button")
        #expect(focus[0]["path"]?.string == "w/buy" && focus[0]["frame"] == [0, 0, 100, 100] && focus[0].int("turn") == 1)
        #expect(stage.receive(plain).map(\.type) == ["accessibility"])
    }

    @Test func `an activation is an ordinary touch of 0,1 s that carries its maker`() throws {
        let stage = try stage()
        let client = stage.connect(subscribe, user: 1000)
        _ = send(#"{"type":"focus","id":2,"region":"buy"}"#, client, stage)
        let lines = send(#"{"type":"activate","id":3,"turn":1}"#, client, stage)
        #expect(lines.map(\.type) == ["panel", "frame", "activate", "reply"])
        let touch = try #require(lines[1].events.first)
        #expect(touch["by"]?.string == "accessibility" && touch["region"]?.string == "buy" && touch["x"]?.number == 50)
        #expect(lines[1].events.last?["action"]?.string == "touchDown" && lines[2].int("touch") == touch.int("id"))
        #expect(lines[1]["panel"]?.string == "s-accessibility")
        stage.time += 100_000
        stage.advance()
        let end = stage.receive(client)
        #expect(end.flatMap(\.events).map { $0["phase"]?.string ?? $0["action"]?.string ?? "" } == ["ended", "touchUpInside"])
        #expect(end[0].events[0]["by"]?.string == "accessibility")
        stage.frame([0: (10, 10)])
        #expect(stage.receive(client).flatMap(\.events).first.map { $0["by"] == nil } == true)
    }

    @Test func `a slider steps with a control's events, and a value that is kept`() throws {
        let stage = try stage()
        let client = stage.connect(subscribe, user: 1000)
        _ = send(#"{"type":"focus","id":2,"region":"volume"}"#, client, stage)
        let lines = send(#"{"type":"focus","id":3,"move":"increment"}"#, client, stage)
        let actions = lines.flatMap(\.events)
        #expect(actions.map { $0["action"]?.string } == ["touchDown", "valueChanged", "touchUpInside"])
        #expect(actions[1]["value"]?.number == 0.1)
        #expect(lines.last { $0.type == "focus" }?["value"]?.number == 0.1)
        #expect(stage.tree.spec(ofID: "volume")?.knob?.value == 0.1)
    }

    @Test(arguments: [
        (#"{"type":"focus","id":9}"#, "badRequest"), (#"{"type":"focus","id":9,"region":"buy","move":"next"}"#, "badRequest"),
        (#"{"type":"focus","id":9,"region":"nobody"}"#, "notFound"), (#"{"type":"focus","id":9,"region":"w"}"#, "notFound"),
        (#"{"type":"focus","id":9,"region":"one"}"#, "notAllowed"), (#"{"type":"focus","id":9,"element":{"label":"x"}}"#, "conflict"),
        (#"{"type":"focus","id":9,"move":"increment"}"#, "conflict"), (#"{"type":"activate","id":9,"screen":"none"}"#, "notFound"),
        (#"{"type":"accessibility","id":9,"profile":"none","on":true}"#, "notFound"),
        (#"{"type":"focus","id":9,"move":"next","turn":0}"#, "stale"), (#"{"type":"activate","id":9,"turn":0}"#, "stale"),
    ]) func `what cannot be done is refused`(line: String, expected: String) throws {
        let stage = try stage()
        let client = stage.connect(subscribe, user: 1000)
        _ = send(#"{"type":"focus","id":2,"region":"buy"}"#, client, stage)
        #expect(code(send(line, client, stage)) == expected)
    }

    @Test func `in a sensitive region the owner alone learns of the focus, and others of the same turns whatever happens`() throws {
        func run(_ moves: Int) throws -> (owner: [JSONValue], other: [JSONValue]) {
            let stage = try stage()
            let (owner, other) = (stage.connect(subscribe, user: 1000), stage.connect(subscribe, user: 1000))
            _ = send(#"{"type":"claim","id":2,"receivers":["pad","one","two"]}"#, owner, stage)
            _ = (stage.receive(owner), stage.receive(other))
            stage.service.dispatcher.press(KeypadKey("KEY_A", of: "pad"), .next, screen: 0, at: stage.time)
            stage.service.dispatcher.press(KeypadKey("KEY_A", of: "pad"), .next, screen: 0, at: stage.time)
            for _ in 0..<moves { stage.service.dispatcher.press(KeypadKey("KEY_A", of: "pad"), .next, screen: 0, at: stage.time) }
            stage.turn()
            for region in ["one", "two"] { #expect(code(send(#"{"type":"focus","id":5,"region":"\#(region)"}"#, other, stage)) == "notAllowed") }
            #expect(code(send(#"{"type":"activate","id":6}"#, other, stage)) == "notAllowed")
            let seen = send(#"{"type":"focus","id":7,"region":"back"}"#, other, stage)
            return (stage.receive(owner), stage.receive(other) + seen)
        }
        let (none, one) = (try run(0), try run(1))
        #expect(focused(one.owner) == ["buy", "one", "two", "back"])
        #expect(focused(none.owner) == ["buy", "one", "back"])
        #expect(one.other.map(\.type) == none.other.map(\.type))
        #expect(one.other == none.other)
        #expect(focused(one.other).last == "back")
    }

    @Test func `an activation in a sensitive region is bare for others`() throws {
        let stage = try stage()
        let owner = stage.connect(subscribe, user: 1000)
        let other = stage.connect(#"{"type":"subscribe","id":1,"observe":true}"#, user: 1000)
        _ = send(#"{"type":"claim","id":2,"receivers":["pad","one","two"]}"#, owner, stage)
        _ = send(#"{"type":"focus","id":3,"region":"one"}"#, owner, stage)
        _ = stage.receive(other)
        let own = send(#"{"type":"activate","id":4}"#, owner, stage)
        #expect(own.contains { $0.type == "activate" } && own.flatMap(\.events).contains { $0["region"]?.string == "one" })
        let seen = stage.receive(other)
        #expect(!seen.contains { $0.type == "activate" })
        #expect(seen.flatMap(\.events).allSatisfy { $0["event"]?.string == "sensitive" && $0["by"] == nil })
        #expect(seen.flatMap(\.events).map { $0["phase"]?.string } == ["began"])
    }

    @Test func `a claim that ends leaves the focus on the region, and tells nobody where it was`() throws {
        let stage = try stage()
        let (owner, other) = (stage.connect(subscribe, user: 1000), stage.connect(subscribe, user: 1000))
        _ = send(#"{"type":"claim","id":2,"receivers":["pad","one","two"]}"#, owner, stage)
        _ = send(#"{"type":"focus","id":3,"region":"two"}"#, owner, stage)
        _ = stage.receive(other)
        _ = send(#"{"type":"release","id":4,"receivers":["pad","one","two"]}"#, owner, stage)
        stage.time += 1
        stage.advance()
        #expect(!stage.receive(other).contains { $0.type == "focus" })
        #expect(focused(send(#"{"type":"focus","id":5,"move":"next"}"#, other, stage)) == ["back"])
    }

    @Test func `a reload that changes a profile ends it, and one that removes the section forgets the focus`() throws {
        let stage = try stage([ProfileRule(id: "speech")])
        let client = stage.connect(subscribe, on: .admin)
        _ = send(#"{"type":"accessibility","id":2,"profile":"speech","on":true}"#, client, stage)
        var screen = stage.tree.screenSpecs[0]
        var changed = ProfileRule(id: "speech")
        changed.idleFactor = 2
        screen.accessibility = AccessibilityRules(profiles: [changed])
        stage.replaceTree(RegionTree([screen]))
        stage.time += 1
        stage.advance()
        stage.turn()
        let line = stage.receive(client).last { $0.type == "accessibility" }
        #expect(line?["profiles"] == [] && line?["by"]?.string == "reload")
        screen.accessibility = nil
        stage.replaceTree(RegionTree([screen]))
        stage.turn()
        #expect(code(send(#"{"type":"focus","id":3,"move":"next"}"#, client, stage)) == "notFound")
    }

    @Test func `a profile's regions are told as changed`() throws {
        var low = ProfileRule(id: "low")
        low.hide = ["buy"]
        let stage = try stage([low])
        let client = stage.connect(subscribe, on: .admin)
        _ = stage.receive(client)
        let lines = send(#"{"type":"accessibility","id":2,"profile":"low","on":true}"#, client, stage)
        #expect(lines.first { $0.type == "changed" }?["regions"]?.array?.first?["id"]?.string == "buy")
        #expect(stage.tree.spec(ofID: "buy")?.hidden == true)
        _ = send(#"{"type":"accessibility","id":3,"profile":"low","on":false}"#, client, stage)
        #expect(stage.tree.spec(ofID: "buy")?.hidden == false)
    }

    // MARK: Exploring

    /// A stage with a profile that explores, which is on.
    private func exploringStage(hasSurface: Bool = false) throws -> (Stage, TestClient) {
        var profile = ProfileRule(id: "touch")
        profile.explore = ExploreRule()
        let stage = try stage([profile], hasSurface: hasSurface)
        let client = stage.connect(subscribe, user: 1000)
        _ = send(#"{"type":"accessibility","id":2,"profile":"touch","on":true}"#, client, stage)
        return (stage, client)
    }

    private func wait(_ duration: Int64, _ stage: Stage) {
        stage.time += duration
        stage.advance()
        stage.turn()
    }

    @Test func `a finger that explores moves the focus and touches nothing, and a double tap is an ordinary touch`() throws {
        let (stage, client) = try exploringStage()
        stage.frame([0: (50, 50)])
        #expect(stage.receive(client).map(\.type) == ["cue"])
        wait(300_000, stage)
        let found = stage.receive(client)
        #expect(found.map(\.type) == ["focus"] && found[0]["by"]?.string == "explore" && focused(found) == ["buy"])
        stage.frame([0: nil])
        for _ in 0..<2 {
            stage.frame([1: (300, 900)])
            stage.frame([1: nil])
        }
        let lines = stage.receive(client).filter { $0.type != "screen" && $0.type != "cue" && $0.type != "panel" }
        #expect(lines.map(\.type) == ["frame", "activate"])
        #expect(lines[0].events.first?["by"]?.string == "accessibility" && lines[0].events.first?["region"]?.string == "buy")
    }

    @Test func `a reader is a client that has subscribed and has the right`() throws {
        let stage = try stage()
        stage.access = AccessRules(rules: [AccessRules.Rule(rights: [.receive]), AccessRules.Rule(user: 1000, rights: [.accessibility])])
        #expect(!stage.publisher.hasReader)
        _ = stage.connect(subscribe, user: 1)
        let client = stage.connect(user: 1000)
        #expect(!stage.publisher.hasReader)
        _ = send(subscribe, client, stage)
        #expect(stage.publisher.hasReader)
        shutdown(client.fd, Int32(SHUT_RDWR))
        stage.turn()
        #expect(!stage.publisher.hasReader)
    }

    @Test func `gestures of several fingers go to those with the right`() throws {
        let (stage, client) = try exploringStage()
        stage.access = AccessRules(rules: [AccessRules.Rule(rights: [.receive]), AccessRules.Rule(user: 1000, rights: [.accessibility])])
        let plain = stage.connect(subscribe, user: 1)
        _ = (stage.receive(plain), stage.receive(client))
        stage.frame([0: (100, 600), 1: (200, 600), 2: (300, 600)])
        stage.frame([0: (100, 700), 1: (200, 700), 2: (300, 700)])
        stage.frame([0: nil, 1: nil, 2: nil])
        let lines = stage.receive(client).filter { $0.type == "accessibilityGesture" }
        #expect(lines.map { $0.int("fingers") } == [3] && lines[0]["kind"]?.string == "swipe" && lines[0]["direction"]?.string == "down")
        #expect(stage.receive(plain).allSatisfy { $0.type == "screen" })
    }

    @Test func `what fingers that explore do in a sensitive region only its owner hears`() throws {
        let (stage, owner) = try exploringStage()
        let other = stage.connect(subscribe, user: 1000)
        _ = send(#"{"type":"claim","id":3,"receivers":["pad","one","two"]}"#, owner, stage)
        stage.frame([0: (450, 50)])
        wait(300_000, stage)
        stage.frame([0: nil])
        #expect(focused(stage.receive(owner)).last == "one")
        #expect(focused(stage.receive(other)) == ["pad"])
        wait(1_000_000, stage)
        for _ in 0..<2 {
            stage.frame([1: (470, 50)])
            stage.frame([1: nil])
        }
        #expect(stage.receive(owner).map(\.type).contains("activate"))
        // Not even that touchd has made a panel for the touch.
        #expect(Set(stage.receive(other).map(\.type)).isSubset(of: ["cue", "screen", "frame"]))
        wait(1_000_000, stage)
        stage.frame([0: (450, 50), 1: (550, 50)])
        stage.frame([0: nil, 1: nil])
        #expect(stage.receive(owner).contains { $0.type == "accessibilityGesture" })
        #expect(!stage.receive(other).contains { $0.type == "accessibilityGesture" })
    }

    @Test func `a client that reads slowly gets the newest place on a surface, in the order of turns`() throws {
        let (stage, client) = try exploringStage(hasSurface: true)
        stage.frame([0: (10, 700)])
        wait(300_000, stage)
        for x in 11...310 { stage.frame([0: (Int32(x), 700)]) }
        let lines = stage.receive(client).filter { $0.type == "explore" }
        #expect(lines.last?["x"]?.number == 310)
        #expect(lines.count < 300)
        let turns = lines.map { $0.int("turn") ?? 0 }
        #expect(turns == turns.sorted() && Set(turns).count == turns.count)
    }
}
