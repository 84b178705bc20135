import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Gestures, controls and scrolling on the wire: who receives them, and how they end for slow clients.
@Suite struct GestureTests {
    /// Region `a` (left half) with a pan and a scroll view; `b` (right half) is a button.
    private func tree(cancels: Bool = true) -> RegionTree {
        var a = RegionSpec(id: "a", geometry: RegionGeometry(frame: Rect(0, 0, 500, 1000)))
        var pan = GestureSpec(id: "slide", type: "pan")
        pan.cancelsTouchesInView = cancels
        a.gestures = [pan]
        var list = RegionSpec(id: "list", kind: .scrollView, geometry: RegionGeometry(frame: Rect(0, 800, 500, 200)))
        list.scroll!.contentSize = Size(500, 1000)
        a.children = [list]
        let b = RegionSpec(id: "b", kind: .button, geometry: RegionGeometry(frame: Rect(500, 0, 500, 1000)))
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = [a, b]
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    private func subscriber(_ stage: Stage, _ events: String, regions: String = "**") -> TestClient {
        stage.connect(#"{"type":"subscribe","id":1,"regions":["\#(regions)"],"events":[\#(events)]}"#)
    }

    /// The events a client receives, in short form.
    private func words(_ lines: [JSONValue]) -> [String] {
        lines.flatMap(\.events).map { event in
            let said = ["gesture", "region", "phase", "state", "action", "reason"].compactMap { event[$0]?.string }
            return said.joined(separator: " ")
        }
    }

    @Test func `each kind of event goes to the clients that want it`() throws {
        let stage = try Stage(tree())
        let all = subscriber(stage, #""touch","gesture","control","scroll""#)
        let gestures = subscriber(stage, #""gesture""#)
        let controls = subscriber(stage, #""control""#)
        let touches = subscriber(stage, #""touch""#)
        let elsewhere = subscriber(stage, #""gesture","scroll""#, regions: "w/b")
        stage.frame([0: (100, 100)])
        stage.frame([0: (150, 100)])
        stage.frame([0: nil])
        stage.frame([0: (700, 100)])
        stage.frame([0: nil])
        let pan = ["slide a began", "slide a ended"]
        let touch = ["a began", "a cancelled gesture", "b began", "b ended"]
        let control = ["b touchDown", "b touchUpInside"]
        #expect(words(stage.receive(gestures)) == pan)
        #expect(words(stage.receive(touches)) == touch)
        #expect(words(stage.receive(controls)) == control)
        #expect(words(stage.receive(all)) == [touch[0], touch[1], pan[0], pan[1], touch[2], control[0], touch[3], control[1]])
        #expect(words(stage.receive(elsewhere)) == [])
    }

    @Test func `events of a claimed region go to its claimant and to observers`() throws {
        let stage = try Stage(tree())
        let other = subscriber(stage, #""gesture","control""#)
        let owner = stage.connect(
            #"{"type":"subscribe","id":1,"events":["gesture","control"]}"#, #"{"type":"claim","id":2,"receivers":["a","b"]}"#)
        let observer = stage.connect(#"{"type":"subscribe","id":1,"events":["gesture","control"],"observe":true}"#)
        stage.frame([0: (100, 100)])
        stage.frame([0: (150, 100)])
        stage.frame([0: nil])
        stage.frame([0: (700, 100)])
        stage.frame([0: nil])
        let all = ["slide a began", "slide a ended", "b touchDown", "b touchUpInside"]
        #expect([owner, observer, other].map { words(stage.receive($0)) } == [all, all, []])
    }

    @Test func `a gesture's event has what its kind has`() throws {
        let stage = try Stage(tree())
        let client = subscriber(stage, #""gesture","scroll""#)
        stage.frame([0: (100, 100)])
        stage.frame([0: (150, 120)])
        stage.frame([0: nil])
        stage.frame([0: (100, 950)])
        stage.frame([0: (100, 900)])
        stage.time += 500_000  // at rest, so it does not decelerate
        stage.frame([0: nil])
        let events = stage.receive(client).flatMap(\.events)
        #expect(events[0]["kind"]?.string == "pan")
        #expect(events[0]["touches"]?.array?.map(\.numberText) == ["65536"])
        #expect(events[0]["local"]?.array?.map(\.number) == [150, 120])
        #expect(events[0]["translation"]?.array?.map(\.number) == [50, 20])
        #expect(events[0]["velocity"]?.array?.map(\.number) == [5000, 2000])
        #expect(events[2...].map { $0["event"]?.string } == ["scroll", "scroll"])
        #expect(events[2]["offset"]?.array?.map(\.number) == [0, 40])
        #expect(events[2...].map { $0["state"]?.string } == ["began", "ended"])
    }

    @Test func `a client that comes in the middle of a gesture hears of the next one`() throws {
        let stage = try Stage(tree())
        stage.frame([0: (100, 100)])
        stage.frame([0: (150, 100)])
        let late = subscriber(stage, #""gesture""#)
        stage.frame([0: (160, 100)])
        stage.frame([0: nil])
        stage.frame([0: (100, 100)])
        stage.frame([0: (150, 100)])
        #expect(words(stage.receive(late)) == ["slide a began"])
        // A gesture whose region was removed does not continue.
        stage.replaceTree(Stage.tree(window: "w"))
        #expect(words(stage.receive(late)) == ["slide a cancelled"])
    }

    @Test func `changes merge for a slow client, and nothing else is lost`() throws {
        let stage = try Stage(tree(cancels: false))
        let slow = subscriber(stage, #""touch","gesture""#)
        for round in 0..<20 {
            stage.frame([0: (100, 100)])
            for index in 0..<200 {
                stage.frame([0: (Int32(120 + index), 100)])
                stage.time -= 10_000
            }
            stage.frame([0: nil])
            stage.time -= 20_000
            if round == 0 { #expect(stage.publisher.clients[0].isBehind || stage.published > 100) }
        }
        let said = words(stage.receive(slow))
        #expect(said.count { $0 == "slide a began" } == 20)
        #expect(said.count { $0 == "slide a ended" } == 20)
        #expect(said.count { $0 == "slide a changed" } < 20 * 100, "changes were merged")
    }

    @Test func `a client that is too slow is told that its gestures are cancelled`() throws {
        let stage = try Stage(tree(cancels: false))
        let slow = subscriber(stage, #""touch","gesture""#)
        stage.frame([0: (100, 100)])
        // Behind for at least 500 ms and less than 5 s.
        for index in 0..<200 { stage.frame([0: (Int32(120 + index), 100)]) }
        let lines = stage.receive(slow)
        let lagged = try #require(lines.firstIndex { $0.type == "lagged" })
        #expect(words([lines[lagged - 1]]) == ["a cancelled lagged", "slide a cancelled"])
        stage.frame([0: (200, 200)])
        stage.frame([0: nil])
        #expect(words(stage.receive(slow)) == [], "nothing more of these")
    }

    /// An edit renumbers gestures; the records of each client and of the publisher are renumbered too.
    @Test func `a gesture in progress keeps its identity when the tree changes`() throws {
        let stage = try Stage(tree())
        let client = subscriber(stage, #""gesture""#)
        let newcomer = subscriber(stage, #""gesture""#, regions: "w/new/**")
        stage.frame([0: (100, 100)])
        stage.frame([0: (150, 100)])
        let gestures = ["x", "y"].map { #"{"id":"\#($0)","type":"tap"}"# }.joined(separator: ",")
        let region = #"{"id":"new","frame":[600,0,100,100],"gestures":[\#(gestures)]}"#
        client.send(#"{"type":"edit","edits":[{"op":"add","parent":"w","region":\#(region)}]}"#)
        stage.turn()
        stage.frame([0: (200, 100)])
        // A gesture in progress comes into another client's view: the client sees no part of it.
        client.send(
            #"{"type":"edit","edits":[{"op":"move","region":"a","parent":"new"},{"op":"set","region":"new","key":"hitTest","value":{"kind":"overflow"}}]}"#
        )
        stage.turn()
        stage.frame([0: (250, 100)])
        #expect(words(stage.receive(client)) == ["slide a began", "slide a changed", "slide a changed"])
        client.send(#"{"type":"unsubscribe","id":3,"subscription":1}"#)
        stage.turn()
        #expect(words(stage.receive(client)) == ["slide a cancelled"])
        stage.frame([0: nil])
        stage.turn()
        #expect(words(stage.receive(newcomer)) == [])
        #expect(stage.publisher.counters.violations == 0)
    }
}
