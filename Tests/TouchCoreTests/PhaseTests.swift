import Support
import Testing
@testable import TouchCore

/// Phases, palms and unplugging: cases C3 and C4.
@Suite struct PhaseTests {
    @Test func `only the moved finger is listed (case 37)`() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 90, 90); s.frame()
        s.slot(1); s.at(95, 90)
        #expect(s.frame() == ["B moved w 95,90"])
    }

    @Test func `a frame that changes nothing says nothing (case 38)`() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.frame()
        s.at(20, 20); s.at(10, 10)
        #expect(s.frame() == [])
    }

    /// Each SYN_REPORT gives one frame, and no other event does, on any panel.
    @Test func `each hardware report gives one frame (case 39)`() {
        for description in [Script.tenSlots, Script.packets(ids: false), Script.single(button: KeyCode.btnTouch)] {
            var s = Script(description)
            func isFrame(_ s: inout Script, _ type: UInt16, _ code: UInt16, _ value: Int32) -> Bool {
                let frames = s.pipeline.handle(InputEvent(time: 0, type: type, code: code, value: value), panel: s.panel)
                s.record(frames)
                return frames.count == 1
            }
            for x in [10, 20, 30] as [Int32] {
                for (code, value) in [(AbsCode.mtSlot, 0), (AbsCode.mtTrackingID, 1), (AbsCode.mtPositionX, x), (AbsCode.x, x)] {
                    #expect(!isFrame(&s, EventType.abs, code, value))
                }
                if x == 10 { #expect(!isFrame(&s, EventType.key, KeyCode.btnTouch, 1)) }
                #expect(!isFrame(&s, EventType.syn, SynCode.mtReport, 0))
                #expect(isFrame(&s, EventType.syn, SynCode.report, 0))
                #expect(s.frame.events.count == 1)
                #expect(s.frame.events[0].location.x == Double(x))
            }
        }
        var s = Script()
        for slot in 0..<10 as Range<Int32> { s.down(slot, id: slot, slot, 0) }
        #expect(s.frame().count == 10)
    }

    /// The touches before a frame, the frame's changes, and the touches after it are consistent.
    @Test func `the changes and the fingers that are down agree (case 40)`() {
        var generator = SeededRandom()
        func random(_ n: Int) -> Int { generator(n) }
        var s = Script(regions: [Script.region("a", 0, 0, 500, 500), Script.region("b", 500, 500, 500, 500)])
        var ends = 0
        for _ in 0..<2000 {
            let before = s.pipeline.touchesDown.map(\.touch)
            for _ in 0...random(3) {
                s.slot(Int32(random(10)))
                switch random(4) {
                case 0: s.id(Int32(random(50)) - 1)
                case 1: s.id(-1)
                default: s.at(Int32(random(1000)), Int32(random(1000)))
                }
            }
            s.frame()
            let changed = s.frame.events
            let after = s.pipeline.touchesDown.map(\.touch)
            #expect(Set(changed.map(\.id)).count == changed.count)
            for event in changed {
                #expect(before.contains { $0.id == event.id } == (event.phase != .began))
                let down = after.first { $0.id == event.id }
                #expect((down == nil) == event.phase.isTerminal)
                if let down {
                    #expect(down.location == event.location && down.target == event.target && down.receiver == event.receiver)
                }
            }
            let begun = changed.filter { $0.phase == .began }.count
            let over = changed.filter(\.phase.isTerminal).count
            #expect(after.count == before.count + begun - over)
            ends += over
        }
        #expect(ends > 100)
    }

    @Test func `a frame's time is the report's in microseconds, and rises by panel (case 41)`() {
        var s = Script()
        let second = s.pipeline.addPanel(
            "s-1", screen: 0, kind: PanelKind(Script.tenSlots),
            mapping: PanelMapping(panel: Script.tenSlots, kind: PanelKind(Script.tenSlots), screen: Size(1000, 1000)))
        s.time = 8_123_456_789
        s.down(0, id: 1, 10, 10)
        s.time = 8_123_456_790  // the report's time counts, not that of the values
        s.send(EventType.syn, SynCode.report, 0)
        #expect(s.frame.time == 8_123_456_790)
        #expect(s.touch(0)?.timestamp == 8_123_456_790)
        // Another panel has a separate clock.
        var others: [RoutedFrame] = []
        for (type, code) in [(EventType.abs, AbsCode.mtTrackingID), (EventType.syn, SynCode.report)] {
            others += s.pipeline.handle(InputEvent(time: 5, type: type, code: code, value: 0), panel: second)
        }
        #expect(others.map(\.time) == [5] && others[0].events.count == 1)
        #expect(s.pipeline.time(ofPanel: s.panel) == 8_123_456_790)
        s.at(11, 10)
        s.time += 1
        s.send(EventType.syn, SynCode.report, 0)
        #expect(s.frame.time == 8_123_456_791)
    }

    @Test func `frames of the same time keep their order (case 42)`() {
        var s = Script()
        s.time = 1_000_000
        var times: Set<Int64> = []
        func report(_ s: inout Script) -> [String] {
            let lines = s.send(EventType.syn, SynCode.report, 0)
            times.insert(s.frame.time)
            return lines
        }
        s.down(0, id: 1, 10, 10)
        #expect(report(&s) == ["A began w 10,10"])
        s.at(11, 10)
        #expect(report(&s) == ["A moved w 11,10"])
        s.at(10, 10)
        #expect(report(&s) == ["A moved w 10,10"])
        s.up(0)
        #expect(report(&s) == ["A ended w 10,10"])
        s.down(0, id: 2, 10, 10)
        #expect(report(&s) == ["B began w 10,10"])
        #expect(times == [1_000_000])
    }

    @Test func `time never runs back (case 43)`() {
        var s = Script()
        s.time = 1_000_000
        s.down(0, id: 1, 10, 10); s.frame()
        s.time = 10
        s.up(0); s.frame()
        #expect(s.frame.time == 1_010_000)
    }

    /// A touch keeps the time at which it went down; each touch has a different one.
    @Test func `the time of the begin is for life (case 44)`() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.frame()
        let began = s.time
        #expect(s.touch(0)?.beganAt == began)
        s.down(1, id: 2, 90, 90); s.frame()
        #expect(s.touch(1)?.beganAt == s.time)
        s.slot(0); s.at(20, 20); s.frame()
        #expect(s.touch(0)?.beganAt == began && s.touch(0)?.timestamp == s.time)
        #expect(s.touch(1)?.beganAt == began + 10_000)
        s.drop()
        s.resynchronise([0: (1, 30, 30), 1: (2, 90, 90)])
        #expect(s.touch(0)?.beganAt == began && s.touch(0)?.timestamp == s.time)
        s.drop()
        s.resynchronise([0: (7, 30, 30), 1: (2, 90, 90)])
        #expect(s.touch(0)?.beganAt == s.time)  // another finger
    }

    @Test func `a palm at the begin is no touch (case 46)`() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.abs(AbsCode.mtToolType, ToolType.palm)
        #expect(s.frame() == [])
        s.at(20, 20)
        #expect(s.frame() == [])
        #expect(s.touch(0) == nil && s.pipeline.touchesDown.isEmpty)
        s.up(0)
        #expect(s.frame() == [])
        s.abs(AbsCode.mtToolType, ToolType.finger); s.id(2)
        #expect(s.frame() == ["A began w 20,20"], "the next contact is an ordinary one")
    }

    @Test func `a palm that comes with data and finger after it is cancelled (case 51)`() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 50, 50); s.frame()
        s.slot(0); s.at(15, 15); s.abs(AbsCode.mtToolType, ToolType.palm); s.slot(1); s.at(55, 50)
        let lines = s.frame()
        #expect(lines.map { String($0.prefix(17)) } == ["A cancelled(palm)", "B moved w 55,50"], "\(lines)")
        s.slot(0); s.at(20, 20); s.abs(AbsCode.mtToolType, ToolType.finger)
        #expect(s.frame() == [], "it is dead until it lifts")
        s.at(25, 25); s.slot(1); s.at(60, 50)
        #expect(s.frame() == ["B moved w 60,50"])
    }

    @Test func `palm is cancelled and stays silent (cases 45, 47)`() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.frame()
        s.abs(AbsCode.mtToolType, ToolType.palm)
        #expect(s.frame() == ["A cancelled(palm) w 10,10"])
        s.abs(AbsCode.mtToolType, ToolType.finger); s.at(30, 30)
        #expect(s.frame() == [])
        s.id(-1); s.frame()
        s.id(2)
        #expect(s.frame() == ["B began w 30,30"])
    }

    @Test func `a palm does not touch the other fingers (case 48)`() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 50, 50); s.frame()
        s.slot(0); s.abs(AbsCode.mtToolType, ToolType.palm); s.slot(1); s.at(51, 50)
        #expect(s.frame() == ["A cancelled(palm) w 10,10", "B moved w 51,50"])
    }

    @Test func `when all fingers become palms, all are cancelled (case 49)`() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 50, 50); s.frame()
        s.slot(0); s.abs(AbsCode.mtToolType, ToolType.palm); s.slot(1); s.abs(AbsCode.mtToolType, ToolType.palm)
        #expect(s.frame() == ["A cancelled(palm) w 10,10", "B cancelled(palm) w 50,50"])
        s.up(0); s.up(1)
        #expect(s.frame() == [])
    }

    /// Chromium's quirk, which there too is off unless a panel requests it.
    @Test func `a large contact is no palm (case 53)`() {
        var panel = Script.tenSlots
        panel[axis: AbsCode.mtTouchMajor] = AxisInfo(minimum: 0, maximum: 255)
        var s = Script(panel)
        s.down(0, id: 1, 10, 10); s.frame()
        s.abs(AbsCode.mtTouchMajor, 255); s.at(11, 10)
        #expect(s.frame() == ["A moved w 11,10"])
    }

    /// The kernel frees the slots of a panel that is disabled (inhibited), in a frame that it closes with the value 1.
    @Test func `a panel that is switched off cancels its touches (case 58)`() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 50, 50); s.frame()
        s.up(0); s.up(1)
        #expect(s.frame(value: 1) == ["A cancelled(deviceDisabled) w 10,10", "B cancelled(deviceDisabled) w 50,50"])
        s.down(0, id: 3, 15, 15)
        #expect(s.frame() == ["C began w 15,15"])
    }

    /// Contacts that came down while the display was off are dead until they lift, and contacts that a filter delayed then never begin.
    @Test func `nothing is a touch while the output is off (case 65)`() {
        var rules = PanelRules()
        rules.filters = FilterRules()
        rules.filters!.minimumTap = 25_000
        rules.filters!.bridge = FilterRules.Nearness(time: 15_000, distance: 5)
        var s = Script(rules: rules)
        s.down(0, id: 1, 10, 10); s.frame()
        s.pass(20_000)
        s.down(1, id: 2, 50, 50); s.frame()
        #expect(s.setOutput(isOff: true) == ["A cancelled(outputInactive) w 10,10"])
        s.slot(0); s.at(20, 20); s.down(3, id: 4, 90, 90); s.frame()
        s.pass(40_000)
        s.up(3); s.down(4, id: 5, 110, 110); s.frame()
        #expect(s.setOutput(isOff: false) == [])
        for slot in [0, 1, 4] as [Int32] { s.slot(slot); s.at(30 + slot, 30) }
        s.frame()
        s.pass(100_000)
        for slot in [0, 1, 4] as [Int32] { s.up(slot) }
        s.frame()
        s.pass(100_000)
        #expect(s.lines == ["A began w 10,10", "A cancelled(outputInactive) w 10,10"])
        s.down(4, id: 6, 200, 200); s.frame()
        s.pass(50_000)
        #expect(s.lines.last == "B began w 200,200")
    }

    @Test func `a contact that waited outside does not come in afterwards (case 65)`() {
        var rules = PanelRules()
        rules.outside = .beginOnEntry
        var s = Script(area: Rect(0, 0, 500, 500), rules: rules)
        s.down(0, id: 1, 1900, 50); s.frame()
        s.setOutput(isOff: true)
        s.down(1, id: 2, 1900, 90); s.frame()
        s.setOutput(isOff: false)
        s.at(60, 60); s.slot(0); s.at(70, 70)
        #expect(s.frame() == [])
        s.up(0); s.down(0, id: 3, 80, 80)
        #expect(s.frame() == ["A began w 40,40"])
    }

    @Test func `a cancel has the last place of the finger that is down (cases 67, 68)`() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 50, 50); s.frame()
        s.slot(1); s.at(60, 50); s.frame()
        s.up(0); s.frame()
        #expect(s.unplug() == ["B cancelled(deviceRemoved) w 60,50"])
    }

    @Test func `unplugging cancels each finger (case 62)`() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 90, 90); s.frame()
        #expect(s.unplug() == ["A cancelled(deviceRemoved) w 10,10", "B cancelled(deviceRemoved) w 90,90"])
    }

    @Test func `rotation maps the corners inside`() {
        for (rotation, x, y) in [(Rotation.quarter, 999, 0), (.half, 999, 999), (.threeQuarters, 0, 999), (.none, 0, 0)] {
            var s = Script(rotation: rotation)
            s.down(0, id: 1, 0, 0)
            #expect(s.frame() == ["A began w \(x),\(y)"])
        }
    }

    @Test func `the verifier finds a violation of every rule`() {
        var v = StreamState()
        #expect(throws: StreamState.Violation.self) { try v.apply(TouchID(1), .moved, receiver: 0, reason: nil) }
        #expect(throws: Never.self) { try v.apply(TouchID(1), .began, receiver: 0, reason: nil) }
        #expect(throws: StreamState.Violation.self) { try v.apply(TouchID(1), .began, receiver: 0, reason: nil) }
        #expect(throws: StreamState.Violation.self) { try v.apply(TouchID(1), .cancelled, receiver: 0, reason: nil) }
        #expect(throws: Never.self) { try v.apply(TouchID(1), .ended, receiver: 0, reason: nil) }
        #expect(throws: StreamState.Violation.self) { try v.apply(TouchID(1), .ended, receiver: 0, reason: nil) }
        #expect(throws: StreamState.Violation.self) { try v.apply(TouchID(1), .began, receiver: 0, reason: nil) }
    }

    private static func anyFilters(_ random: (Int) -> Int) -> FilterRules {
        var filters = FilterRules()
        func sometimes(_ change: () -> Void) { if random(2) == 0 { change() } }
        sometimes { filters.bridge = .init(time: Int64(random(4)) * 15_000, distance: Double(random(500))) }
        sometimes { filters.pressure = .init(begin: 0.3, end: Double(random(4)) / 10) }
        sometimes { filters.bounce = .init(time: Int64(random(4)) * 20_000, distance: Double(random(500))) }
        sometimes { filters.minimumTap = Int64(random(4)) * 15_000 }
        sometimes { filters.fuzz = Double(random(100)) }
        sometimes { filters.smoothing = .init(minCutoff: Double(random(10)) + 0.1, beta: Double(random(3)) / 10) }
        sometimes { filters.edge = Double(random(100)) + 1 }
        sometimes { filters.mask = [Rect(0, 0, 10, 10), Rect(Double(random(900)), 0, 200, 900)] }
        sometimes { filters.ghost = .init(times: Int(random(3)) + 1, pause: 1_000_000) }
        sometimes { filters.origin = true }
        return filters
    }

    /// Arbitrary events with any filters: the stream stays valid, a panel's time never runs back (Script checks both), and everything ends when the
    /// panel is unplugged.
    @Test(arguments: [false, true]) func `arbitrary events keep the grammar`(hasFilters: Bool) {
        var generator = SeededRandom()
        func random(_ n: Int) -> Int { generator(n) }
        for _ in 0..<(hasFilters ? 400 : 50) {
            var rules = PanelRules()
            rules.palm = random(2) == 0 ? .finger : .all
            rules.stylus = random(2) == 0 ? .shared : .exclusive
            rules.outside = PanelRules.Outside.allCases[Int(random(4))]
            rules.maximumContacts = random(2) == 0 ? nil : Int(random(4)) + 1
            rules.excess = random(2) == 0 ? .ignore : .cancelAll
            rules.stuckAfter = random(2) == 0 ? nil : 50_000
            if hasFilters { rules.filters = Self.anyFilters(random) }
            var s = Script(
                hasFilters ? Script.withPressure : Script.tenSlots,
                regions: [Script.region("a", 0, 0, 500, 500), Script.region("b", 300, 300, 500, 500)],
                area: random(2) == 0 ? nil : Rect(0, 0, 700, 700), rules: rules)
            for _ in 0..<400 {
                switch random(hasFilters ? 20 : 14) {
                case 0, 1: s.slot(Int32(random(12)) - 1)
                case 2, 3: s.id(Int32(random(6)) - 2)
                case 4, 5, 6: s.at(Int32(random(1200)) - 100, Int32(random(1200)) - 100)
                case 7: s.abs(AbsCode.mtToolType, Int32(random(3)))
                case 8 where random(8) == 0: s.drop()
                case 9 where random(8) == 0: s.resynchronise([Int(random(10)): (Int32(random(6)), 5, 5)])
                case 10 where random(4) == 0: s.pass(Int64(random(100_000)))
                case 11 where random(8) == 0: s.frame(value: 1)
                // With filters only a few places, so that the filters take effect.
                case 12 where hasFilters: s.at(Int32(random(3)) * 5, Int32(random(2)) * 4)
                case 13 where hasFilters: s.pass(Int64(random(60)) * 1000)
                case 14: s.send(EventType.syn, SynCode.report, 0)
                case 15 where random(8) == 0:
                    s.cancel(.locked)
                case 16 where random(8) == 0:
                    var other = rules
                    other.filters = Self.anyFilters(random)
                    s.pipeline.reconfigure(s.panel, mapping: s.pipeline.context.panels[s.panel]!.mapping, rules: other)
                case 17 where random(2) == 0: s.press(Int32(random(60)))
                case 17: s.up(Int32(random(10)))
                case 18: s.down(Int32(random(10)), id: Int32(random(100)), Int32(random(30)), Int32(random(30)))
                default: s.frame()
                }
            }
            if random(2) == 0 {
                s.frame()  // the end of a frame with gaps
                for slot in 0..<10 as Range<Int32> { s.up(slot) }
                s.frame()
                s.pass(1_000_000)
                #expect(s.pipeline.touchesDown.isEmpty, "all have lifted, and nothing is withheld for so long")
            }
            s.unplug()
            #expect(s.pipeline.touchesDown.isEmpty)
        }
    }
}
