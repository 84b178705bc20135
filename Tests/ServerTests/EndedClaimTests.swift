import Testing
import Wire

@testable import Server
@testable import TouchCore

/// The end of a sensitive region's claim is reported to its owner and in the log.
@Suite struct EndedClaimTests {
    /// The pad with two keys lies over `under`, with `lid` beside it. `dialog` is hidden and in front of everything; so is `arc`, whose shape leaves
    /// the pad free.
    static func tree(_ change: (inout RegionSpec) -> Void = { _ in }) -> RegionTree {
        func region(_ id: String, _ frame: Rect, _ children: [RegionSpec] = [], kind: RegionKind = .view) -> RegionSpec {
            var spec = RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: frame), children: children)
            spec.isMultipleTouchEnabled = true
            return spec
        }
        var pad = region(
            "pad", Rect(0, 0, 500, 500),
            [region("one", Rect(0, 0, 250, 250), kind: .button), region("two", Rect(250, 0, 250, 250), kind: .button)])
        pad.isSensitive = true
        var dialog = region("dialog", Rect(0, 0, 1000, 1000))
        dialog.hidden = true
        var arc = region("arc", Rect(0, 0, 1000, 1000))
        arc.shape = .polygon([Point(600, 600), Point(900, 600), Point(900, 900)])
        var guide = region("guide", Rect(800, 0, 200, 100))
        guide.hitTest = .redirect(to: "pad", always: false)
        var lure = region("lure", Rect(700, 700, 100, 100))
        lure.hitTest = .redirect(to: "trap", always: true)
        var window = region(
            "w", Rect(0, 0, 1000, 1000),
            [region("under", Rect(0, 0, 1000, 1000)), pad, region("lid", Rect(500, 0, 200, 200)), dialog, arc, guide, lure],
            kind: .window)
        change(&window)
        let other = ScreenSpec(id: "other", size: Size(1000, 1000), windows: [])
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window]), other])
    }

    static let subscribe = #"{"type":"subscribe","id":1}"#
    static let claim = #"{"type":"claim","id":2,"receivers":["pad","two"]}"#

    static func set(_ region: String, _ key: String, _ value: String) -> String {
        #"{"op":"set","region":"\#(region)","key":"\#(key)","value":\#(value)}"#
    }

    static func add(_ parent: String, _ members: String) -> String { #"{"op":"add","parent":"\#(parent)","region":{\#(members)}}"# }

    /// The lines to the owner and the log lines after a change while a finger is on the key `one`.
    private func told(_ change: (Stage, _ owner: TestClient) -> Void) throws -> (released: JSONValue?, cancels: [String?], log: [String]) {
        let stage = try Stage(Self.tree())
        var log: [String] = []
        stage.publisher.log = { log.append($0.text) }
        let owner = stage.connect(Self.subscribe, Self.claim)
        stage.frame([0: (10, 10)])
        #expect(stage.receive(owner).flatMap(\.events).contains { $0["phase"]?.string == "began" && $0["x"]?.number == 10 })
        change(stage, owner)
        stage.turn()
        let lines = stage.receive(owner)
        stage.frame([0: nil])
        let released = lines.last { $0.type == "released" }
        #expect((stage.publisher.claims["pad"] == nil) == (released != nil))
        let cancels = lines.flatMap(\.events).filter { $0["phase"]?.string == "cancelled" }.map { $0["reason"]?.string }
        return (released, cancels, log.filter { $0.contains("has lost its claim") })
    }

    private func edit(_ edits: String, _ client: TestClient, _ stage: Stage) {
        client.send(#"{"type":"edit","id":5,"edits":[\#(edits)]}"#)
        stage.turn()
    }

    static let ending: [(edits: String, reason: String, why: String)] = [
        (set("lid", "frame", "[400,0,200,200]"), "reload", "has put lid in front of it"),
        (set("lid", "transform", "[9,0,0,9,0,0]"), "reload", "has put lid in front of it"),
        (set("lid", "hitTest", #"{"kind":"redirect","to":"under","when":"always"}"#), "reload", "has put lid in front of it"),
        (set("dialog", "hidden", "false"), "reload", "has put dialog in front of it"),
        (add("w", #""id":"new","frame":[499,499,9,9]"#), "reload", "has put new in front of it"),
        (add("s", #""id":"new","frame":[0,0,1000,1000]"#), "reload", "has put new in front of it"),
        (add("lid", #""id":"new","frame":[0,0,9,9]"#) + "," + set("lid", "frame", "[0,0,9,9]"), "reload", "has put lid in front of it"),
        (#"{"op":"sendToBack","region":"pad"}"#, "reload", "has put under in front of it"),
        (#"{"op":"bringToFront","region":"under"}"#, "reload", "has put under in front of it"),
        (#"{"op":"move","region":"one","parent":"w"}"#, "reload", "has moved a part out of it"),
        (#"{"op":"remove","region":"pad"}"#, "regionRemoved", "has removed it"),
        (
            #"{"op":"remove","region":"pad"},"# + add("w", #""id":"pad","frame":[0,0,500,500],"sensitive":true"#), "regionRemoved", "has removed it"
        ),
        (set("pad", "hidden", "true"), "reload", "has led its touches elsewhere"),
        (set("w", "alpha", "0"), "reload", "has led its touches elsewhere"),
        (set("pad", "frame", "[0,0,400,500]"), "reload", "has led its touches elsewhere"),
        (set("pad", "hitTest", #"{"kind":"passThrough"}"#), "reload", "has led its touches elsewhere"),
        // Only the owner may edit the pad's content: a key that blocks other fingers or that fingers move would reveal which key is touched.
        (set("one", "exclusiveTouch", "true"), "reload", "has led its touches elsewhere"),
        (set("one", "behaviour", #""dragSelf""#), "reload", "has led its touches elsewhere"),
        (set("one", "frame", "[10,10,100,100]"), "reload", "has led its touches elsewhere"),
        (add("pad", #""id":"new","frame":[0,0,9,9]"#), "reload", "has led its touches elsewhere"),
        (
            set("lid", "exclusiveTouch", "true") + #",{"op":"move","region":"lid","parent":"pad"}"#, "reload", "has led its touches elsewhere"
        ),
        // The places that take touches change, whatever their boxes are.
        (set("pad", "shape", #"{"kind":"polygon","points":[[0,0],[500,500],[499,500]]}"#), "reload", "has led its touches elsewhere"),
        (set("pad", "transform", "[0,1,-1,0,0,0]"), "reload", "has put lure in front of it"),
        (set("pad", "frame", "[0,0,400,500]") + "," + set("pad", "frame", "[50,0,400,500]"), "reload", "has led its touches elsewhere"),
        (set("pad", "frame", "[0,0,500,600]"), "reload", "has put lure in front of it"),
        (set("arc", "shape", #"{"kind":"polygon","points":[[0,0],[1000,0],[1000,1000],[0,1000]]}"#), "reload", "has put arc in front of it"),
        (#"{"op":"setBoundsOrigin","region":"w","origin":[0,100]}"#, "reload", "has led its touches elsewhere"),
        (
            add("w", #""id":"trap","frame":[0,0,1000,1000],"hitTest":{"kind":"redirect","to":"under","when":"always"}"#)
                + #",{"op":"move","region":"pad","parent":"trap"}"#, "reload", "has led its touches elsewhere"
        ),
        (set("one", "hitTest", #"{"kind":"redirect","to":"under"}"#), "reload", "has led its touches elsewhere"),
        (#"{"op":"move","region":"lid","parent":"pad"}"#, "reload", "has led its touches elsewhere"),
        (#"{"op":"move","region":"w","parent":"other"}"#, "reload", "has led its touches elsewhere"),
        // Regions that redirect touches into the pad, and regions over those.
        (set("guide", "hidden", "true"), "reload", "has led its touches elsewhere"),
        (add("w", #""id":"new","frame":[850,0,9,9]"#), "reload", "has led its touches elsewhere"),
        // A redirect in front has no effect until its target exists.
        (add("under", #""id":"trap","frame":[0,0,9,9]"#), "reload", "has put lure in front of it"),
        (set("one", "fallback", #""under""#), "reload", "has led its touches elsewhere"),
        (add("pad", #""id":"new","frame":[0,0,9,9],"hitTest":{"kind":"redirect","to":"under"}"#), "reload", "has led its touches elsewhere"),
    ]

    @Test(arguments: ending.indices) func `an edit by somebody else that takes the region's secret ends its claim`(_ index: Int) throws {
        let (edits, reason, why) = Self.ending[index]
        let (released, cancels, log) = try told { stage, _ in
            let other = stage.connect()
            edit(edits, other, stage)
            #expect(stage.receive(other).last { $0.type == "reply" }?["ok"]?.bool == true)
        }
        #expect(released?["receivers"]?.array?.map(\.string) == ["pad", "two"] && released?["reason"]?.string == reason, "\(edits)")
        #expect(cancels == [reason], "\(edits)")
        #expect(log.count == 1 && log.first?.contains("has lost its claim of pad: client pid ") == true, "\(log)")
        #expect(log.first?.hasSuffix(why) == true, "\(log)")
    }

    /// The owner's own removals end its claim too.
    @Test(arguments: ending.indices) func `an edit of the owner's own does not`(_ index: Int) throws {
        let (edits, reason, _) = Self.ending[index]
        if reason == "regionRemoved" { return }
        let (released, _, log) = try told { stage, owner in edit(edits, owner, stage) }
        #expect(released == nil && log == [], "\(edits): \(log)")
    }

    @Test(arguments: [
        set("lid", "frame", "[500,100,500,500]"), set("lid", "frame", "[900,900,50,50]"), set("dialog", "frame", "[0,0,10,10]"),
        set("pad", "alpha", "0.5"), set("under", "hidden", "true"),
        add("w", #""id":"new","frame":[0,600,100,100]"#),
        add("w", #""id":"new","frame":[0,0,900,900],"hitTest":{"kind":"passThrough"}"#), #"{"op":"remove","region":"lid"}"#,
        #"{"op":"bringToFront","region":"pad"}"#, #"{"op":"sendToBack","region":"lid"}"#,
    ]) func `other edits leave it alone`(_ edits: String) throws {
        let (released, cancels, log) = try told { stage, _ in
            let other = stage.connect()
            edit(edits, other, stage)
            #expect(stage.receive(other).last { $0.type == "reply" }?["ok"]?.bool == true)
        }
        #expect(released == nil && cancels == [] && log == [], "\(log)")
    }

    @Test func `an edit that is refused ends nothing`() throws {
        let (released, cancels, log) = try told { stage, _ in
            let other = stage.connect()
            edit(Self.set("lid", "frame", "[0,0,9,9]") + "," + Self.set("nowhere", "alpha", "1"), other, stage)
            #expect(stage.receive(other).last { $0.type == "reply" }?["ok"]?.bool == false)
        }
        #expect(released == nil && cancels == [] && log == [])
    }

    // MARK: Reloads

    private static let reloads: [(change: @Sendable (inout RegionSpec) -> Void, reason: String?, why: String)] = [
        ({ $0.children[1].isSensitive = false }, "reload", "has made it not sensitive"),
        ({ $0.children[2].geometry = RegionGeometry(frame: Rect(0, 0, 100, 100)) }, "reload", "has put lid in front of it"),
        ({ $0.children.append(RegionSpec(id: "new", geometry: RegionGeometry(frame: Rect(0, 0, 9, 9)))) }, "reload", "has put new in front of it"),
        ({ $0.children.append($0.children[1].children.remove(at: 0)) }, "reload", "has moved a part out of it"),
        ({ $0.children.remove(at: 1) }, "regionRemoved", "has removed it"),
        // A file may move its regions and redirect touches.
        ({ $0.children[1].geometry = RegionGeometry(frame: Rect(50, 50, 400, 400)) }, nil, ""),
        ({ $0.children[1].children[0].hitTest = .redirect(to: "under", always: false) }, nil, ""),
        ({ $0.children[0].hidden = true }, nil, ""),
        ({ $0.isSensitive = true }, nil, ""),
    ]

    @Test(arguments: reloads.indices) func `a reload that takes the region's secret ends its claim, any other does not`(_ index: Int) throws {
        let (change, reason, why) = Self.reloads[index]
        let (released, cancels, log) = try told { stage, _ in stage.replaceTree(Self.tree(change)) }
        #expect(released?["reason"]?.string == reason)
        #expect(cancels == (reason.map { [$0] } ?? []))
        #expect(log.count == (reason == nil ? 0 : 1))
        if reason != nil {
            #expect(log.first?.hasSuffix("has lost its claim of pad: the configuration now in force " + why) == true, "\(log)")
        }
    }

    // MARK: Two owners

    @Test(arguments: [false, true]) func `a region that becomes sensitive under two owners is nobody's`(isEdit: Bool) throws {
        let stage = try Stage(Self.tree { $0.children[1].isSensitive = isEdit })
        var log: [String] = []
        stage.publisher.log = { log.append($0.text) }
        let clients = ["pad", "lid", "under"].map { stage.connect(Self.subscribe, #"{"type":"claim","id":2,"receivers":["\#($0)"]}"#) }
        for client in clients { _ = stage.receive(client) }
        stage.frame([0: (10, 10), 1: (600, 10)])
        if isEdit {
            // The pad's owner makes the edit, because an edit by anybody else would end its claim first.
            edit(#"{"op":"move","region":"lid","parent":"pad"}"#, clients[0], stage)
        } else {
            stage.replaceTree(
                Self.tree {
                    let lid = $0.children.remove(at: 2)
                    $0.children[1].children.append(lid)
                })
        }
        stage.turn()
        let lines = clients.map { stage.receive($0) }
        let released = lines.map { $0.last { $0.type == "released" } }
        #expect(released.map { $0?["receivers"]?.array?.map(\.string) } == [["pad"], ["lid"], nil])
        #expect(released.map { $0?["reason"]?.string } == ["reload", "reload", nil])
        for lines in lines.prefix(2) { #expect(lines.flatMap(\.events).contains { $0["phase"]?.string == "cancelled" }) }
        #expect(log.filter { $0.contains("has lost its claim of pad: the region became sensitive, and 2 clients") }.count == 2, "\(log)")
        clients[1].send(#"{"type":"claim","id":4,"receivers":["lid"]}"#)
        stage.turn()
        #expect(stage.receive(clients[1]).last { $0.type == "reply" }?["ok"]?.bool == true)
    }

    // MARK: The cause of the end

    @Test func `a client that goes with the region it had added tells the region's owner and the log`() throws {
        let stage = try Stage(Self.tree())
        var log: [String] = []
        stage.publisher.log = { log.append($0.text) }
        var author: TestClient? = stage.connect()
        edit(Self.add("w", #""id":"pin","frame":[600,600,9,9],"sensitive":true,"children":[{"id":"key","frame":[0,0,9,9]}]"#), author!, stage)
        let owner = stage.connect(Self.subscribe, #"{"type":"claim","id":2,"receivers":["key"]}"#)
        author = nil
        stage.turn()
        #expect(stage.receive(owner).last { $0.type == "released" }?["reason"]?.string == "regionRemoved")
        let lost = log.filter { $0.contains("has lost its claim of pin: ") }
        #expect(lost.count == 1 && !log.contains { $0.contains("key") }, "\(log)")
    }

    @Test func `an administrator's release is told to the owner and the log, and frees the region`() throws {
        let (released, cancels, log) = try told { stage, owner in
            let other = stage.connect(#"{"type":"release","id":3,"receivers":["pad"]}"#)
            #expect(stage.receive(other).last?["error"]?["code"]?.string == "notFound", "nobody else releases it")
            let admin = stage.connect(
                #"{"type":"hello","id":1,"name":"adm"}"#, #"{"type":"release","id":3,"receivers":["pad","two"]}"#,
                #"{"type":"release","id":4,"receivers":["one"]}"#, user: 0, on: .admin)
            let replies = stage.receive(admin)
            #expect(replies.first { $0.int("id") == 3 }?["ok"]?.bool == true)
            #expect(replies.last?["error"]?["code"]?.string == "notFound")
        }
        #expect(released?["receivers"]?.array?.map(\.string) == ["pad", "two"] && released?["reason"]?.string == "clientGone")
        #expect(cancels == ["clientGone"])
        #expect(log.count == 1 && log.first?.contains(#"has lost its claim of pad: client "adm", pid "#) == true, "\(log)")
        #expect(log.first?.hasSuffix("on the admin socket has released it") == true, "\(log)")
    }
}
