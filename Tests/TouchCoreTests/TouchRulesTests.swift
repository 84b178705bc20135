import Testing

@testable import TouchCore

/// Fingers under rules for touches, on a panel: what interrupts a live, a delayed or a dead finger, and what filters and limits of the panel do.
@Suite struct TouchRulesTests {
    private func rules(_ change: (inout TouchRules) -> Void) -> TouchRules {
        var rules = TouchRules()
        change(&rules)
        return rules
    }

    private static let tap = LongPressRule(after: 450_000, action: .tap)
    private static let nothing = LongPressRule(after: 450_000, action: .nothing)

    private func script(
        _ rules: PanelRules = PanelRules(), _ description: PanelDescription = Script.tenSlots, _ change: (inout TouchRules) -> Void
    ) -> Script {
        var app = RegionSpec(id: "app", kind: .surface, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        app.touches = self.rules(change)
        return Script(description, regions: [app], rules: rules)
    }

    // MARK: Interruptions

    /// The states that a finger under rules can be in.
    enum State: CaseIterable { case live, delayed, deadAtBegin, deadLongPress }

    /// Brings a finger in slot 1 into a state; for `deadAtBegin` another finger is down in slot 0.
    private func finger(_ state: State, _ panel: PanelRules = PanelRules()) -> Script {
        var script = script(panel) {
            if state == .deadAtBegin { $0.maximum = 1 }
            if state == .delayed { $0.longPress = Self.nothing }
            if state == .deadLongPress { $0.longPress = Self.tap }
        }
        if state == .deadAtBegin {
            script.down(0, id: 7, 100, 100)
            script.frame()
        }
        script.down(1, id: 8, 500, 500)
        script.frame()
        if state == .deadLongPress { #expect(script.pass(450_000) == ["A cancelled(rule) app 500,500"]) }
        return script
    }

    private func reports(_ state: State, _ reason: CancelReason) -> [String] {
        switch state {
        case .live: ["A cancelled(\(reason.rawValue)) app 500,500"]
        case .deadAtBegin: ["A cancelled(\(reason.rawValue)) app 100,100"]
        case .delayed, .deadLongPress: []
        }
    }

    @Test(arguments: State.allCases) func `a panel that is removed takes its fingers, and nobody hears of a delayed or a dead one`(state: State) {
        for reason in [CancelReason.deviceRemoved, .locked, .shutdown, .reload] {
            var script = finger(state)
            #expect(script.cancel(reason) == reports(state, reason))
            // What is still down on the glass stays dead.
            script.slot(1)
            script.at(700, 700)
            #expect(script.frame() == [])
            script.up(1)
            if state == .deadAtBegin { script.up(0) }
            #expect(script.frame() == [])
            #expect(script.pass(1_000_000) == [] && script.pipeline.deadline(ofPanel: script.panel) == nil)
            script.down(1, id: 9, 300, 300)
            script.frame()
            script.up(1)
            script.frame()
            let name = state == .delayed ? "A" : "B"
            #expect(script.lines.suffix(2) == ["\(name) began app 300,300", "\(name) ended app 300,300"])
        }
    }

    @Test(arguments: State.allCases) func `a finger that turns into a palm is cancelled, or never was`(state: State) {
        var script = finger(state)
        script.slot(1)
        script.abs(AbsCode.mtToolType, 2)
        #expect(script.frame() == (state == .live ? ["A cancelled(palm) app 500,500"] : []))
        script.up(1)
        #expect(script.frame() == [])
        #expect(script.pass(1_000_000) == [])
    }

    @Test(arguments: State.allCases) func `a palm that cancels all touches of the panel takes delayed ones, too`(state: State) {
        var panel = PanelRules()
        panel.palm = .all
        var script = finger(state, panel)
        script.down(2, id: 20, 900, 900)
        script.frame()
        let before = script.lines.count
        script.slot(2)
        script.abs(AbsCode.mtToolType, 2)
        script.frame()
        #expect(script.lines.dropFirst(before).filter { $0.contains("500,500") } == (state == .live ? ["A cancelled(palm) app 500,500"] : []))
        script.up(1)
        #expect(script.frame() == [])
        #expect(script.pass(1_000_000) == [])
    }

    @Test(arguments: State.allCases) func `lost events leave a delayed finger that is still there, and drop one that is gone`(state: State) {
        var script = finger(state)
        script.drop()
        let isThere = script.resynchronise(state == .deadAtBegin ? [0: (7, 100, 100), 1: (8, 503, 500)] : [1: (8, 503, 500)], currentSlot: 1)
        #expect(isThere == (state == .live ? ["A moved app 503,500"] : []))
        let isGone = script.resynchronise(state == .deadAtBegin ? [0: (7, 100, 100)] : [:])
        #expect(isGone == (state == .live ? ["A cancelled(resync) app 503,500"] : []))
        #expect(script.pass(1_000_000) == [])
    }

    @Test func `a touch that something else has cancelled is dead for the rules`() {
        var panel = PanelRules()
        panel.stuckAfter = 300_000
        var script = script(panel) {
            $0.maximum = 1
            $0.isDoubleTapOne = true
            $0.longPress = Self.tap
        }
        script.down(0, id: 1, 100, 100)
        script.frame()
        #expect(script.pass(300_000) == ["A cancelled(stuck) app 100,100"])
        // It makes room, is no tap when it lifts, and no long press.
        script.down(1, id: 2, 500, 500)
        #expect(script.frame() == ["B began app 500,500"])
        script.up(1)
        script.frame()
        #expect(script.pass(300_000) == [])
        script.up(0)
        script.frame()
        script.down(0, id: 3, 100, 100)
        #expect(script.frame() == ["C began app 100,100"])
    }

    // MARK: Filters and limits

    @Test func `a finger that a filter keeps after its lift makes room for another one`() {
        var panel = PanelRules()
        panel.filters = FilterRules()
        panel.filters?.bridge = FilterRules.Nearness(time: 200_000, distance: 10)
        for isDelayed in [false, true] {
            var script = script(panel) {
                $0.maximum = 1
                if isDelayed { $0.longPress = Self.nothing }
            }
            script.down(0, id: 1, 100, 100)
            script.frame()
            script.up(0)
            #expect(script.frame() == [])
            script.down(0, id: 2, 500, 500)
            script.frame()
            script.up(0)
            script.frame()
            script.pass(1_000_000)
            #expect(script.lines == ["A began app 100,100", "A ended app 100,100", "B began app 500,500", "B ended app 500,500"], "\(isDelayed)")
        }
    }

    @Test func `a steady finger reports its pressure, and its place as the panel gave it`() {
        var script = script(PanelRules(), Script.withPressure) { $0.steady = 12 }
        script.down(0, id: 1, 500, 500)
        script.press(20)
        script.frame()
        script.at(505, 500)
        script.press(60)
        #expect(script.frame() == ["A stationary app 500,500"])
        #expect(script.frame.events[0].axes.pressure! > 0.5)
        #expect(script.frame.events[0].raw == Point(505, 500))
        script.at(506, 500)
        #expect(script.frame() == [])
    }

    @Test func `a delayed finger counts for the panel's maximum when it comes`() {
        var panel = PanelRules()
        panel.maximumContacts = 1
        var script = script(panel) { $0.longPress = Self.nothing }
        script.down(0, id: 1, 100, 100)
        script.frame()
        script.down(1, id: 2, 500, 500)
        script.frame()
        script.up(1)
        #expect(script.frame() == ["A began app 500,500", "A ended app 500,500"])
        script.up(0)
        #expect(script.frame() == ["B began app 100,100", "B ended app 100,100"])
    }

    // MARK: Rules

    @Test func `one list of rules replaces another key by key`() {
        let surface = rules {
            ($0.maximum, $0.steady, $0.isDoubleTapOne) = (2, 12, true)
            $0.longPress = Self.tap
        }
        let profile = rules {
            ($0.maximum, $0.ignoreRepeat) = (1, 500_000)
            $0.longPress = Self.nothing
        }
        let both = surface.replaced(by: profile)
        #expect(both.maximum == 1 && both.steady == 12 && both.isDoubleTapOne && both.ignoreRepeat == 500_000 && both.longPress == Self.nothing)
        #expect(surface.replaced(by: TouchRules()) == surface && TouchRules().replaced(by: surface) == surface)
        #expect(TouchRules().isEmpty && !surface.isEmpty)
    }
}
