import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Limits of the right `edit` that matter only in trees with references between regions and with two screens.
@Suite struct EditBordersTests {
    private static func region(_ id: String, _ frame: Rect, _ children: [RegionSpec] = [], kind: RegionKind = .view) -> RegionSpec {
        RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: frame), children: children)
    }

    private func answer(_ tree: RegionTree, _ regions: String, _ edits: String) throws -> (code: String?, message: String) {
        let stage = try Stage(tree)
        stage.access = AccessRules(trusted: [7], rules: [AccessRules.Rule(user: 1, regions: [regions], rights: [.edit])])
        let client = stage.connect(#"{"type":"edit","id":5,"edits":[\#(edits)]}"#, user: 1)
        let reply = stage.receive(client).last { $0.type == "reply" && $0.int("id") == 5 }
        return (reply?["ok"]?.bool == true ? "ok" : reply?["error"]?["code"]?.string, reply?["error"]?["message"]?.string ?? "")
    }

    /// A region that names other users' regions redirects their touches or takes part in them, so removing it changes those touches.
    @Test(arguments: [
        #"{"op":"remove","region":"link"}"#,
        #"{"op":"set","region":"link","key":"frame","value":[0,0,9,9]}"#, #"{"op":"remove","region":"box"}"#,
        #"{"op":"move","region":"link","parent":"box"}"#, #"{"op":"sendToBack","region":"link"}"#,
    ])
    func `a region that names what the user may not edit is left alone`(_ edit: String) throws {
        for kind in ["fallback", "redirect", "shouldReceiveNot"] {
            var link = Self.region("link", Rect(0, 0, 100, 100))
            switch kind {
            case "fallback": link.fallback = "other"
            case "redirect": link.hitTest = .redirect(to: "other", always: false)
            default:
                var tap = GestureSpec(id: "tap", type: "tap")
                tap.shouldReceiveNot = ["other"]
                link.gestures = [tap]
            }
            let box = Self.region("box", Rect(0, 0, 200, 200), [link, Self.region("free", Rect(0, 0, 9, 9))])
            let window = Self.region(
                "w", Rect(0, 0, 1000, 1000), [Self.region("menu", Rect(0, 0, 500, 500), [box]), Self.region("other", Rect(500, 0, 9, 9))],
                kind: .window)
            let tree = RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
            let (code, message) = try answer(tree, "w/menu/**", edit)
            #expect(code == "notAllowed" && message.contains(#"may not edit "w/other""#), "\(kind): \(message)")
            #expect(try answer(tree, "w/menu/**", #"{"op":"remove","region":"free"}"#).code == "ok")
        }
    }

    @Test func `a sensitive region at the same place on another screen is not covered`() throws {
        var glass = Self.region("glass", Rect(0, 0, 1000, 1000))
        glass.hitTest = .passThrough
        func pad(_ id: String) -> RegionSpec {
            var pad = Self.region(id, Rect(0, 0, 300, 300))
            pad.isSensitive = true
            return pad
        }
        let first = Self.region("w", Rect(0, 0, 1000, 1000), [Self.region("under", Rect(0, 0, 1000, 1000), [pad("near")]), glass], kind: .window)
        let second = Self.region("v", Rect(0, 0, 1000, 1000), [pad("far")], kind: .window)
        func answer(_ frame: String) throws -> String? {
            let tree = RegionTree([
                ScreenSpec(id: "s", size: Size(1000, 1000), windows: [first]), ScreenSpec(id: "t", size: Size(1000, 1000), windows: [second]),
            ])
            return try self.answer(tree, "w/glass/**", #"{"op":"add","parent":"glass","region":{"id":"new","frame":\#(frame)}}"#).code
        }
        #expect(try answer("[100,100,50,50]") == "notAllowed", "that is over the one on its own screen")
        #expect(try answer("[400,400,50,50]") == "ok")
        // The tree without the region on its own screen.
        var alone = first
        alone.children[0].children = []
        let tree = RegionTree([
            ScreenSpec(id: "s", size: Size(1000, 1000), windows: [alone]), ScreenSpec(id: "t", size: Size(1000, 1000), windows: [second]),
        ])
        #expect(try self.answer(tree, "w/glass/**", #"{"op":"add","parent":"glass","region":{"id":"new","frame":[100,100,50,50]}}"#).code == "ok")
    }
}
