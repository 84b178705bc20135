import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Edits that were made before a claim: what would end it keeps it from being made, as long as it is in force.
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
            #expect(error?["message"]?.string == #""pad" is sensitive, and an edit of somebody else \#(why)"#, "\(edits)")
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
        // Somebody else has edited as well, and nothing that matters.
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
        #expect(error?["code"]?.string == "taken" && error?["message"]?.string?.hasSuffix("has removed it") == true, "\(error ?? .null)")
    }

    @Test func `of a region that a client has added nothing is compared, and what lies elsewhere does not matter`() throws {
        let stage = try Stage(Ending.tree())
        let other = administrator(stage)
        edit(Ending.add("w", #""id":"pin","frame":[600,600,9,9],"sensitive":true"#), other, stage)
        edit(Ending.set("lid", "frame", "[900,900,50,50]"), other, stage)
        let client = stage.connect(Ending.subscribe, #"{"type":"claim","id":2,"receivers":["pin","pad"]}"#)
        #expect(stage.receive(client).last { $0.int("id") == 2 }?["ok"]?.bool == true)
    }
}
