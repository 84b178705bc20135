import Testing
import Wire

@testable import Server
@testable import TouchCore

/// The cost of an edit, counted in matching steps instead of time, does not grow with the clients' subscriptions.
@Suite struct CostOfEditsTests {
    private func add(_ id: String) -> String {
        #"{"type":"edit","id":5,"edits":[{"op":"add","parent":"w","region":{"id":"\#(id)","frame":[0,0,1,1]}}]}"#
    }

    private func patterns(_ client: Int) -> String {
        (0..<32).map { "\"\(String(repeating: "**/*/", count: 30))zz\(client)_\($0)\"" }.joined(separator: ",")
    }

    @Test func `an edit matches what it adds, whatever is subscribed to`() throws {
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = (0..<200).map { RegionSpec(id: "r\($0)", geometry: RegionGeometry(frame: Rect(0, 0, 9, 9))) }
        let stage = try Stage(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
        let editor = stage.connect(#"{"type":"subscribe","id":1,"regions":["w/**"]}"#)
        let hostile = (0..<16).map { stage.connect(#"{"type":"subscribe","id":1,"observe":true,"regions":[\#(patterns($0))]}"#, user: 1001) }
        #expect(stage.publisher.groups.count == 17)
        for id in ["one", "two"] {
            let before = stage.publisher.groups.globSets.steps
            editor.send(add(id))
            stage.turn()
            #expect(stage.receive(editor).suffix(2).map(\.type) == ["tree", "reply"])
            // One step for its window and one for itself: 17 words for each of the 16 clients, and one for the editor, whose pattern has a level "w"
            // too.
            #expect(stage.publisher.groups.globSets.steps - before <= 2 * (16 * 17 + 1) + 1)
        }
        for client in hostile { #expect(stage.receive(client).last?.type == "tree") }
    }

    @Test func `the same patterns are matched once, whoever has them and whatever else they want`() throws {
        let stage = try Stage()
        let first = stage.connect(#"{"type":"subscribe","id":1,"regions":["w/**","**/b"]}"#)
        let steps = stage.publisher.groups.globSets.steps
        let others = ["\"axes\":true,", "\"maxRate\":30,", "\"events\":[\"touch\"],"].map {
            stage.connect(#"{"type":"subscribe","id":1,\#($0)"regions":["**/b","w/**","w/**/**"]}"#)
        }
        #expect(stage.publisher.groups.count == 4 && stage.publisher.groups.globSets.steps == steps)
        for client in [first] + others { #expect(stage.receive(client).last?.type == "snapshot") }
    }

    @Test func `the rights for a region are looked at once, however often a request names it`() throws {
        func region(_ id: String, _ children: [RegionSpec] = []) -> RegionSpec {
            var spec = RegionSpec(id: id, geometry: RegionGeometry(frame: Rect(0, 0, 9, 9)))
            spec.children = children
            return spec
        }
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        let boxes = (0..<30).map { box in region("b\(box)", (0..<29).map { region("r\(box)-\($0)") }) }
        window.children = [region("menu", [region("container", boxes)])]
        let tree = RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
        let rule = AccessRules.Rule(user: 1, regions: ["w/menu/**"], rights: [.edit])
        let rights = AccessRules(rules: [rule]).rights(of: Peer(user: 1), on: .events)
        func visits(_ edits: [TreeEdit]) throws -> Int {
            let check = EditCheck(edits, from: tree, to: tree, rights, user: "user 1", owner: 1)
            var seen = EditCheck.Seen(tree, tree)
            try check.check(&seen)
            return seen.visits
        }
        let again = Array(repeating: TreeEdit.bringToFront("container"), count: 300)
        #expect(try visits(again) <= 3 * tree.regionCount)
        // Edits of its content, before and after, and edits of other kinds.
        let inner = (0..<30).flatMap { [TreeEdit.sendToBack("b\($0)"), .move("b\($0)", to: "container", index: 0), .bringToFront("container")] }
        let sets = Array(repeating: TreeEdit.set("menu", tree.spec(ofID: "menu")!), count: 100)
        #expect(try visits(inner + again + sets + inner) <= 6 * tree.regionCount)
    }

    @Test func `an edit matches nothing when nobody has patterns any more`() throws {
        let stage = try Stage()
        let client = stage.connect(#"{"type":"subscribe","id":1,"regions":["w/**"]}"#)
        client.send(add("one"))
        stage.turn()
        client.send(#"{"type":"subscribe","id":2,"regions":["**/b"]}"#)
        for number in 1...2 { client.send(#"{"type":"unsubscribe","id":3,"subscription":\#(number)}"#) }
        stage.turn()
        #expect(stage.publisher.groups.isEmpty)
        let before = stage.publisher.groups.globSets.steps
        client.send(add("two"))
        stage.turn()
        #expect(stage.receive(client).last?["ok"]?.bool == true)
        #expect(stage.publisher.groups.globSets.steps == before)
    }

    @Test func `patterns that nobody has any more are given up`() throws {
        let stage = try Stage()
        let client = stage.connect()
        for number in 0..<200 {
            client.send(#"{"type":"subscribe","id":1,"regions":["w/\#(number)","**/b"]}"#)
            client.send(#"{"type":"unsubscribe","id":1,"subscription":\#(number + 1)}"#)
            stage.turn()
            _ = stage.receive(client)
        }
        #expect(stage.publisher.groups.isEmpty && stage.publisher.groups.globSets.count <= 65)
    }
}
