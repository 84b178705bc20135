import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Claims after edits: while an edit is in force that would end a claim, the claim is refused.
@Suite struct ClaimAfterEditTests {
    private typealias Ending = EndedClaimTests

    private func edit(_ edits: String, _ client: TestClient, _ stage: Stage) {
        client.send(#"{"type":"edit","id":5,"edits":[\#(edits)]}"#)
        stage.turn()
        #expect(stage.receive(client).last { $0.type == "reply" }?["ok"]?.bool == true, "\(edits)")
    }

    private func administrator(_ stage: Stage) -> TestClient { stage.connect(user: 0, on: .admin) }

    /// The reply to a claim of the pad and one of its keys.
    private func claim(_ stage: Stage, user: UInt32 = 1000) -> (client: TestClient, reply: JSONValue?) {
        let client = stage.connect(Ending.subscribe, Ending.claim, user: user)
        return (client, stage.receive(client).last { $0.int("id") == 2 })
    }

    @Test(arguments: EndedClaimTests.ending.indices) func `what somebody else has done to the region before keeps a claim from being made`(
        _ index: Int
    ) throws {
        let (edits, reason, why) = Ending.ending[index]
        let stage = try Stage(Ending.tree())
        let other = administrator(stage)
        edit(edits, other, stage)
        let (client, reply) = claim(stage)
        let error = reply?["error"]
        if reason == "regionRemoved" {
            #expect(error?["code"]?.string == "notFound", "the key two is gone")
        } else {
            #expect(error?["code"]?.string == "taken", "\(edits)")
            #expect(error?["message"]?.string == #""pad" is sensitive, and an edit by somebody else \#(why)"#, "\(edits)")
            #expect(error?["hint"]?.string?.hasSuffix("touchctl reload --reset") == true)
        }
        #expect(stage.publisher.claims.isEmpty)
        other.send(#"{"type":"reload","id":6,"reset":true}"#)
        stage.turn()
        client.send(Ending.claim)
        stage.turn()
        #expect(stage.receive(client).last { $0.int("id") == 2 }?["ok"]?.bool == true, "\(edits)")
    }

    @Test(arguments: EndedClaimTests.ending.indices) func `what the claimant's user has done to it does not`(_ index: Int) throws {
        let (edits, reason, _) = Ending.ending[index]
        if reason == "regionRemoved" { return }
        let stage = try Stage(Ending.tree())
        // Somebody else has edited something that does not matter here.
        edit(Ending.set("under", "hidden", "true") + "," + Ending.add("under", #""id":"note","frame":[0,0,9,9]"#), administrator(stage), stage)
        let before = stage.connect()
        edit(edits, before, stage)
        #expect(claim(stage).reply?["ok"]?.bool == true, "\(edits)")
    }

    @Test func `an edit is its author's also when he is gone, and the claimant's own edits do not hide it`() throws {
        let stage = try Stage(Ending.tree())
        var other: TestClient? = administrator(stage)
        edit(Ending.set("dialog", "hidden", "false"), other!, stage)
        other = nil
        stage.turn()
        for _ in 0..<100 { edit(Ending.set("dialog", "alpha", "0.9"), stage.connect(), stage) }
        #expect(claim(stage).reply?["error"]?["code"]?.string == "taken")
        edit(Ending.set("dialog", "hidden", "true"), stage.connect(), stage)
        #expect(claim(stage).reply?["ok"]?.bool == true)
    }

    @Test func `who makes the region open to all before a claim gets nothing of it`() throws {
        let stage = try Stage(Ending.tree())
        let other = administrator(stage)
        edit(
            #"{"op":"remove","region":"pad"},"# + Ending.add("w", #""id":"pad","frame":[0,0,500,500],"children":[{"id":"two","frame":[0,0,9,9]}]"#),
            other, stage)
        let error = claim(stage).reply?["error"]
        #expect(error?["code"]?.string == "taken" && error?["message"]?.string?.hasSuffix("has made it not sensitive") == true, "\(error ?? .null)")
    }

    @Test func `of a region that a client has added nothing is compared, and what lies elsewhere does not matter`() throws {
        let stage = try Stage(Ending.tree())
        let other = administrator(stage)
        edit(Ending.add("w", #""id":"pin","frame":[600,600,9,9],"sensitive":true"#), other, stage)
        edit(Ending.set("lid", "frame", "[900,900,50,50]"), other, stage)
        let client = stage.connect(Ending.subscribe, #"{"type":"claim","id":2,"receivers":["pin","pad"]}"#)
        #expect(stage.receive(client).last { $0.int("id") == 2 }?["ok"]?.bool == true)
    }

    // MARK: Windows and their surroundings

    /// Two full-screen windows: `w` with the pad, and `back` behind it in the file's order. The pad may lie in a list.
    private static func windows(padInList: Bool = false) -> RegionTree {
        func region(_ id: String, _ frame: Rect, _ children: [RegionSpec] = [], kind: RegionKind = .view) -> RegionSpec {
            RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: frame), children: children)
        }
        var pad = region("pad", Rect(0, 0, 500, 500), [region("two", Rect(0, 0, 100, 100), kind: .button)])
        pad.isSensitive = true
        var list = region("list", Rect(0, 0, 500, 500), padInList ? [pad] : [], kind: .scrollView)
        list.scroll!.contentSize = Size(500, 2000)
        let popup = region("popup", Rect(900, 900, 100, 100), [region("ok", Rect(0, 0, 50, 50), kind: .button)])
        let w = region("w", Rect(0, 0, 1000, 1000), (padInList ? [list] : [pad]) + [popup], kind: .window)
        return RegionTree([
            ScreenSpec(id: "s", size: Size(1000, 1000), windows: [region("back", Rect(0, 0, 1000, 1000), [], kind: .window), w])
        ])
    }

    @Test(arguments: [#"{"op":"bringToFront","region":"back"}"#, #"{"op":"sendToBack","region":"w"}"#])
    func `a window that somebody else has brought in front keeps a claim from being made`(_ edits: String) throws {
        let stage = try Stage(Self.windows())
        edit(edits, administrator(stage), stage)
        let error = claim(stage).reply?["error"]
        #expect(error?["code"]?.string == "taken" && error?["message"]?.string?.hasSuffix("has put back in front of it") == true, "\(error ?? .null)")
        // The claimant's user restores the order; an unrelated edit by somebody else does not matter.
        edit(#"{"op":"bringToFront","region":"w"},{"op":"sendToBack","region":"back"}"#, stage.connect(), stage)
        edit(Ending.add("popup", #""id":"new","frame":[0,0,9,9]"#), administrator(stage), stage)
        #expect(claim(stage).reply?["ok"]?.bool == true)
    }

    @Test func `a key that the claimant has added itself is under the same rule as the pad`() throws {
        let stage = try Stage(Self.windows())
        let owner = stage.connect(Ending.subscribe)
        edit(Ending.add("pad", #""id":"mine","frame":[100,0,9,9]"#), owner, stage)
        edit(Ending.add("w", #""id":"cover","frame":[0,0,500,500]"#), administrator(stage), stage)
        owner.send(#"{"type":"claim","id":9,"receivers":["mine"]}"#)
        stage.turn()
        #expect(
            stage.receive(owner).last { $0.int("id") == 9 }?["error"]?["code"]?.string != "taken", "the administrator has gone, and the cover too")
        let other = administrator(stage)
        edit(Ending.add("w", #""id":"cover","frame":[0,0,500,500]"#), other, stage)
        owner.send(#"{"type":"release","id":10,"receivers":["mine"]}"#)
        owner.send(#"{"type":"claim","id":11,"receivers":["mine"]}"#)
        stage.turn()
        #expect(stage.receive(owner).last { $0.int("id") == 11 }?["error"]?["code"]?.string == "taken")
    }

    @Test func `what fingers and the claimant have made of the tree is as it was, whatever else somebody has edited`() throws {
        let stage = try Stage(Self.windows(padInList: true))
        edit(#"{"op":"setBoundsOrigin","region":"list","origin":[0,40]}"#, stage.connect(), stage)
        edit(#"{"op":"remove","region":"pad"}"#, stage.connect(), stage)
        let owner = stage.connect(Ending.subscribe)
        let pad = #""id":"pad","frame":[0,0,500,500],"sensitive":true,"children":[{"id":"two","frame":[0,0,9,9]}]"#
        edit(Ending.add("list", pad), owner, stage)
        edit(Ending.set("popup", "frame", "[0,0,600,600]"), owner, stage)
        let other = administrator(stage)
        edit(Ending.add("w", #""id":"note","frame":[990,0,9,9]"#) + "," + Ending.set("popup", "alpha", "0.9"), other, stage)
        #expect(
            claim(stage).reply?["error"]?["code"]?.string == "taken", "the popup has two authors, and lies in front")
        edit(Ending.set("popup", "frame", "[900,900,100,100]"), owner, stage)
        #expect(claim(stage).reply?["ok"]?.bool == true)
    }

    @Test(arguments: [63, 64, 65]) func `the claimant's edit is its own, however many clients have edited before`(_ count: Int) throws {
        let stage = try Stage(Self.windows())
        edit(Ending.set("back", "alpha", "0.5"), administrator(stage), stage)
        for _ in 0..<count { edit(Ending.set("two", "alpha", "0.9"), stage.connect(), stage) }
        edit(Ending.set("popup", "frame", "[0,0,600,600]"), stage.connect(), stage)
        #expect(claim(stage).reply?["ok"]?.bool == true)
    }
}
