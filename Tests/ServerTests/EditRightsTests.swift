import Configuration
import Glibc
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// The right `edit`: its user may lay out the granted regions without any effect outside.
@Suite struct EditRightsTests {
    static let configuration = """
        version: 1
        screens:
          - id: main
            size: [1000, 1000]
            windows:
              - id: w
                frame: [0, 0, 1000, 1000]
                intercept:
                  - { id: ic, insideOf: corner, verdict: observe }
                children:
                  - id: pad
                    frame: [0, 0, 400, 400]
                    sensitive: true
                    children:
                      - { id: one, frame: [0, 0, 200, 400] }
                  - id: other
                    frame: [0, 500, 1000, 500]
                    fallback: missing
                    gestures:
                      - { id: swiped, type: swipe, requireToFail: [tapped, absent] }
                  - id: menu
                    frame: [500, 0, 500, 500]
                    children:
                      - { id: row, frame: [0, 0, 250, 100], gestures: [{ id: panned, type: pan }] }
                      - { id: second, frame: [0, 100, 250, 100] }
                      - { id: loud, frame: [0, 200, 10, 10], exclusiveTouch: true }
                      - { id: corner, frame: [480, 0, 20, 20] }
                      - { id: pinned, frame: [0, 300, 20, 20], gestures: [{ id: tapped, type: tap }] }
                      - id: box
                        frame: [250, 250, 250, 250]
                        children:
                          - { id: secret, frame: [0, 0, 100, 100], sensitive: true }
                          - { id: lid, frame: [150, 150, 50, 50] }
                  - { id: glass, frame: [0, 0, 1000, 1000], hitTest: { kind: passThrough }, children: [{ id: note, frame: [500, 500, 100, 100] }] }
                  - { id: wide, frame: [0, 0, 10, 10], hitTest: { kind: overflow }, children: [{ id: inner, frame: [0, 0, 10, 10] }] }
                  - { id: strip, kind: scrollView, frame: [0, 900, 100, 100], contentSize: [100, 500] }
                  - id: over
                    kind: scrollView
                    frame: [0, 0, 450, 1000]
                    contentSize: [450, 3000]
                    hitTest: { kind: passThrough }
                    children: [{ id: far, frame: [0, 2000, 100, 100] }]
        """

    /// The configuration's tree, plus names of missing regions, which a file must not have.
    static func tree() throws -> RegionTree {
        let text = configuration.replacing("fallback: missing", with: "fallback: one").replacing(", absent", with: "")
        let result = readConfiguration(Array(text.utf8), file: "test.yaml")
        var screens = try #require(result.settings, "\(result.diagnostics)").screens.map(\.spec)
        let place = screens[0].windows[0].children.firstIndex { $0.id == "other" }!
        screens[0].windows[0].children[place].fallback = "missing"
        screens[0].windows[0].children[place].gestures[0].requireToFail.append("absent")
        return RegionTree(screens)
    }

    static let rule = AccessRules.Rule(
        user: 1, regions: ["w/menu/**", "w/glass/**", "w/wide/**", "w/strip/**", "w/over/**"], rights: [.edit, .claim, .receive],
        place: "test.yaml:60")

    private func stage() throws -> Stage {
        let stage = try Stage(try Self.tree())
        stage.access = AccessRules(trusted: [7], rules: [Self.rule])
        return stage
    }

