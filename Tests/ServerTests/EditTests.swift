import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Edits by clients: each request applies completely or not at all, before the next event, and checks its generation.
@Suite struct EditTests {
    private let subscribe = #"{"type":"subscribe","id":1}"#

    private func edit(_ edits: String, generation: Int? = nil, keep: Bool = false) -> String {
        #"{"type":"edit","id":5"# + (generation.map { #","generation":\#($0)"# } ?? "") + (keep ? #","keep":true"# : "")
            + #","edits":[\#(edits)]}"#
    }

    private func events(_ lines: [JSONValue]) -> [String] {
        lines.flatMap { line in
            line.type != "frame"
                ? []
                : line.events.map { event in
                    let local = (event["local"]?.array ?? []).map { String(Int($0.number ?? 0)) }.joined(separator: ",")
                    let reason = event["reason"]?.string.map { " \($0)" } ?? ""
                    return "\(event["phase"]?.string ?? "") \(event["region"]?.string ?? "-") \(local)\(reason)"
                }
        }
    }

    @Test func `an edit is in force before the next event, and says its generation`() throws {
        let stage = try Stage()
        let client = stage.connect(subscribe)
        stage.frame([0: (10, 10)])
        client.send(edit(#"{"op":"set","region":"a","key":"frame","value":[5,5,500,1000]}"#, generation: 1))
        stage.turn()
        stage.frame([0: (20, 20)])
        let lines = stage.receive(client)
        #expect(lines.last { $0.type == "reply" }?.int("generation") == 2)
        #expect(lines.first { $0.type == "changed" }?["regions"]?.array?.compactMap { $0["id"]?.string } == ["a"])
        #expect(events(lines) == ["began a 10,10", "moved a 15,15"])
    }

    @Test func `who sees nothing of a change is not told`() throws {
        let stage = try Stage()
        let other = stage.subscriber("w/b")
        let client = stage.connect(edit(#"{"op":"set","region":"a","key":"hidden","value":true}"#))
        #expect(stage.receive(client).last?["ok"]?.bool == true)
        #expect(stage.receive(other).allSatisfy { $0.type != "changed" })
    }

    @Test func `of a change everybody is told what of it is their own`() throws {
        let stage = try Stage()
        let other = stage.subscriber("w/b")
        let both = #"{"op":"set","region":"a","key":"alpha","value":0.5},{"op":"set","region":"b","key":"alpha","value":0.5}"#
        #expect(stage.receive(stage.connect(edit(both))).last?["ok"]?.bool == true)
        let changed = stage.receive(other).filter { $0.type == "changed" }
        #expect(changed.map { $0["regions"]?.array?.map { $0["id"]?.string } } == [["b"]])
    }

    @Test func `a region added takes touches, and removed under a finger cancels`() throws {
        let stage = try Stage()
        let client = stage.connect(subscribe)
        client.send(edit(#"{"op":"add","parent":"w","region":{"id":"new","frame":[0,0,50,50]}}"#))
        stage.turn()
        stage.frame([0: (10, 10), 1: (700, 10)])
        client.send(edit(#"{"op":"remove","region":"new"}"#))
        stage.turn()
        stage.frame([0: (20, 20), 1: (710, 10)])
        let lines = stage.receive(client)
        #expect(lines.count { $0.type == "tree" } == 2)
        #expect(events(lines) == ["began new 10,10", "began b 200,10", "cancelled new 10,10 regionRemoved", "moved b 210,10"])
        #expect(flaw(in: lines) == nil)
    }

    @Test func `a request whose last edit cannot be done changes nothing`() throws {
        let stage = try Stage()
        let client = stage.connect(subscribe)
        for wrong in [
            #"{"op":"remove","region":"nobody"}"#, #"{"op":"set","region":"a","key":"widht","value":1}"#,
            #"{"op":"add","parent":"w","region":{"id":"b","frame":[0,0,1,1]}}"#, #"{"op":"move","region":"w","parent":"a"}"#,
            #"{"region":"a"}"#, "7", #"{"op":"set","region":"a","key":"frame","value":[1e308,0,1.7e308,1]}"#,
            #"{"op":"set","region":"a","key":"undecidedFor","value":-1e300}"#,
            #"{"op":"set","region":"a","key":"hitTest","value":{"kind":"redirect"}}"#,
        ] {
            client.send(edit(#"{"op":"set","region":"a","key":"hidden","value":true},\#(wrong)"#))
            stage.turn()
            #expect(stage.receive(client).last?["ok"]?.bool == false, "\(wrong)")
        }
        stage.frame([0: (10, 10)])
        #expect(events(stage.receive(client)) == ["began a 10,10"])
        #expect(stage.publisher.generation == 1)
    }

    @Test func `what is wrong is said with its place`() throws {
        let stage = try Stage()
        let client = stage.connect(edit(#"{"op":"add","parent":"w","region":{"id":"n","frame":[0,0,1,1],"hiden":true}}"#))
        let message = stage.receive(client).last?["error"]?["message"]?.string ?? ""
        #expect(message == #"column 94: unknown key "hiden" in region "n"; did you mean "hidden"?"#)
    }

    @Test func `a request for another generation is stale`() throws {
        let stage = try Stage()
        let client = stage.connect(edit(#"{"op":"bringToFront","region":"a"}"#), edit(#"{"op":"bringToFront","region":"b"}"#, generation: 1))
        #expect(stage.receive(client).last?["error"]?["code"]?.string == "stale")
    }

    @Test func `sets of one request build on each other`() throws {
        let stage = try Stage()
        let client = stage.connect(
            subscribe,
            edit(
                #"{"op":"set","region":"a","key":"frame","value":[5,5,500,1000]},{"op":"setBoundsOrigin","region":"a","origin":[100,0]}"#))
        stage.frame([0: (10, 10)])
        #expect(events(stage.receive(client)) == ["began a 105,5"])
    }

    @Test(arguments: [false, true]) func `what a connection added goes with it, unless it is to stay`(keep: Bool) throws {
        let stage = try Stage()
        let watcher = stage.connect(subscribe)
        var client: TestClient? = stage.connect(
            edit(#"{"op":"add","parent":"w","region":{"id":"new","frame":[0,0,50,50]}}"#, keep: keep))
        stage.frame([0: (10, 10)])
        #expect(client != nil)
        client = nil
        stage.turn()
        stage.frame([0: nil])
        stage.frame([0: (10, 10)])
        #expect(
            events(stage.receive(watcher))
                == (keep
                    ? ["began new 10,10", "ended new 10,10", "began new 10,10"]
                    : ["began new 10,10", "cancelled new 10,10 clientGone", "began a 10,10"]))
    }

    @Test func `a client that lags while regions are added gets the new tree's snapshot`() throws {
        let stage = try Stage()
        let slow = stage.connect(subscribe)
        stage.frame([0: (10, 10)])
        while !stage.publisher.clients[0].isBehind { stage.wiggle(50) }
        stage.time += 600_000
        stage.wiggle(2)
        #expect(stage.publisher.clients[0].isLagging)
        let client = stage.connect(edit(#"{"op":"add","parent":"w","region":{"id":"new","frame":[0,0,50,50]}}"#, keep: true))
        #expect(stage.receive(client).last?["ok"]?.bool == true)
        stage.wiggle(2)
        let lines = stage.receive(slow)
        let snapshot = lines.last { $0.type == "snapshot" }
        #expect(snapshot?.int("generation") == 2)
        #expect(snapshot?["regions"]?.array?.contains { $0["id"]?.string == "new" } == true)
        #expect(flaw(in: lines) == nil)
    }

    @Test func `a touch that comes into view in mid-life is not the newcomer's`() throws {
        let stage = try Stage()
        let viewer = stage.subscriber("w/b/**")
        let client = stage.connect()
        stage.frame([0: (10, 10), 1: (700, 10)])
        client.send(edit(#"{"op":"move","region":"a","parent":"b"}"#))
        stage.turn()
        stage.frame([0: (20, 20), 1: (710, 10)])
        stage.frame([0: nil, 1: nil])
        #expect(events(stage.receive(viewer)).map { $0.prefix(7) } == ["began b", "moved b", "ended b"])
        #expect(stage.publisher.clients[0].stream.knowsAll, "from then on it is like others")
    }

    @Test func `who leaves takes only what is still its own along`() throws {
        let stage = try Stage()
        let add = #"{"op":"add","parent":"w","region":{"id":"new","frame":[0,0,50,50]}}"#
        var first: TestClient? = stage.connect(edit(add), edit(#"{"op":"remove","region":"new"}"#))
        let second = stage.connect(edit(add, keep: true))
        #expect(stage.receive(second).last?["ok"]?.bool == true)
        #expect(first != nil)
        first = nil
        stage.turn()
        #expect(stage.tree.index(ofID: "new") != nil)
    }

    @Test func `what another has put in its place does not go with who had added it`() throws {
        let stage = try Stage()
        let add = #"{"op":"add","parent":"w","region":{"id":"new","frame":[0,0,50,50]}}"#
        var first: TestClient? = stage.connect(edit(add))
        let second = stage.connect(edit(#"{"op":"remove","region":"new"},"# + add, keep: true))
        #expect(stage.receive(second).last?["ok"]?.bool == true)
        #expect(first != nil)
        first = nil
        stage.turn()
        #expect(stage.tree.index(ofID: "new") != nil)
    }

    @Test func `who hangs up with many regions is one edit and one line, and what it has below another goes along`() throws {
        let stage = try Stage()
        func add(_ id: String, to parent: String) -> String { #"{"op":"add","parent":"\#(parent)","region":{"id":"\#(id)","frame":[0,0,50,50]}}"# }
        var client: TestClient? = stage.connect(
            edit((0..<100).map { add("q\($0)", to: $0 % 3 == 2 ? "q\($0 - 1)" : "w") }.joined(separator: ",")),
            edit(add("last", to: "q4")), edit(#"{"op":"remove","region":"q7"}"#))
        let watcher = stage.subscriber()
        #expect(stage.receive(watcher).last?["regions"]?.array?.count == 3 + 100 + 1 - 2)
        stage.frame([0: (10, 10), 1: (700, 10)])
        #expect(events(stage.receive(watcher)).map { $0.prefix(9) } == ["began q99", "began b 2"])
        let generation = stage.publisher.generation
        #expect(client != nil)
        client = nil
        stage.turn()
        let lines = stage.receive(watcher)
        #expect(lines.map(\.type) == ["frame", "tree"])
        #expect(events(lines) == ["cancelled q99 10,10 clientGone"])
        #expect(lines.last?["regions"]?.array?.compactMap { $0["id"]?.string } == ["w", "b", "a"])
        #expect(stage.publisher.generation == generation + 1 && stage.publisher.counters.refusedEdits == 0)
    }

    @Test func `what of a gone client's regions cannot be removed is counted, and the others are removed`() throws {
        let stage = try Stage()
        let add = ["new", "newer"].map { #"{"op":"add","parent":"w","region":{"id":"\#($0)","frame":[0,0,50,50]}}"# }
        var client: TestClient? = stage.connect(edit(add.joined(separator: ",")))
        let watcher = stage.subscriber()
        _ = stage.receive(watcher)
        #expect(client != nil)
        stage.publisher.edits.added.add(["ghost", "p"], by: stage.publisher.clients[0].number)
        client = nil
        stage.turn()
        #expect(stage.receive(watcher).map(\.type) == ["tree"])
        #expect(stage.tree.index(ofID: "new") == nil && stage.tree.index(ofID: "newer") == nil)
        #expect(stage.publisher.counters.refusedEdits == 2)
    }

    @Test func `a user who is not trusted edits nothing`() throws {
        let stage = try Stage()
        stage.access.trusted = []
        let client = stage.connect(edit(#"{"op":"remove","region":"a"}"#))
        #expect(stage.receive(client).last?["error"]?["code"]?.string == "notAllowed")
    }

    @Test func `what a reload has as well does not go with who had added it`() throws {
        let stage = try Stage()
        var client: TestClient? = stage.connect(edit(#"{"op":"add","parent":"w","region":{"id":"new","frame":[0,0,50,50]}}"#))
        stage.replaceTree(stage.tree)  // as if the configuration now contained the region
        #expect(client != nil)
        client = nil
        stage.turn()
        #expect(stage.tree.index(ofID: "new") != nil)
    }

    /// The names of touches that the client knows: in the new tree, the old tree's regions have other slots or none.
    @Test func `what waits is told in the names that it has had`() throws {
        let stage = try Stage()
        let slow = stage.connect(subscribe)
        stage.frame([0: (10, 10), 1: (700, 10)])
        while stage.publisher.clients[0].queue.isEmpty { stage.frame([0: (Int32(stage.published % 400), 500)]) }
        stage.time -= Int64(stage.published) * 10_000  // not long behind
        stage.frame([1: nil])
        let editor = stage.connect(edit(#"{"op":"bringToFront","region":"a"}"#))
        #expect(stage.receive(editor).last?["ok"]?.bool == true)
        let lines = stage.receive(slow)
        #expect(lines.flatMap(\.events).last { $0["phase"]?.string == "ended" }?["region"]?.string == "b")
        // The delayed end uses the old name too.
        slow.send(#"{"type":"unsubscribe","subscription":1}"#)
        stage.turn()
        let end = stage.receive(slow).flatMap(\.events).last
        #expect(["phase", "region", "target"].map { end?[$0]?.string } == ["cancelled", "a", "a"])
    }

    @Test func `who lags hears the end of its touches by the names that it knows`() throws {
        let stage = try Stage()
        let slow = stage.connect(subscribe)
        stage.frame([0: (10, 10), 1: (700, 10)])
        while !stage.publisher.clients[0].isLagging { stage.wiggle(50) }
        let editor = stage.connect(edit(#"{"op":"remove","region":"a"}"#))
        #expect(stage.receive(editor).last?["ok"]?.bool == true)
        let ends = stage.receive(slow).flatMap(\.events).filter { $0["phase"]?.string == "cancelled" }
        #expect(ends.map { $0["region"]?.string } == ["a", "b"] && ends.map { $0["target"]?.string } == ["a", "b"])
    }

    @Test func `a region that is added and removed in one request was never there`() throws {
        let stage = try Stage()
        let client = stage.connect(subscribe)
        let add = #"{"op":"add","parent":"w","region":{"id":"x","frame":[0,0,10,10],"gestures":[{"id":"t","type":"tap"}]}}"#
        client.send(edit(#"\#(add),{"op":"remove","region":"x"}"#))
        client.send(edit(#"\#(add),{"op":"remove","region":"x"},\#(add.replacing(#""id":"x""#, with: #""id":"y""#))"#))
        stage.turn()
        let lines = stage.receive(client)
        #expect(lines.filter { $0.type == "reply" }.suffix(2).map { $0["ok"]?.bool } == [true, true])
        #expect(lines.last { $0.type == "tree" }?["regions"]?.array?.compactMap { $0["id"]?.string }.contains("y") == true)
        stage.frame([0: (5, 5)])
        #expect(events(stage.receive(client)) == ["began y 5,5"])
    }

    @Test func `what another has put in its place inside another region does not go with who had added it`() throws {
        let stage = try Stage()
        let inner = #"{"id":"new","frame":[0,0,50,50]}"#
        var first: TestClient? = stage.connect(edit(#"{"op":"add","parent":"w","region":\#(inner)}"#))
        let outer = #"{"op":"add","parent":"w","region":{"id":"outer","frame":[0,0,80,80],"children":[\#(inner)]}}"#
        let second = stage.connect(edit(#"{"op":"remove","region":"new"},"# + outer, keep: true))
        #expect(stage.receive(second).last?["ok"]?.bool == true)
        #expect(first != nil)
        first = nil
        stage.turn()
        #expect(stage.tree.index(ofID: "new") != nil)
    }
}
