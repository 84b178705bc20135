import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Controls and scroll views that come into or go out of a client's view in the middle: no client gets the rest of a press whose begin it did not
/// get, and no client waits for an end that never comes.
@Suite struct MiddleTests {
    /// `room` on the left has a button `ok` above a scroll view `list`; on the right is the region `hall`, and below it the slider `volume`.
    private static func tree(
        isSensitive: Bool = false, in parent: String = "room", ok: RegionKind = .button, isEnabled: Bool = true
    ) -> RegionTree {
        func region(_ id: String, _ frame: Rect, kind: RegionKind = .view, _ children: [RegionSpec] = []) -> RegionSpec {
            RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: frame), children: children)
        }
        var button = region("ok", Rect(0, 0, 500, 400), kind: ok)
        button.isEnabled = isEnabled
        var list = region("list", Rect(0, 400, 500, 600), kind: .scrollView)
        list.scroll!.contentSize = Size(500, 10_000)
        var room = region("room", Rect(0, 0, 500, 1000))
        var hall = region("hall", Rect(0, 0, 500, 1000))
        if parent == "room" { room.children = [button, list] } else { hall.children = [button, list] }
        room.isSensitive = isSensitive
        let volume = region("volume", Rect(500, 900, 500, 100), kind: .slider)
        let window = region("w", Rect(0, 0, 1000, 1000), kind: .window, parent == "room" ? [hall, volume, room] : [room, volume, hall])
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    private static let kinds = #""events":["control","scroll"]"#
    private static let all = #"{"type":"subscribe","id":1,\#(kinds)}"#

    /// The events a client receives, in short form.
    private func words(_ stage: Stage, _ client: TestClient) -> [String] {
        stage.receive(client).flatMap(\.events).map { event in
            ["region", "action", "state"].compactMap { event[$0]?.string }.joined(separator: " ")
        }
    }

    /// Presses the button and drags the list away from its top.
    private func begin(_ stage: Stage) {
        stage.frame([0: (100, 100), 1: (100, 900)])
        stage.frame([1: (100, 800)])
        stage.frame([1: (100, 700)])
    }

    private func goOn(_ stage: Stage) { stage.frame([0: (120, 100), 1: (100, 690)]) }

    private func end(_ stage: Stage) {
        stage.time += 500_000  // at rest
        stage.frame([0: nil, 1: nil])
        stage.time += 3_000_000
        stage.advance()
    }

    private static let begun = ["ok touchDown", "list began", "list changed"]
    private static let goneOn = ["ok touchDragInside", "list changed"]
    private static let ended = ["ok touchUpInside", "list ended"]
    private static let cancelled = ["ok touchCancel", "list cancelled"]

    // MARK: Coming into view

    @Test func `who subscribes in the middle hears of the next`() throws {
        let stage = try Stage(Self.tree())
        begin(stage)
        let late = stage.connect(Self.all)
        goOn(stage)
        end(stage)
        #expect(words(stage, late) == [])
        begin(stage)
        #expect(words(stage, late) == Self.begun)
    }

    @Test func `who subscribes while a list runs on hears of the next, also when a finger of its time catches it`() throws {
        let stage = try Stage(Self.tree())
        stage.frame([0: (100, 900)])
        for y in stride(from: Int32(850), to: 450, by: -50) { stage.frame([0: (100, y)]) }
        stage.frame([0: nil])
        stage.time += 50_000
        stage.advance()
        let late = stage.connect(Self.all)
        stage.time += 50_000
        stage.advance()
        stage.frame([0: (100, 900)])
        stage.frame([0: (100, 850)])
        end(stage)
        #expect(words(stage, late) == [])
        begin(stage)
        #expect(words(stage, late).contains("list began"))
    }

    @Test func `what a rule lets a client see in its middle stays hidden`() throws {
        let stage = try Stage(Self.tree())
        stage.access = AccessRules(rules: [AccessRules.Rule(user: 1, regions: ["w/volume"], rights: [.receive])])
        let client = stage.connect(Self.all, user: 1)
        begin(stage)
        stage.access = AccessRules(rules: [AccessRules.Rule(user: 1, rights: [.receive])])
        stage.replaceTree(Self.tree())
        goOn(stage)
        end(stage)
        #expect(words(stage, client) == [])
        #expect(stage.publisher.clients[0].stream.knowsAll, "nothing is kept of what is over")
        begin(stage)
        goOn(stage)
        end(stage)
        #expect(words(stage, client) == Self.begun + Self.goneOn + Self.ended)
    }

    @Test func `what a reload brings into view in its middle stays hidden`() throws {
        let stage = try Stage(Self.tree())
        let client = stage.connect(#"{"type":"subscribe","id":1,"regions":["w/hall/**"],\#(Self.kinds)}"#)
        begin(stage)
        stage.replaceTree(Self.tree(in: "hall"))
        goOn(stage)
        end(stage)
        #expect(words(stage, client) == [])
        begin(stage)
        #expect(words(stage, client) == Self.begun)
    }

    @Test func `what an edit brings into view in its middle stays hidden`() throws {
        let stage = try Stage(Self.tree())
        let client = stage.connect(#"{"type":"subscribe","id":1,"regions":["w/hall/**"],\#(Self.kinds)}"#)
        begin(stage)
        client.send(
            #"{"type":"edit","id":2,"edits":[{"op":"move","region":"ok","parent":"hall"},{"op":"move","region":"list","parent":"hall"}]}"#)
        stage.turn()
        goOn(stage)
        end(stage)
        #expect(words(stage, client) == [])
    }

    @Test func `what was claimed when it began comes into nobody's view with the release`() throws {
        let stage = try Stage(Self.tree())
        let other = stage.connect(Self.all)
        let owner = stage.connect(Self.all, #"{"type":"claim","id":2,"receivers":["ok","list"]}"#)
        begin(stage)
        owner.send(#"{"type":"release","id":3,"receivers":["ok","list"]}"#)
        stage.turn()
        goOn(stage)
        end(stage)
        #expect(words(stage, owner) == Self.begun + Self.cancelled)
        #expect(words(stage, other) == [])
        begin(stage)
        #expect(words(stage, other) == Self.begun)
    }

    @Test func `who loses its claim in the middle is told no end that it cannot place`() throws {
        let stage = try Stage(Self.tree())
        stage.access = AccessRules(rules: [
            AccessRules.Rule(user: 1, regions: ["w/volume"], rights: [.receive, .observe]), AccessRules.Rule(user: 2, rights: [.receive, .claim]),
        ])
        let observer = stage.connect(#"{"type":"subscribe","id":1,"observe":true,\#(Self.kinds)}"#, user: 1)
        let owner = stage.connect(Self.all, #"{"type":"claim","id":2,"receivers":["ok","list"]}"#, user: 2)
        begin(stage)
        // One reload lets the observer see the regions and ends the owner's claims.
        stage.access = AccessRules(rules: [
            AccessRules.Rule(user: 1, rights: [.receive, .observe]), AccessRules.Rule(user: 2, rights: [.receive]),
        ])
        stage.replaceTree(Self.tree())
        end(stage)
        #expect(words(stage, observer) == [])
        #expect(words(stage, owner) == Self.begun + Self.cancelled)
    }

    // MARK: Going out of view

    @Test func `what a rule hides in its middle is over for the client`() throws {
        let stage = try Stage(Self.tree())
        let client = stage.connect(Self.all, user: 1)
        begin(stage)
        stage.access = AccessRules(rules: [AccessRules.Rule(user: 1, regions: ["w/volume"], rights: [.receive])])
        stage.replaceTree(Self.tree())
        goOn(stage)
        end(stage)
        #expect(words(stage, client) == Self.begun + Self.cancelled)
    }

    @Test func `what a reload or an edit takes out of view in its middle is over for the client`() throws {
        let stage = try Stage(Self.tree())
        let client = stage.connect(#"{"type":"subscribe","id":1,"regions":["w/room/**"],\#(Self.kinds)}"#)
        begin(stage)
        let editor = stage.connect()
        editor.send(#"{"type":"edit","id":2,"edits":[{"op":"move","region":"ok","parent":"hall"}]}"#)
        stage.turn()
        #expect(words(stage, client) == Self.begun + ["ok touchCancel"])
        stage.replaceTree(Self.tree(in: "hall"))
        #expect(words(stage, client) == ["list cancelled"])
        end(stage)
        #expect(words(stage, client) == [])
    }

    @Test func `what only a subscription that ends has shown is over for the client`() throws {
        let stage = try Stage(Self.tree())
        let client = stage.connect(
            #"{"type":"subscribe","id":1,"regions":["**/ok"],\#(Self.kinds)}"#, #"{"type":"subscribe","id":2,"regions":["**/list"],\#(Self.kinds)}"#)
        begin(stage)
        #expect(words(stage, client) == Self.begun)
        client.send(#"{"type":"unsubscribe","id":3,"subscription":1}"#)
        stage.turn()
        let lines = stage.receive(client)
        #expect(lines.map(\.type) == ["frame", "reply"], "the end comes first")
        #expect(lines[0].events.map { $0["action"]?.string } == ["touchCancel"])
        client.send(#"{"type":"unsubscribe","id":4,"subscription":2}"#)
        stage.turn()
        #expect(words(stage, client) == ["list cancelled"])
        end(stage)
        #expect(words(stage, client) == [])
    }

    @Test func `a later subscription to the same goes on with nothing that began before it`() throws {
        let stage = try Stage(Self.tree())
        let client = stage.connect(Self.all)
        begin(stage)
        client.send(#"{"type":"subscribe","id":2,\#(Self.kinds)}"#)
        stage.turn()
        goOn(stage)
        client.send(#"{"type":"unsubscribe","id":3,"subscription":1}"#)
        stage.turn()
        end(stage)
        #expect(words(stage, client) == Self.begun + Self.goneOn + Self.cancelled)
    }

    @Test func `what somebody claims in a sensitive region is over for who saw it`() throws {
        let stage = try Stage(Self.tree(isSensitive: true))
        stage.access = AccessRules(trusted: [1000], rules: [AccessRules.Rule(user: 1, rights: [.receive, .sensitive])])
        let client = stage.connect(Self.all, user: 1)
        begin(stage)
        _ = stage.connect(Self.all, #"{"type":"claim","id":2,"receivers":["room"]}"#)
        goOn(stage)
        end(stage)
        #expect(words(stage, client) == Self.begun + Self.cancelled)
    }

    @Test func `what a reload makes sensitive is over for who may not look, and what it opens stays hidden`() throws {
        let stage = try Stage(Self.tree())
        let client = stage.connect(Self.all)
        begin(stage)
        stage.replaceTree(Self.tree(isSensitive: true))
        goOn(stage)
        end(stage)
        #expect(words(stage, client) == Self.begun + Self.cancelled)
        begin(stage)
        stage.replaceTree(Self.tree())
        goOn(stage)
        end(stage)
        #expect(words(stage, client) == [])
    }

    /// The core itself ends the control, exactly once.
    @Test(arguments: [RegionKind.view, .slider]) func `a control that a reload makes something else is over once`(kind: RegionKind) throws {
        let stage = try Stage(Self.tree())
        let client = stage.connect(#"{"type":"subscribe","id":1,"events":["control"]}"#)
        begin(stage)
        stage.replaceTree(Self.tree(ok: kind))
        end(stage)
        #expect(words(stage, client) == ["ok touchDown", "ok touchCancel"])
    }

    // MARK: Clients that do not read

    @Test func `who is too slow is told that presses and scrolling are over, and hears of the next`() throws {
        let stage = try Stage(Self.tree())
        let slow = stage.connect(Self.all)
        begin(stage)
        // Behind for at least 500 ms and less than 5 s.
        for index in 0..<200 { stage.frame([0: (100 + Int32(index), 100), 1: (100, 500 + Int32(index % 2))]) }
        #expect(stage.publisher.clients[0].isLagging, "or the test shows nothing")
        let lines = stage.receive(slow)
        let lagged = try #require(lines.firstIndex { $0.type == "lagged" })
        #expect(lines[lagged - 1].events.map { $0["action"]?.string ?? $0["state"]?.string } == ["touchCancel", "cancelled"])
        #expect(lines[(lagged + 1)...].map(\.type) == ["snapshot"])
        // The last offset that this client received, not the current one.
        let heard = lines[..<(lagged - 1)].flatMap(\.events).last { $0["event"]?.string == "scroll" }
        #expect(lines[lagged - 1].events.last?["offset"] == heard?["offset"])
        goOn(stage)
        end(stage)
        #expect(words(stage, slow) == [], "nothing more of these")
        begin(stage)
        end(stage)
        #expect(words(stage, slow) == Self.begun + Self.ended)
    }

    @Test func `drags, values and changes merge for who is behind, and nothing else is lost`() throws {
        let stage = try Stage(Self.tree())
        let slow = stage.connect(Self.all)
        for _ in 0..<20 {
            stage.frame([0: (550, 950), 1: (100, 900)])
            stage.frame([1: (100, 800)])
            for index in 0..<200 {
                stage.frame([0: (550 + Int32(index), 950), 1: (100, 800 - Int32(index))])
                stage.time -= 10_000
            }
            stage.frame([0: (550, 100)])  // outside the button
            stage.time += 450_000  // the list is at rest
            stage.frame([0: nil, 1: nil])
            stage.time -= 490_000
        }
        let said = words(stage, slow)
        for edge in ["volume touchDown", "volume touchDragExit", "volume touchUpOutside", "list began", "list ended"] {
            #expect(said.count { $0 == edge } == 20, "\(edge): \(said.count { $0 == edge })")
        }
        for move in ["volume touchDragInside", "volume valueChanged", "list changed"] {
            #expect((1..<2000).contains(said.count { $0 == move }), "\(move): \(said.count { $0 == move })")
        }
    }
}
