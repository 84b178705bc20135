import FakePlatform
import Support
import Testing
import Wire

@testable import Server
@testable import Service
@testable import TouchCore

/// docs/access.md: the two events of a finger in a sensitive region follow the contact as the panel reports it.
@Suite struct SensitiveContactTests {
    /// The pad is the left half of the screen, with keys along its edges.
    private func stage(_ kiosk: KioskRules = KioskRules(), _ rules: PanelRules = PanelRules()) throws -> Stage {
        func region(_ id: String, _ frame: Rect, _ children: [RegionSpec] = [], kind: RegionKind = .view) -> RegionSpec {
            RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: frame), children: children)
        }
        var pad = region("pad", Rect(0, 0, 500, 1000), [region("one", Rect(0, 0, 200, 200)), region("two", Rect(300, 300, 100, 100))])
        pad.isSensitive = true
        var window = region("w", Rect(0, 0, 1000, 1000), [pad, region("b", Rect(500, 0, 500, 1000))], kind: .window)
        window.interceptors = [InterceptorSpec(id: "ic", insideOf: "w", verdict: .observe, maySteal: true)]
        return try Stage(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window], kiosk: kiosk)]), rules: rules)
    }

    private func filtered(_ change: (inout FilterRules) -> Void) -> PanelRules {
        var (rules, filters) = (PanelRules(), FilterRules())
        change(&filters)
        rules.filters = filters
        return rules
    }

    private func owner(_ stage: Stage) -> TestClient {
        stage.connect(#"{"type":"subscribe","id":1,"regions":["w/pad/**"],"events":["touch"]}"#, #"{"type":"claim","id":2,"receivers":["pad"]}"#)
    }

    private func observer(_ stage: Stage) -> TestClient {
        stage.connect(#"{"type":"subscribe","id":1,"regions":["w/pad/**"],"events":["touch"],"observe":true}"#)
    }

    /// The events of a client, with milliseconds of event time since `start`.
    private func heard(_ stage: Stage, _ client: TestClient, since start: Int64) -> [String] {
        stage.receive(client).flatMap { line in
            line.events.map { event in
                let words = ["event", "phase", "region", "reason"].compactMap { event[$0]?.string }
                return (words + ["\((Int64(line.int("time")!) - start) / 1000)"]).joined(separator: " ")
            }
        }
    }

    private func pass(_ stage: Stage, _ duration: Int64) {
        let end = stage.time + duration
        while let next = stage.loop.nextTimer, next <= end {
            stage.time = max(stage.time, next)
            stage.turn()
        }
        stage.time = end
        stage.turn()
    }

    /// Taps a place for `duration` µs, and waits some seconds.
    private func tap(_ stage: Stage, _ place: (x: Int32, y: Int32), _ duration: Int64) -> Int64 {
        stage.frame([0: place])
        let start = stage.time
        stage.turn()
        pass(stage, duration - 10_000)
        stage.frame([0: nil])
        stage.turn()
        pass(stage, 5_000_000)
        return start
    }

    private let both = ["sensitive began pad 0", "sensitive ended pad 100"]

    @Test func `what a filter delays or takes for noise is told at the panel's reports`() throws {
        let cases: [(String, (inout FilterRules) -> Void, [String])] = [
            ("minimumTap", { $0.minimumTap = 50_000 }, ["touch began one 0", "touch ended one 100"]), ("short tap", { $0.minimumTap = 150_000 }, []),
            ("edge", { $0.edge = 20 }, []), ("mask", { $0.mask = [Rect(0, 0, 50, 1000)] }, []),
            ("bridge", { $0.bridge = FilterRules.Nearness(time: 300_000, distance: 10) }, ["touch began one 0", "touch ended one 100"]),
        ]
        for (name, change, own) in cases {
            let stage = try stage(KioskRules(), filtered(change))
            let (owner, observer) = (owner(stage), observer(stage))
            let start = tap(stage, (10, 100), 100_000)
            #expect(heard(stage, observer, since: start) == both, "\(name)")
            #expect(heard(stage, owner, since: start) == own, "\(name)")
        }
    }

    @Test func `neither edges nor staff have a part in a contact there`() throws {
        var kiosk = KioskRules()
        kiosk.edges = EdgeRules()
        kiosk.staff = [StaffRule(id: "service", corner: .topLeft, taps: 1, hold: 90_000)]
        let stage = try stage(kiosk)
        let (owner, observer) = (owner(stage), observer(stage))
        let admin = stage.connect(#"{"type":"subscribe","id":1}"#, on: .admin)
        for place in [(10, 10), (5, 500), (350, 350)] as [(Int32, Int32)] {
            let start = tap(stage, place, 100_000)
            #expect(heard(stage, observer, since: start) == both)
            #expect(heard(stage, owner, since: start).map { $0.split(separator: " ").last! } == ["0", "100"])
        }
        stage.frame([0: (5, 500)])
        let start = stage.time
        stage.frame([0: (300, 500)])
        stage.frame([0: nil])
        #expect(heard(stage, observer, since: start) == ["sensitive began pad 0", "sensitive ended pad 20"], "a swipe from the edge is the owner's")
        #expect(heard(stage, owner, since: start).count == 3)
        #expect(!stage.receive(admin).contains { $0.type == "staff" })
    }

    @Test func `a finger there neither makes nor ends a gesture of staff`() throws {
        var kiosk = KioskRules()
        kiosk.staff = [StaffRule(id: "service", corner: .topRight, taps: 2, hold: 200_000)]
        let stage = try stage(kiosk)
        let admin = stage.connect(#"{"type":"subscribe","id":1}"#, on: .admin)
        stage.frame([1: (100, 500)])
        stage.frame([0: (990, 10)])
        stage.frame([0: nil])
        stage.frame([2: (400, 500)])
        stage.frame([0: (990, 10)])
        pass(stage, 1_000_000)
        #expect(stage.receive(admin).contains { $0.type == "staff" })
    }

    @Test func `there is none while the glass is closed, nor of a finger that wakes the display`() throws {
        var kiosk = KioskRules()
        kiosk.wake = WakeRule()
        kiosk.cleaning = CleaningRule(holdToLeave: 500_000)
        let stage = try stage(kiosk, filtered { $0.edge = 20 })
        let observer = observer(stage)
        let admin = stage.connect(on: .admin)
        func changeScreen(_ what: String) {
            admin.send(#"{"type":"screen","id":1,"screen":"s",\#(what)}"#)
            stage.turn()
        }
        for what in [#""mode":"locked""#, #""mode":"cleaning""#, #""mode":"normal","display":"off""#] {
            changeScreen(what)
            let start = tap(stage, (5, 100), 100_000)
            #expect(heard(stage, observer, since: start) == [], "\(what)")
        }
        let start = tap(stage, (5, 100), 100_000)
        #expect(heard(stage, observer, since: start) == both, "the display is on again, whatever the filter makes of the finger that woke it")
        // A resting finger there ends the cleaning mode, although a filter treats it as noise.
        changeScreen(#""mode":"cleaning""#)
        stage.frame([0: (5, 100)])
        pass(stage, 600_000)
        #expect(stage.service.dispatcher.screenStates[0].mode == .normal)
    }

    @Test func `what ends a contact without a lift is told as cancelled, with the reason`() throws {
        let lock = #"{"type":"screen","id":1,"screen":"s","mode":"locked"}"#
        let cases: [(String, (Stage) -> Void)] = [
            ("resync", { $0.lose([0: nil]) }), ("deviceRemoved", { $0.replug() }), ("locked", { _ = $0.connect(lock, on: .admin) }),
            ("regionRemoved", { _ = $0.connect(#"{"type":"edit","id":1,"edits":[{"op":"remove","region":"pad"}]}"#) }),
        ]
        for (reason, act) in cases {
            // The owner gets nothing yet: the edge filter waits.
            let stage = try stage(KioskRules(), filtered { $0.edge = 20 })
            let observer = observer(stage)
            stage.frame([0: (5, 100)])
            let start = stage.time
            act(stage)
            stage.turn()
            let words = heard(stage, observer, since: start).map { $0.split(separator: " ").dropLast().joined(separator: " ") }
            #expect(words == ["sensitive began pad", "sensitive cancelled pad \(reason)"])
            if stage.isDown(0) { stage.frame([0: nil]) }
            #expect(heard(stage, observer, since: start) == [])
        }
    }

    @Test func `a panel that never reports the lift leaves no contact behind`() throws {
        var rules = filtered { $0.edge = 20 }
        rules.stuckAfter = 300_000
        let stage = try stage(KioskRules(), rules)
        let observer = observer(stage)
        stage.frame([0: (5, 100)])
        let start = stage.time
        pass(stage, 1_000_000)
        #expect(heard(stage, observer, since: start) == ["sensitive began pad 0", "sensitive cancelled pad stuck 300"])
    }

    /// A refused steal would reveal that a filter delays the contact.
    @Test func `an interceptor steals a contact that is no touch yet`() throws {
        let stage = try stage(KioskRules(), filtered { $0.minimumTap = 50_000 })
        let owner = owner(stage)
        let thief = stage.connect(#"{"type":"subscribe","id":1}"#, #"{"type":"claim","id":2,"receivers":["ic"]}"#)
        stage.frame([0: (100, 100)])
        let start = stage.time
        stage.turn()
        thief.send(#"{"type":"steal","id":3,"touches":[\#(TouchIDs.firstSensitive)],"by":"ic"}"#)
        stage.turn()
        pass(stage, 100_000)
        stage.frame([0: nil])
        let lines = stage.receive(thief)
        #expect(lines.contains { $0.int("id") == 3 && $0["ok"]?.bool == true })
        #expect(lines.flatMap(\.events).map { $0["phase"]?.string } == ["began", "ended"])
        #expect(heard(stage, owner, since: start) == [])
    }

    @Test func `a snapshot has a contact that a filter withholds`() throws {
        let stage = try stage(KioskRules(), filtered { $0.edge = 20 })
        stage.frame([0: (5, 100)])
        let late = observer(stage)
        #expect(stage.receive(late).last { $0.type == "snapshot" }?["touches"]?.array?.count == 1)
        #expect(stage.service.dispatcher.screenStates[0].lastTouch != nil, "somebody is there, whatever becomes of the contact")
    }

    @Test func `a withheld contact whose region is gone becomes nobody's touch`() throws {
        let stage = try stage(KioskRules(), filtered { $0.minimumTap = 50_000 })
        let observer = stage.connect(#"{"type":"subscribe","id":1,"events":["touch"],"observe":true}"#)
        stage.frame([0: (100, 100)])
        _ = stage.connect(#"{"type":"edit","id":1,"edits":[{"op":"remove","region":"pad"}]}"#)
        pass(stage, 100_000)
        stage.frame([0: nil])
        #expect(stage.receive(observer).flatMap(\.events).allSatisfy { $0["event"]?.string == "sensitive" })
    }

    @Test func `a contact that a filter withholds is no touch of a key that has left the region`() throws {
        let stage = try stage(KioskRules(), filtered { $0.minimumTap = 60_000 })
        let (owner, editor) = (owner(stage), stage.connect())
        let other = stage.connect(#"{"type":"subscribe","id":1,"observe":true,"events":["touch"]}"#)
        let start = stage.time
        stage.frame([0: (350, 350)])
        stage.turn()
        editor.send(#"{"type":"edit","id":5,"edits":[{"op":"move","region":"two","parent":"w"}]}"#)
        stage.turn()
        pass(stage, 200_000)
        stage.frame([0: nil])
        pass(stage, 1_000_000)
        let heard = heard(stage, other, since: start)
        #expect(heard.first?.starts(with: "sensitive began pad") == true && heard.allSatisfy { $0.starts(with: "sensitive ") }, "\(heard)")
        _ = stage.receive(owner)
    }
}