    private func ask(_ stage: Stage, _ edits: String, user: UInt32 = 1, before: String...) -> (code: String?, message: String) {
        let client = stage.connect(user: user)
        for line in before { client.send(line) }
        client.send(#"{"type":"edit","id":5,"edits":[\#(edits)]}"#)
        stage.turn()
        let reply = stage.receive(client).last { $0.type == "reply" && $0.int("id") == 5 }
        return (reply?["ok"]?.bool == true ? "ok" : reply?["error"]?["code"]?.string, reply?["error"]?["message"]?.string ?? "")
    }

    private static func set(_ region: String, _ key: String, _ value: String) -> String {
        #"{"op":"set","region":"\#(region)","key":"\#(key)","value":\#(value)}"#
    }
    private static func add(_ parent: String, _ members: String) -> String {
        #"{"op":"add","parent":"\#(parent)","region":{"id":"new",\#(members)}}"#
    }
    private static let place = #""frame":[0,0,50,50]"#

    static let allowed: [String] = [
        set("row", "frame", "[0,0,9000,9000]"),  // clipped by the menu
        set("row", "hitInsets", "[-999,-999,-999,-999]"), set("row", "hidden", "true"), set("row", "behaviour", #""dragSelf""#),
        set("row", "hitTest", #"{"kind":"overflow"}"#), set("row", "hitTest", #"{"kind":"redirect","to":"second"}"#),
        set("row", "fallback", #""second""#),
        #"{"op":"set","gesture":"panned","key":"shouldReceiveNot","value":["second"]}"#,
        #"{"op":"set","gesture":"panned","key":"requireToFail","value":["panned"]}"#,
        #"{"op":"bringToFront","region":"second"}"#, #"{"op":"remove","region":"row"}"#,
        #"{"op":"move","region":"second","parent":"row"}"#, #"{"op":"move","region":"note","parent":"menu"}"#,
        add("menu", place), add("row", place), add("menu", place + #","sensitive":true,"children":[{"id":"key","frame":[0,0,9,9]}]"#),
        add("menu", place + #","gestures":[{"id":"mine","type":"tap","requireToFail":["panned"]}]"#),
        add("menu", place) + "," + #"{"op":"move","region":"new","parent":"row"}"# + "," + set("new", "alpha", "0.5"),
        add("glass", #""frame":[400,0,50,50]"#),
        set("over", "enabled", "false"),  // affects nothing else
        set("strip", "contentSize", "[100,900]"), #"{"op":"setBoundsOrigin","region":"strip","origin":[0,9]}"#,
    ]

    @Test(arguments: allowed) func `what lies in what a rule grants may be laid out`(_ edits: String) throws {
        let answer = ask(try stage(), edits)
        #expect(answer.code == "ok", "\(answer.message)")
    }

    static let refused: [(edits: String, why: String)] = [
        // Edits without the right.
        (
            set("other", "alpha", "1"),
            #"user 1 may not edit "w/other": the access rules that grant this user "edit" are for other regions: test.yaml:60 grants it for w/menu/**"#
        ),
        (set("row", "alpha", "0.5") + "," + set("w", "hidden", "true"), #"edit 2 of 2: user 1 may not edit "w""#),
        (#"{"op":"remove","region":"other"}"#, #"may not edit "w/other""#), (#"{"op":"bringToFront","region":"other"}"#, #"may not edit "w/other""#),
        (#"{"op":"set","gesture":"swiped","key":"enabled","value":false}"#, #"may not edit "w/other""#),
        (add("w", place), #"may not edit "w""#), (add("main", place), "may not add or move windows"),
        (#"{"op":"move","region":"row","parent":"other"}"#, #"may not edit "w/other""#),
        (#"{"op":"move","region":"row","parent":"main"}"#, "may not add or move windows"),
        (#"{"op":"move","region":"other","parent":"menu"}"#, #"may not edit "w/other""#),
        // The region moves out and back: the result would be unchanged.
        (#"{"op":"move","region":"other","parent":"menu"},{"op":"move","region":"other","parent":"w","index":1}"#, #"may not edit "w/other""#),
        (add("menu", place) + #",{"op":"move","region":"new","parent":"other"},{"op":"remove","region":"new"}"#, #"may not edit "w/other""#),
        // The outermost region that the rule grants.
        (set("menu", "frame", "[0,0,1000,1000]"), #"may edit the content of "w/menu", but may not move"#),
        (set("glass", "hitInsets", "[-9,0,0,0]"), #"the content of "w/glass", but may not"#),
        (set("strip", "transform", "[2,0,0,2,0,0]"), "but may not move, reorder"),
        (set("strip", "hitTest", #"{"kind":"absorb"}"#), "but may not move, reorder"),
        (set("strip", "hidden", "true"), "but may not move, reorder"), (set("strip", "responds", #""forward""#), "but may not move, reorder"),
        (set("strip", "level", "5"), "but may not move, reorder"), (set("strip", "exclusiveTouch", "true"), "but may not move, reorder"),
        (#"{"op":"bringToFront","region":"strip"}"#, "but may not move"), (#"{"op":"remove","region":"strip"}"#, "but may not move"),
        (#"{"op":"move","region":"strip","parent":"menu"}"#, "but may not move, reorder"),
        (set("inner", "frame", "[0,0,1000,1000]"), "can be hit outside it"), (add("wide", place), "can be hit outside it"),
        // Removing the region would give the touches it takes outside to another region.
        (#"{"op":"remove","region":"inner"}"#, "can be hit outside it"),
        (#"{"op":"move","region":"inner","parent":"menu"}"#, "can be hit outside it"),
        // Properties with effects outside.
        (set("row", "exclusiveTouch", "true"), #""exclusiveTouch" of "row" has effects outside"#),
        (set("row", "watchesOutside", "true"), #""watchesOutside" of "row""#),
        (set("row", "level", "3"), #""level" of "row""#), (set("loud", "frame", "[0,0,500,500]"), #""exclusiveTouch" of "loud""#),
        (add("menu", place + #","exclusiveTouch":true"#), "exclusiveTouch"),
        (add("menu", place + #","children":[{"id":"x","frame":[0,0,1,1],"watchesOutside":true}]"#), "watchesOutside"),
        // References to regions of others.
        (set("row", "hitTest", #"{"kind":"redirect","to":"other","when":"always"}"#), #"may not edit "w/other""#),
        (set("row", "hitTest", #"{"kind":"redirect","to":"one"}"#), #"may not edit "w/pad/one""#),
        (set("row", "fallback", #""pad""#), #"may not edit "w/pad""#),
        (set("row", "fallback", #""nowhere""#), #"names the region "nowhere", which does not exist"#),
        (#"{"op":"set","gesture":"panned","key":"simultaneousWith","value":["swiped"]}"#, #"may not edit "w/other""#),
        (#"{"op":"set","gesture":"panned","key":"requireToFail","value":["swiped"]}"#, #"may not edit "w/other""#),
        (#"{"op":"set","gesture":"panned","key":"shouldReceiveNot","value":["one"]}"#, #"may not edit "w/pad/one""#),
        (set("strip", "touchesShouldBeginNo", #"["one"]"#), #"may not edit "w/pad/one""#),
        (
            add("menu", place + #","gestures":[{"id":"g","type":"tap","simultaneousWith":["nothing"]}]"#),
            #"names the gesture "nothing", which does not exist"#
        ),
        // Regions that others refer to.
        (set("corner", "frame", "[0,0,500,500]"), #""w/menu/corner" is named by "w""#), (#"{"op":"remove","region":"corner"}"#, "is named by"),
        (#"{"op":"remove","region":"pinned"}"#, #"the gesture "tapped" of "w/menu/pinned" is named by "w/other""#),
        (#"{"op":"add","parent":"menu","region":{"id":"missing","frame":[0,0,9,9]}}"#, #""missing" is named by "w/other""#),
        (#"{"op":"add","parent":"menu","region":{"id":"main","frame":[0,0,9,9]}}"#, #""main" is the id of a screen"#),
        (add("menu", place + #","gestures":[{"id":"absent","type":"tap"}]"#), #"the gesture "absent" is named by "w/other""#),
        // Sensitive regions of others.
        (set("secret", "frame", "[0,0,5,5]"), #""w/menu/box/secret" is sensitive, and this connection has not claimed it"#),
        (add("secret", place), "is sensitive"), (set("box", "hidden", "true"), "is sensitive"), (#"{"op":"remove","region":"box"}"#, "is sensitive"),
        (#"{"op":"bringToFront","region":"box"}"#, "is sensitive"), (set("menu", "enabled", "false"), "is sensitive"),
        (#"{"op":"move","region":"secret","parent":"menu"}"#, "is sensitive"),
        (set("lid", "frame", "[0,0,101,101]"), #""w/menu/box/lid" would lie over "w/menu/box/secret""#),
        (set("lid", "hitTest", #"{"kind":"overflow"}"#), "would lie over"), (set("lid", "behaviour", #""dragSelf""#), "would lie over"),
        (add("box", place), "would lie over"), (add("menu", #""frame":[200,200,100,100]"#), "would lie over"),
        (add("glass", #""frame":[300,300,200,200]"#), #""w/glass/new" would lie over "w/pad""#),
        (set("note", "frame", "[0,0,1000,1000]"), "would lie over"),
        (set("note", "hitTest", #"{"kind":"redirect","to":"second","when":"always"}"#), "would lie over"),
        (set("note", "transform", "[9,9,-9,9,0,0]"), "would lie over"),
        // Scrolled content can reach any place in its scroll view.
        (#"{"op":"setBoundsOrigin","region":"over","origin":[0,2000]}"#, #""w/over" would lie over "w/pad""#),
        (set("over", "contentSize", "[1000,5000]"), #""w/over" would lie over "w/pad""#), (set("far", "frame", "[0,3000,9,9]"), "would lie over"),
        (add("over", #""frame":[0,2000,50,50]"#), #""w/over/new" would lie over "w/pad""#),
    ]

    @Test(arguments: refused.indices) func `and nothing else: the whole request is refused`(_ index: Int) throws {
        let (edits, why) = Self.refused[index]
        let stage = try stage()
        let before = stage.tree.screenSpecs
        let answer = ask(stage, edits)
        #expect(answer.code == "notAllowed", "\(edits)")
        #expect(answer.message.contains(why), "\(edits): \(answer.message)")
        #expect(stage.tree.screenSpecs == before && stage.publisher.generation == 1)
        #expect(ask(stage, edits, user: 7).code == "ok", "\(edits): a trusted user may")
    }

    @Test func `without a rule nobody but trusted users edits`() throws {
        let stage = try stage()
        let edit = Self.set("row", "alpha", "0.5")
        #expect(ask(stage, edit, user: 2).code == "notAllowed" && ask(stage, edit, user: 7).code == "ok")
        stage.access = AccessRules(trusted: [7])
        #expect(ask(stage, edit).code == "notAllowed")
    }

    @Test func `what is claimed is its owner's to lay out`() throws {
        let stage = try stage()
        let mine = [#"{"type":"subscribe","regions":["w/menu/**"]}"#, #"{"type":"claim","receivers":["secret"]}"#]
        #expect(ask(stage, Self.set("lid", "frame", "[0,0,200,200]"), before: mine[0], mine[1]).code == "ok")
        #expect(ask(stage, Self.add("secret", Self.place), before: mine[0], mine[1]).code == "ok")
        #expect(ask(stage, Self.set("secret", "frame", "[0,0,90,90]"), before: mine[0], mine[1]).code == "ok")
    }

    @Test func `a part has only so many regions`() throws {
        let stage = try stage()
        let client = stage.connect(user: 1)
        var codes: [String?] = []
        for round in 0..<60 {
            let children = (0..<60).map { #"{"id":"r\#(round)-\#($0)","frame":[0,0,1,1]}"# }.joined(separator: ",")
            client.send(
                #"{"type":"edit","id":5,"keep":true,"edits":[{"op":"add","parent":"row","region":{"id":"g\#(round)","frame":[0,0,9,9],"children":[\#(children)]}}]}"#
            )
            for _ in 0..<4 { stage.turn() }
            codes.append(stage.receive(client).last { $0.type == "reply" }?["error"]?["code"]?.string)
        }
        #expect(codes.first == .some(nil) && codes.last == "notAllowed")
        #expect(stage.tree.regionCount < Limit.editable + 20)
        #expect(ask(stage, #"{"op":"remove","region":"g0"}"#).code == "ok")
    }

    @Test func `the paths of a part have only so many bytes`() throws {
        let stage = try stage()
        let client = stage.connect(user: 1)
        var path = "row"
        var refusal = ""
        for index in 0..<60 where refusal.isEmpty {
            let id = "n\(index)" + String(repeating: "x", count: 250)
            client.send(#"{"type":"edit","id":5,"edits":[{"op":"add","parent":"\#(path)","region":{"id":"\#(id)","frame":[0,0,9,9]}}]}"#)
            stage.turn()
            refusal = stage.receive(client).last { $0.type == "reply" }?["error"]?["message"]?.string ?? ""
            path = id
        }
        #expect(refusal.contains("would have") && refusal.contains("the limit is \(256 << 10)"), "\(refusal)")
    }

    @Test func `what it has added goes with it, and its claim of others' with the region`() throws {
        let stage = try stage()
        let client = stage.connect(#"{"type":"edit","id":5,"edits":[\#(Self.add("menu", Self.place))]}"#, user: 1)
        #expect(stage.receive(client).last?["ok"]?.bool == true)
        let other = stage.connect(#"{"type":"subscribe"}"#, #"{"type":"claim","receivers":["new"]}"#, user: 7)
        #expect(stage.receive(other).last?["ok"]?.bool == true)
        client.send(#"{"type":"edit","id":6,"edits":[{"op":"remove","region":"new"}]}"#)
        stage.turn()
        let released = stage.receive(other).last { $0.type == "released" }
        #expect(released?["receivers"]?.array?.map(\.string) == ["new"] && released?["reason"]?.string == "regionRemoved")
        client.send(#"{"type":"edit","id":7,"edits":[\#(Self.add("menu", Self.place))]}"#)
        stage.turn()
        #expect(stage.tree.index(ofID: "new") != nil)
        shutdown(client.fd, Int32(SHUT_RDWR))
        stage.turn()
        #expect(stage.tree.index(ofID: "new") == nil)
    }

    @Test func `the id of a gesture is one's own`() throws {
        let stage = try stage()
        let twice = Self.add("menu", Self.place + #","gestures":[{"id":"swiped","type":"tap"}]"#)
        #expect(ask(stage, twice, user: 7).code == "taken" && ask(stage, twice).code == "taken")
    }
}
