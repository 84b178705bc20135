import Testing
import Wire

@testable import Server
@testable import TouchCore

/// The rights `status` and `reload` allow supervising a kiosk remotely without seeing what is typed there.
@Suite struct StatusRightTests {
    private func ask(_ stage: Stage, _ client: TestClient, _ line: String) throws -> JSONValue {
        client.send(line)
        stage.turn()
        stage.turn()
        return try #require(stage.receive(client).last { $0["id"]?.string == "q" })
    }

    private let status = #"{"type":"status","id":"q"}"#
    private let stats = #"{"type":"stats","id":"q"}"#
    private let devices = #"{"type":"devices","id":"q"}"#

    /// The region `a` on the left is sensitive. User 8 may ask for the status, user 9 may also observe everything, and user 7 is trusted.
    private func stage(sensitive: Bool = true) throws -> Stage {
        var screen = Stage.tree(window: "w").screenSpecs[0]
        screen.windows[0].children[0].isSensitive = sensitive
        let stage = try Stage(RegionTree([screen]))
        stage.access = AccessRules(
            trusted: [7],
            rules: [
                AccessRules.Rule(user: 8, rights: [.status, .reload]), AccessRules.Rule(user: 9, rights: [.status, .observe]),
                AccessRules.Rule(user: 10, rights: [.receive]),
            ])
        return stage
    }

    private func tap(_ stage: Stage, _ x: Int32) {
        stage.frame([0: (x, 10)])
        stage.frame([0: nil])
    }

    @Test func `who has the right status is told of panels' health`() throws {
        let stage = try stage()
        tap(stage, 700)
        #expect(try ask(stage, stage.connect(user: 8), devices)["devices"]?.array?.first?["health"]?.int("touches") == 1)
        #expect(try ask(stage, stage.connect(user: 8), status)["panels"]?.array?.first?["health"]?.int("touches") == 1)
        #expect(try ask(stage, stage.connect(user: 10), devices)["devices"]?.array?.first?["health"] == nil)
    }

    @Test func `of a kiosk with a PIN pad the last touch is told that was beside it`() throws {
        let stage = try stage()
        func lastTouch(_ user: UInt32) throws -> JSONValue? {
            try ask(stage, stage.connect(user: user), status)["screens"]?.array?.first?["lastTouch"]
        }
        tap(stage, 10)
        #expect(try lastTouch(8) == .null)
        #expect(try lastTouch(9)?.number == Double(stage.time / 1_000_000 * 1_000_000))
        stage.time += 10_000_000
        tap(stage, 700)
        let beside = Double(stage.time)
        #expect(try lastTouch(8)?.number == beside)
        stage.time += 10_000_000
        tap(stage, 10)
        #expect(try lastTouch(8)?.number == beside)
        #expect(try lastTouch(9)?.number ?? 0 > beside)
    }

    @Test func `the last touch that was beside the PIN pad is told apart, also to who may observe it`() throws {
        let stage = try stage()
        func last(_ user: UInt32) throws -> [JSONValue?] {
            let screen = try ask(stage, stage.connect(user: user), status)["screens"]?.array?.first
            return [screen?["lastOpenTouch"], screen?["lastTouch"]]
        }
        tap(stage, 10)
        #expect(try last(9)[0] == .null && last(9)[1]?.number != nil)
        stage.time += 10_000_000
        tap(stage, 700)
        let beside = Double(stage.time)
        stage.time += 10_000_000
        tap(stage, 10)
        #expect(try last(9)[0]?.number == beside)
        #expect(try last(9)[1]?.number ?? 0 > beside)
        #expect(try last(8).map { $0?.number } == [beside, beside])
    }

    @Test func `status says what the one who asks may do`() throws {
        let stage = try stage()
        func rights(_ user: UInt32) throws -> [String]? {
            try ask(stage, stage.connect(user: user), status)["rights"]?.array?.compactMap { $0.string }
        }
        #expect(try rights(8) == ["status", "reload"])
        #expect(try rights(7) == ["receive", "observe", "claim", "edit", "screen", "staff", "status", "accessibility", "type"])
    }

    @Test func `in a frame with both, the last touch is the one beside the pad, in whole seconds`() throws {
        let stage = try stage()
        stage.frame([0: (10, 10)])
        stage.time += 3_456_789
        stage.frame([0: (20, 10), 1: (700, 10)])
        let told = try ask(stage, stage.connect(user: 8), status)["screens"]?.array?.first?["lastTouch"]?.number
        #expect(told == Double(stage.time / 1_000_000 * 1_000_000))
    }

    @Test func `status tells the same whether or not somebody types in a sensitive region`() throws {
        func told(_ types: Bool) throws -> [JSONValue?] {
            let stage = try stage()
            tap(stage, 700)
            if types { for _ in 0..<5 { tap(stage, 10) } } else { stage.time += 100_000 }
            let client = stage.connect(user: 8)
            let status = try ask(stage, client, status)
            let statistics = try ask(stage, client, stats)["statistics"]
            return [
                status["screens"], status["panels"], status["counts"], statistics?["regions"], statistics?["missed"], statistics?["panels"],
            ]
        }
        #expect(try told(true) == told(false))
    }

