import Testing

@testable import Server
@testable import TouchCore
@testable import Wire

/// Whole screens on the wire: their state, the state that programs report, and staff gestures.
@Suite struct ScreenTests {
    private let subscribe = #"{"type":"subscribe","id":1}"#
    private let lock = #"{"type":"screen","id":2,"mode":"locked"}"#

    private func stage(_ change: (inout KioskRules) -> Void = { _ in }) throws -> Stage {
        var screen = Stage.tree(window: "w").screenSpecs[0]
        change(&screen.kiosk)
        return try Stage(RegionTree([screen]))
    }

    private func screens(_ lines: [JSONValue]) -> [JSONValue] { lines.filter { $0.type == "screen" } }

    private func code(_ lines: [JSONValue]) -> String? { lines.last { $0.type == "reply" }?["error"]?["code"]?.string }

    @Test func `a snapshot has every screen, of which nothing is known at first`() throws {
        let stage = try stage()
        let first = stage.receive(stage.connect(subscribe)).last
        #expect(
            first?["screens"]
                == [["screen": "s", "display": "unknown", "activity": "active", "idle": .null, "mode": "normal", "lastTouch": .null]])
        stage.frame([0: (10, 10)])
        let later = stage.receive(stage.connect(subscribe)).last
        #expect(later?["screens"]?.array?.first?.int("lastTouch") == Int(stage.time))
    }

    @Test func `a change of a screen is told to each subscriber before the reply to who made it, and to nobody else`() throws {
        let stage = try stage()
        let (subscriber, stranger) = (stage.connect(subscribe, user: 1), stage.connect(user: 1))
        _ = (stage.receive(subscriber), stage.receive(stranger))
        let admin = stage.connect(subscribe, lock, on: .admin)
        let told = stage.receive(admin).map(\.type)
        #expect(told.suffix(2) == ["screen", "reply"])
        let lines = screens(stage.receive(subscriber))
        #expect(lines.map { $0["mode"]?.string } == ["locked"])
        #expect(lines.first?["seq"] == nil)
        #expect(stage.receive(stranger).isEmpty)
    }

    @Test(arguments: ScreenMode.allCases, ScreenMode.allCases)
    func `a request is done only from the mode that it names`(mode: ScreenMode, from: ScreenMode) throws {
        let stage = try stage()
        let (client, other) = (stage.connect(subscribe, user: 0), stage.connect(on: .admin))
        func ask(_ client: TestClient, _ line: String) -> [JSONValue] {
            client.send(line)
            stage.turn()
            return stage.receive(client)
        }
        _ = ask(other, #"{"type":"screen","id":1,"mode":"\#(mode.rawValue)"}"#)
        _ = stage.receive(client)
        let told = ask(other, #"{"type":"screen","id":2,"mode":"normal","display":"off","from":"\#(from.rawValue)"}"#)
        #expect(code(told) == (mode == from ? nil : "conflict"))
        let state = stage.service.screenStates[0]
        #expect((state.mode, state.display) == (mode == from ? .normal : mode, mode == from ? .off : .unknown))
        #expect(screens(stage.receive(client)).isEmpty == (mode != from))
        #expect(code(ask(other, #"{"type":"screen","id":3,"from":"normal"}"#)) == "badRequest", "it changes nothing")
    }

    @Test func `a reload that makes a screen active again and regions sensitive is told to those who may not look in`() throws {
        func tree(idle: Int64, isSensitive: Bool) -> RegionTree {
            var screen = Stage.tree(window: "w").screenSpecs[0]
            screen.kiosk.idle = [idle]
            if isSensitive {
                for index in 0..<40 {
                    var pad = RegionSpec(id: "pad\(index)", geometry: RegionGeometry(frame: Rect(0, 0, 10, 10)))
                    pad.isSensitive = true
                    screen.windows[0].children.append(pad)
                }
            }
            return RegionTree([screen])
        }
        let stage = try Stage(tree(idle: 1_000_000, isSensitive: false))
        stage.service.start()
        stage.access = AccessRules(trusted: [1000], rules: [AccessRules.Rule(user: 1, regions: ["w", "w/a"], rights: [.receive, .observe])])
        let client = stage.connect(#"{"type":"subscribe","id":1,"observe":true}"#, user: 1)
        stage.frame([0: (10, 10)])
        stage.frame([0: nil])
        stage.time += 2_000_000
        stage.advance()
        stage.turn()
        _ = stage.receive(client)
        stage.reloads = [tree(idle: 60_000_000, isSensitive: true)]
        var isDone = false
        stage.service.reload { isDone = $0.isDone }
        while !isDone { stage.turn() }
        stage.turn()
        let lines = stage.receive(client)
        #expect(lines.contains { $0.type == "config" })
        let screen = lines.last { $0.type == "screen" }
        #expect(screen?["activity"]?.string == "active")
        #expect(screen?["lastTouch"] == .null)
    }

    @Test func `the rhythm of a sensitive region is told in whole seconds, lifts too`() throws {
        var screen = Stage.tree(window: "w").screenSpecs[0]
        screen.windows[0].children[0].isSensitive = true
        let stage = try Stage(RegionTree([screen]))
        let admin = stage.connect(subscribe, on: .admin)
        stage.time = 7_654_321
        stage.frame([0: (10, 10)])
        stage.time = 8_123_456
        stage.frame([0: nil])
        _ = stage.receive(admin)
        admin.send(#"{"type":"status","id":5}"#)
        stage.turn()
        let last = stage.receive(admin).last?["screens"]?.array?.first?.int("lastTouch")
        #expect(last.map { $0 % 1_000_000 } == 0)
    }

    @Test func `what is so already is told to nobody, and is done`() throws {
        let stage = try stage()
        let admin = stage.connect(subscribe, lock, lock, on: .admin)
        #expect(screens(stage.receive(admin)).count == 1)
    }

    @Test func `cleaning is over after its seconds, and a touch that is down when it begins is cancelled`() throws {
        let stage = try stage()
        let client = stage.connect(#"{"type":"subscribe","id":1}"#, on: .admin)
        stage.frame([0: (10, 10)])
        _ = stage.receive(client)
        client.send(#"{"type":"screen","id":2,"screen":"s","mode":"cleaning","seconds":60}"#)
        stage.turn()
        let lines = stage.receive(client)
        #expect(lines.flatMap(\.events).first?["reason"]?.string == "locked")
        #expect(screens(lines).map { $0["mode"]?.string } == ["cleaning"])
        stage.frame([0: nil])
        stage.frame([0: (10, 10)])
        #expect(stage.receive(client).flatMap(\.events).isEmpty)
        stage.time += 60_000_000
        stage.turn()
        #expect(screens(stage.receive(client)).map { $0["mode"]?.string } == ["normal"])
    }

    @Test func `the right screen gives the request and no subscription, and its absence refuses it`() throws {
        let stage = try stage()
        stage.access = AccessRules(rules: [AccessRules.Rule(user: 8, regions: ["w/a"], rights: [.screen])])
        #expect(stage.receive(stage.connect(lock, user: 8)).last?["ok"]?.bool == true)
        #expect(code(stage.receive(stage.connect(lock, user: 9))) == "notAllowed")
        #expect(code(stage.receive(stage.connect(subscribe, user: 8))) == "notAllowed")
    }

    @Test func `a request that changes nothing, and seconds without a mode that ends, are refused with what to do`() throws {
        let stage = try stage()
        for (line, word) in [
            (#"{"type":"screen","id":2}"#, "badRequest"), (#"{"type":"screen","id":2,"display":"on","seconds":5}"#, "badRequest"),
            (#"{"type":"screen","id":2,"mode":"normal","seconds":5}"#, "badRequest"),
            (#"{"type":"screen","id":2,"display":"unknown"}"#, "badRequest"),
            (#"{"type":"screen","id":2,"screen":"t","mode":"locked"}"#, "notFound"),
        ] {
            #expect(code(stage.receive(stage.connect(line, on: .admin))) == word, "\(line)")
        }
        #expect(stage.service.screenStates[0].mode == .normal)
    }

    @Test func `each act is a line of the log, with who did what and from where`() throws {
        let stage = try stage()
        _ = stage.system.takeLog()
        _ = stage.connect(#"{"type":"hello","name":"sign"}"#, #"{"type":"screen","display":"off","mode":"cleaning","seconds":60}"#, on: .admin)
        let line = try #require(stage.system.takeLog().first { $0.contains("mode cleaning") })
        #expect(line.hasPrefix("info: screen s: display off, mode cleaning for 60 s, by client \"sign\", pid "))
        #expect(line.hasSuffix(", uid 1000 on the admin socket"))
    }

    @Test func `when somebody last touched is told to nobody who may not observe every sensitive region`() throws {
        var screen = Stage.tree(window: "w").screenSpecs[0]
        screen.windows[0].children[0].isSensitive = true
        let stage = try Stage(RegionTree([screen]))
        stage.access = AccessRules(
            rules: [
                AccessRules.Rule(user: 8, regions: ["w/b"], rights: [.receive, .observe]), AccessRules.Rule(user: 9, rights: [.receive, .observe]),
            ])
        stage.frame([0: (700, 10)])
        func lastTouch(_ user: UInt32) -> JSONValue? {
            stage.receive(stage.connect(subscribe, user: user)).last?["screens"]?.array?.first?["lastTouch"]
        }
        #expect(lastTouch(8) == .null)
        #expect(lastTouch(9)?.number == Double(stage.time))
        let (partly, wholly) = (stage.connect(subscribe, user: 8), stage.connect(subscribe, user: 9))
        _ = (stage.receive(partly), stage.receive(wholly))
        _ = stage.connect(lock, on: .admin)
        #expect(screens(stage.receive(partly)).map { $0["lastTouch"] } == [.null])
        #expect(screens(stage.receive(wholly)).first?["lastTouch"]?.number == Double(stage.time))
    }

    // MARK: Staff gestures

    private let staff = StaffRule(id: "service", corner: .topLeft, size: 100, taps: 2, hold: 500_000)

    private func makeGesture(_ stage: Stage) {
        stage.frame([0: (10, 10)])
        stage.frame([0: nil])
        stage.frame([0: (10, 10)])
        stage.time += 600_000
        stage.turn()
        stage.frame([0: nil])
        stage.turn()
    }

    @Test func `the staff's gesture is told to who has the right, subscribed or not, and to nobody else`() throws {
        let stage = try stage { $0.staff = [staff] }
        stage.access = AccessRules(
            trusted: [7],
            rules: [AccessRules.Rule(user: 8, regions: ["w/a"], rights: [.staff]), AccessRules.Rule(user: 9, rights: [.receive, .observe])])
        let told = [stage.connect(on: .admin), stage.connect(user: 7), stage.connect(user: 8), stage.connect(subscribe, on: .admin)]
        let others = [stage.connect(subscribe, user: 9), stage.connect(user: 10)]
        for client in told + others { _ = stage.receive(client) }
        makeGesture(stage)
        for client in told {
            let lines = stage.receive(client).filter { $0.type == "staff" }
            #expect(lines.map { [$0["screen"], $0["id"]] } == [["s", "service"]])
            #expect(lines.first?.int("time") ?? 0 > 0)
        }
        for client in others { #expect(!stage.receive(client).contains { $0.type == "staff" }) }
    }

    @Test func `a gesture of the kiosk is told to who has the right staff, subscribed or not, and to nobody else`() throws {
        let stage = try stage { $0.gestures = [KioskGestureRule(id: "menu", .corner(.topLeft, size: 100, hold: 500_000))] }
        stage.access = AccessRules(
            trusted: [7],
            rules: [AccessRules.Rule(user: 8, regions: ["w/a"], rights: [.staff]), AccessRules.Rule(user: 9, rights: [.receive, .observe])])
        let told = [stage.connect(on: .admin), stage.connect(user: 7), stage.connect(user: 8), stage.connect(subscribe, on: .admin)]
        let others = [stage.connect(subscribe, user: 9), stage.connect(user: 10)]
        for client in told + others { _ = stage.receive(client) }
        makeGesture(stage)
        for client in told {
            let lines = stage.receive(client).filter { $0.type == "kioskGesture" }
            #expect(lines.map { [$0["screen"], $0["id"]] } == [["s", "menu"]])
            #expect(lines.first?.int("time") ?? 0 > 0)
        }
        for client in others { #expect(!stage.receive(client).contains { $0.type == "kioskGesture" }) }
    }
}
