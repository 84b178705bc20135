import Support
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Clients that ask for `treeChanges` get the differences of their region list and end up with the same list as all others.
@Suite struct TreeChangesTests {
    private let wants = #"{"type":"hello","want":["treeChanges"]}"#
    private let subscribe = #"{"type":"subscribe","id":1,"regions":["**"]}"#

    private func edit(_ edits: String) -> String { #"{"type":"edit","id":5,"keep":true,"edits":[\#(edits)]}"# }

    /// `w` with `count` rows of `cells` cells each.
    private func rows(_ count: Int, cells: Int = 0) -> RegionTree {
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = (0..<count).map { row in
            var spec = RegionSpec(id: "r\(row)", geometry: RegionGeometry(frame: Rect(0, 0, 9, 9)))
            spec.children = (0..<cells).map { RegionSpec(id: "r\(row)c\($0)", geometry: RegionGeometry(frame: Rect(0, 0, 1, 1))) }
            return spec
        }
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    /// The change line after an edit, without its generation and the regions' texts.
    private func told(_ edits: String, _ tree: RegionTree) throws -> (change: String, bytes: Int) {
        let stage = try Stage(tree)
        let client = stage.connect(wants, subscribe)
        _ = stage.receive(client)
        #expect(stage.receive(stage.connect(edit(edits))).last?["ok"]?.bool == true)
        let line = try #require(stage.receive(client).first { $0.type == "tree" })
        #expect(line["regions"] == nil && line.int("generation") == 2)
        func entry(_ entry: JSONValue) -> String {
            "\(entry["id"]!.string!)\(entry["path"] == nil ? "" : "*")\(entry.int("following").map { "+\($0)" } ?? "")"
                + " after \(entry["after"]?.string ?? "-")"
        }
        let added = line["added"]!.array!.map { "+" + entry($0) }
        let change = added + line["removed"]!.array!.map { "-\($0.string!)" } + line["moved"]!.array!.map(entry)
        return (change.joined(separator: ", "), client.lastBytes.utf8.count)
    }

    private func told(_ edits: String) throws -> String { try told(edits, rows(3, cells: 2)).change }

    // Front to back: w, r2, r2c1, r2c0, r1, r1c1, r1c0, r0, r0c1, r0c0.
    @Test func `a line says what came, what went and what lies elsewhere`() throws {
        #expect(try told(#"{"op":"add","parent":"w","region":{"id":"n","frame":[0,0,1,1]}}"#) == "+n* after w")
        #expect(try told(#"{"op":"add","parent":"r1","index":1,"region":{"id":"n","frame":[0,0,1,1]}}"#) == "+n* after r1c1")
        #expect(try told(#"{"op":"remove","region":"r1"}"#) == "-r1, -r1c1, -r1c0")
        #expect(try told(#"{"op":"bringToFront","region":"r0c0"}"#) == "r0c0 after r0")
        #expect(try told(#"{"op":"sendToBack","region":"w"}"#) == "w+9 after -")
        #expect(try told(#"{"op":"move","region":"r0c0","parent":"r2"}"#) == "r0c0* after r2")
    }

    @Test func `a region goes with all that is in it, unless some of that goes by itself`() throws {
        #expect(try told(#"{"op":"bringToFront","region":"r0"}"#) == "r0+2 after w")
        #expect(try told(#"{"op":"move","region":"r2","parent":"w","index":1}"#) == "r2+2 after r1c0")
        #expect(
            try told(#"{"op":"bringToFront","region":"r0"},{"op":"bringToFront","region":"r0c0"}"#) == "r0 after w, r0c1 after r0c0, r0c0 after r0")
        #expect(
            try told(#"{"op":"bringToFront","region":"r0"},{"op":"move","region":"r0c0","parent":"r1"}"#) == "r0c0* after r1, r0+1 after w")
    }

    @Test func `what is not listed goes unmentioned, and what is listed comes after what is listed`() throws {
        let stage = try Stage(rows(3, cells: 2))
        let client = stage.connect(wants, #"{"type":"subscribe","id":1,"regions":["w/*/r0c0","w/*/r2c1"]}"#)
        _ = stage.receive(client)
        _ = stage.receive(stage.connect(edit(#"{"op":"sendToBack","region":"r2"}"#)))
        let first = stage.receive(client).last
        #expect(first?["moved"] == [["id": "r2c1", "after": "r0c0"]])
        _ = stage.receive(stage.connect(edit(#"{"op":"remove","region":"r1"}"#)))
        let second = stage.receive(client).last
        #expect(second?["moved"] == [] && second?["added"] == [] && second?["removed"] == [] && second?.int("generation") == 3)
    }

    @Test func `the list comes whole to who does not want changes, and to who gave up a subscription or wants them later`() throws {
        let stage = try Stage()
        let plain = stage.connect(subscribe)
        let client = stage.connect(subscribe, wants)
        let raise = edit(#"{"op":"bringToFront","region":"a"}"#)
        func lines() -> [[String]] {
            _ = stage.receive(stage.connect(raise))
            return [plain, client].map { one in
                let line = stage.receive(one).last { $0.type == "tree" }
                return ["regions", "added"].filter { line?[$0] != nil }
            }
        }
        #expect(lines() == [["regions"], ["regions"]])
        #expect(lines() == [["regions"], ["added"]])
        client.send(#"{"type":"subscribe","id":2,"regions":["w"]}"#)
        #expect(lines() == [["regions"], ["added"]])
        client.send(#"{"type":"unsubscribe","id":3,"subscription":1}"#)
        #expect(lines() == [["regions"], ["regions"]])
        #expect(lines() == [["regions"], ["added"]])
    }

    @Test func `a client that lags gets a snapshot, and changes of that from then on`() throws {
        let stage = try Stage()
        let slow = stage.connect(wants, subscribe)
        stage.frame([0: (10, 10)])
        while !stage.publisher.clients[0].isBehind { stage.wiggle(50) }
        stage.time += 600_000
        stage.wiggle(2)
        #expect(stage.publisher.clients[0].isLagging)
        let editor = stage.connect(edit(#"{"op":"add","parent":"w","region":{"id":"one","frame":[0,0,1,1]}}"#))
        var list = RegionList()
        for line in stage.receive(slow) { list.apply(line) }
        #expect(list.ids == ["w", "one", "b", "a"])
        editor.send(edit(#"{"op":"add","parent":"w","region":{"id":"two","frame":[0,0,1,1]}},{"op":"remove","region":"b"}"#))
        stage.turn()
        for line in stage.receive(slow) { list.apply(line) }
        #expect(list.ids == ["w", "two", "one", "a"])
    }

    /// `w` with `q` and `p`, which contains `c`.
    private var nested: RegionTree {
        var p = RegionSpec(id: "p", geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))
        p.children = [RegionSpec(id: "c", geometry: RegionGeometry(frame: Rect(1, 0, 9, 9)))]
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = [p, RegionSpec(id: "q", geometry: RegionGeometry(frame: Rect(500, 0, 9, 9)))]
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    private func setFrame(_ region: String, x: Int) -> String {
        edit(#"{"op":"set","region":"\#(region)","key":"frame","value":[\#(x),0,100,100]}"#)
    }

    @Test func `the next line says what went with a region, also where that is as when somebody was last told of it`() throws {
        let stage = try Stage(nested)
        let client = stage.connect(wants, #"{"type":"subscribe","id":1,"regions":["w/p/c","w/q"]}"#)
        _ = stage.receive(client)
        // Another client is told where `p` is.
        _ = stage.receive(stage.connect(#"{"type":"subscribe","id":1,"regions":["w/p"]}"#))
        for (x, raise) in [(300, "bringToFront"), (0, "sendToBack"), (300, "bringToFront")] {
            _ = stage.receive(stage.connect(setFrame("p", x: x), edit(#"{"op":"\#(raise)","region":"q"}"#)))
            let line = try #require(stage.receive(client).last { $0.type == "tree" })
            let c = (line["regions"] ?? line["moved"])?.array?.first { $0["id"] == "c" }
            #expect(c?["toScreen"] == [1, 0, 0, 1, .whole(x + 1), 0])
        }
    }

    @Test func `the next line says what was set itself and went with a region after that`() throws {
        let stage = try Stage(nested)
        let client = stage.connect(wants, #"{"type":"subscribe","id":1,"regions":["w/p/c","w/q"]}"#)
        _ = stage.receive(client)
        _ = stage.receive(stage.connect(setFrame("c", x: 7), setFrame("p", x: 300), edit(#"{"op":"bringToFront","region":"q"}"#)))
        let line = try #require(stage.receive(client).last { $0.type == "tree" })
        let c = (line["regions"] ?? line["moved"])?.array?.first { $0["id"] == "c" }
        #expect(c?["toScreen"] == [1, 0, 0, 1, 307, 0])
    }

    @Test func `the line that a claim brings says what went with a region, and so does the next one`() throws {
        var tree = rows(9, cells: 2)
        var window = tree.screenSpecs[0].windows[0]
        window.children.append(RegionSpec(id: "safe", geometry: RegionGeometry(frame: Rect(0, 0, 9, 9))))
        window.children[9].isSensitive = true
        window.children[9].children = [RegionSpec(id: "key", geometry: RegionGeometry(frame: Rect(0, 0, 1, 1)))]
        window.children[9].children[0].behaviour = .dragSelf
        tree = RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
        let stage = try Stage(tree)
        let clients = [stage.connect(wants, subscribe), stage.connect(wants, subscribe)]
        for client in clients { _ = stage.receive(client) }
        _ = stage.receive(stage.connect(setFrame("r0", x: 300)))
        clients[0].send(#"{"type":"claim","id":2,"receivers":["safe"]}"#)
        func cells(_ client: TestClient) throws -> [JSONValue?] {
            let line = try #require(stage.receive(client).last { $0.type == "tree" })
            return ["r0c1", "r0c0"].map { id in line["moved"]?.array?.first { $0["id"]?.string == id }?["toScreen"] }
        }
        let moved: [JSONValue?] = [[1, 0, 0, 1, 300, 0], [1, 0, 0, 1, 300, 0]]
        #expect(try cells(clients[0]) == moved)
        _ = stage.receive(stage.connect(edit(#"{"op":"remove","region":"r8"}"#)))
        for client in clients { #expect(try cells(client) == moved) }
    }

    @Test func `the list comes whole where the change is no shorter, and changes of that from then on`() throws {
        let stage = try Stage(rows(100, cells: 2))
        let plain = stage.connect(subscribe)
        let client = stage.connect(wants, subscribe)
        func lines(_ edits: String...) throws -> [(keys: [String], bytes: Int)] {
            for client in [plain, client] { _ = stage.receive(client) }
            _ = stage.receive(stage.connect(edits[0], edits[1]))
            return try [plain, client].map { client in
                let before = client.bytes.count
                let line = try #require(stage.receive(client).last { $0.type == "tree" })
                let bytes = client.bytes[before...].dropLast()
                return (["regions", "added"].filter { line[$0] != nil }, bytes.endIndex - 1 - (bytes.lastIndex(of: 10) ?? bytes.startIndex - 1))
            }
        }
        let raise = edit(#"{"op":"bringToFront","region":"r0"}"#)
        let all = try lines(setFrame("w", x: 2), raise)
        #expect(all.map(\.keys) == [["regions"], ["regions"]] && all[1].bytes == all[0].bytes)
        let one = try lines(setFrame("r0c0", x: 2), edit(#"{"op":"sendToBack","region":"r0"}"#))
        #expect(one.map(\.keys) == [["regions"], ["added"]] && one[1].bytes < 200)
        let many = try lines(setFrame("w", x: 3), edit(#"{"op":"remove","region":"r0"}"#))
        #expect(many.map(\.keys) == [["regions"], ["regions"]] && many[1].bytes == many[0].bytes)
    }

    @Test func `the line about a row among 10000 has less than a kilobyte`() throws {
        let tree = rows(100, cells: 99)
        for row in [
            #"{"op":"add","parent":"r50","region":{"id":"n","frame":[0,0,1,1]}}"#, #"{"op":"remove","region":"r50c7"}"#,
            #"{"op":"bringToFront","region":"r50"}"#, #"{"op":"move","region":"r50c7","parent":"r49"}"#,
        ] {
            #expect(try told(row, tree).bytes < 500, "\(row)")
        }
    }
}