    @Test func `frames are counted for who may observe all of it, and for everybody where nothing is sensitive`() throws {
        let stage = try stage()
        func frames(_ stage: Stage, _ user: UInt32) throws -> JSONValue? { try ask(stage, stage.connect(user: user), status)["counts"]?["frames"] }
        #expect(try frames(stage, 8) == nil)
        #expect(try frames(stage, 7) != nil && frames(stage, 9) != nil)
        let open = try self.stage(sensitive: false)
        #expect(try frames(open, 8) != nil)
    }

    @Test func `stats leave out a sensitive region, its name too`() throws {
        let stage = try stage()
        tap(stage, 10)
        tap(stage, 700)
        let statistics = try ask(stage, stage.connect(user: 8), stats)["statistics"]
        #expect(statistics?["regions"]?.array?.map { $0["region"]?.string } == ["b"])
    }

    @Test func `who has the right reload is answered with diagnostics, and not told what fingers had made of regions`() throws {
        let stage = try stage()
        var screen = stage.tree.screenSpecs[0]
        screen.windows[0].children[1].geometry = RegionGeometry(frame: Rect(500, 0, 400, 1000))
        let editor = stage.connect(
            #"{"type":"edit","id":1,"edits":[{"op":"set","region":"b","key":"frame","value":[500,0,300,1000]}]}"#, user: 7)
        _ = stage.receive(editor)
        stage.reloads = [RegionTree([screen])]
        let reply = try ask(stage, stage.connect(user: 8), #"{"type":"reload","id":"q","for":"kiosk\nfleet"}"#)
        #expect(reply["ok"]?.bool == true && reply["diagnostics"]?.array != nil)
        #expect(reply["gaveWay"]?.array?.isEmpty == true)
        let log = stage.system.takeLog()
        #expect(log.contains { $0.hasPrefix("info: reload requested by client") && $0.contains("uid 8 on the events socket, for \"kiosk") })
        #expect(!log.contains { $0.contains("\n") })
    }

    @Test func `a screen request says in the log for whom it is`() throws {
        let stage = try stage()
        stage.access.rules!.append(AccessRules.Rule(user: 8, rights: [.screen]))
        _ = try ask(stage, stage.connect(user: 8), #"{"type":"screen","id":"q","mode":"locked","for":"mqtt"}"#)
        #expect(stage.system.takeLog().contains { $0.hasSuffix("on the events socket, for \"mqtt\"") })
    }

    @Test func `who has the right reload alone does not undo what others have made of the regions`() throws {
        let stage = try stage()
        for line in [#"{"type":"reload","id":"q","reset":true}"#, #"{"type":"reload","id":"q","reset":true,"dryRun":true}"#] {
            let error = try ask(stage, stage.connect(user: 8), line)["error"]
            #expect(error?["code"]?.string == "notAllowed" && error?["hint"]?.string == #"leave out "reset""#)
        }
        #expect(try ask(stage, stage.connect(user: 0, on: .admin), #"{"type":"reload","id":"q","reset":true}"#)["ok"]?.bool == true)
    }

    @Test func `reloads of a user who is not trusted come one a second, and those that wait meanwhile are one`() throws {
        let stage = try stage()
        let clients = (0..<3).map { _ in stage.connect(user: 8) }
        func answered() -> Int {
            stage.turn()
            return clients.reduce(0) { sum, client in sum + stage.receive(client).count { $0["ok"]?.bool == true } }
        }
        for client in clients { client.send(#"{"type":"reload","id":"q"}"#) }
        #expect(answered() == 1)
        stage.time += 999_000
        #expect(answered() == 0)
        // An administrator does not wait for them.
        #expect(try ask(stage, stage.connect(user: 0, on: .admin), #"{"type":"reload","id":"q"}"#)["ok"]?.bool == true)
        let generation = stage.publisher.generation
        stage.time += 1_000
        #expect(answered() == 2)
        #expect(stage.publisher.generation == generation + 1)
    }

    @Test func `what follows a reload that waits is answered at once`() throws {
        let stage = try stage()
        let client = stage.connect(user: 8)
        for id in 1...17 { client.send(#"{"type":"reload","id":\#(id)}"#) }
        client.send(#"{"type":"reload","id":18}"#)
        #expect(try ask(stage, client, #"{"type":"status","id":"q"}"#)["ok"]?.bool == true)
    }

    @Test func `so many reloads of a connection wait, and one more is refused`() throws {
        let stage = try stage()
        let client = stage.connect(user: 8)
        func replies() -> [JSONValue] {
            stage.turn()
            return stage.receive(client).filter { $0.type == "reply" }
        }
        for id in 0...17 { client.send(#"{"type":"reload","id":\#(id)}"#) }
        let first = replies()
        #expect(first.count == 2 && first.contains { $0["id"]?.number == 17 && $0["error"]?["code"]?.string == "notAllowed" })
        stage.time += 1_000_000
        #expect(replies().compactMap { $0["id"]?.number } == (1...16).map(Double.init))
    }

    @Test func `a reload that waits for nobody any more is none`() throws {
        let stage = try stage()
        let client = stage.connect(user: 8)
        var gone: TestClient? = stage.connect(user: 8)
        client.send(#"{"type":"reload","id":"q"}"#)
        stage.turn()
        gone?.send(#"{"type":"reload","id":"q"}"#)
        stage.turn()
        gone = nil
        stage.turn()
        let generation = stage.publisher.generation
        stage.time += 1_000_000
        stage.turn()
        #expect(stage.publisher.generation == generation)
    }
}
