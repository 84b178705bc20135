import Testing
@testable import TouchCore

/// The effect of a panel's configuration on its contacts: cases C4 to C6.
@Suite struct RulesTests {
    private func rules(_ change: (inout PanelRules) -> Void) -> PanelRules {
        var rules = PanelRules()
        change(&rules)
        return rules
    }

    @Test func `a palm cancels all touches if the rules say so (case 50)`() {
        var s = Script(rules: rules { $0.palm = .all })
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 50, 50); s.frame()
        s.slot(0); s.at(20, 20); s.slot(1); s.abs(AbsCode.mtToolType, ToolType.palm)
        #expect(s.frame() == ["B cancelled(palm) w 50,50", "A cancelled(palm) w 10,10"])
        s.slot(0); s.at(30, 30); s.slot(1); s.at(60, 60)
        #expect(s.frame() == [])
        s.up(0); s.up(1)
        #expect(s.frame() == [])
        s.down(0, id: 3, 15, 15)
        #expect(s.frame() == ["C began w 15,15"])
    }

    @Test func `contacts beyond the maximum stay invisible (case 14)`() {
        var s = Script(rules: rules { $0.maximumContacts = 2 })
        for slot in 0..<3 as Range<Int32> { s.down(slot, id: slot, 10 * slot, 0) }
        #expect(s.frame() == ["A began w 0,0", "B began w 10,0"])
        s.up(0); s.slot(2); s.at(25, 0)
        #expect(s.frame() == ["A ended w 0,0"])
        s.down(3, id: 9, 40, 0)
        #expect(s.frame() == ["C began w 40,0"])
        s.up(2)
        #expect(s.frame() == [])
    }

    @Test func `one contact too many cancels all if the rules say so`() {
        var s = Script(
            rules: rules {
                $0.maximumContacts = 2; $0.excess = .cancelAll
            })
        s.down(0, id: 0, 0, 0); s.down(1, id: 1, 10, 0); s.frame()
        s.up(0); s.down(2, id: 2, 20, 0)
        #expect(s.frame() == ["A ended w 0,0", "C began w 20,0"], "one lifts as another lands: still two")
        s.down(3, id: 3, 30, 0); s.slot(1); s.at(11, 0)
        #expect(s.frame() == ["B cancelled(contactLimit) w 10,0", "C cancelled(contactLimit) w 20,0"])
        s.slot(3); s.at(31, 0)
        #expect(s.frame() == [])
        for slot in 1...3 as ClosedRange<Int32> { s.up(slot) }
        #expect(s.frame() == [])
        s.down(0, id: 7, 5, 5)
        #expect(s.frame() == ["D began w 5,5"])
    }

    @Test func `a palm, or one contact too many, cancels all also where pens cancel nothing`() {
        var palm = Script(
            rules: rules {
                $0.stylus = .shared; $0.palm = .all
            })
        palm.down(0, id: 0, 0, 0); palm.down(1, id: 1, 10, 0); palm.frame()
        palm.slot(1); palm.abs(AbsCode.mtToolType, ToolType.palm)
        #expect(palm.frame() == ["B cancelled(palm) w 10,0", "A cancelled(palm) w 0,0"])
        var excess = Script(
            rules: rules {
                $0.stylus = .shared; $0.maximumContacts = 1; $0.excess = .cancelAll
            })
        excess.down(0, id: 0, 0, 0); excess.frame()
        excess.down(1, id: 1, 10, 0)
        #expect(excess.frame() == ["A cancelled(contactLimit) w 0,0"])
    }

    @Test func `a pen cancels fingers and keeps them away`() {
        var s = Script()
        s.down(0, id: 0, 0, 0); s.frame()
        s.slot(0); s.at(5, 0); s.down(1, id: 1, 10, 0); s.abs(AbsCode.mtToolType, ToolType.pen); s.down(2, id: 2, 20, 0)
        #expect(s.frame() == ["A cancelled(stylus) w 0,0", "B began w 10,0"])
        s.down(3, id: 3, 30, 0); s.slot(1); s.at(11, 0)
        #expect(s.frame() == ["B moved w 11,0"])
        s.up(1); s.down(4, id: 4, 40, 0)
        #expect(s.frame() == ["B ended w 11,0", "C began w 40,0"], "the pen is gone, and the slot's tool with it")
        s.slot(3); s.at(31, 0)
        #expect(s.frame() == [], "who came while it was there stays away")
    }

    @Test func `a pen shares the panel if the rules say so`() {
        var s = Script(rules: rules { $0.stylus = .shared })
        s.down(0, id: 0, 0, 0); s.down(1, id: 1, 10, 0); s.abs(AbsCode.mtToolType, ToolType.pen)
        #expect(s.frame() == ["A began w 0,0", "B began w 10,0"])
    }

    @Test(arguments: PanelRules.Outside.allCases)
    func `contacts outside the area are no touches until they come in (cases 90, 91)`(_ outside: PanelRules.Outside) {
        var s = Script(area: Rect(0, 0, 500, 500), rules: rules { $0.outside = outside })
        s.down(0, id: 1, 1200, 100)  // half scale: at 600, 50
        let began = s.frame()
        s.at(900, 100)
        let entered = s.frame()
        s.at(1300, 100)
        let left = s.frame()
        s.up(0)
        let ended = s.frame()
        switch outside {
        case .keep:
            #expect(began + entered + left + ended == ["A began w 600,50", "A moved w 450,50", "A moved w 650,50", "A ended w 650,50"])
        case .ignore:
            #expect(began + entered + left + ended == [])
        case .clamp:
            #expect(began + entered + left + ended == ["A began w 499,50", "A moved w 450,50", "A moved w 499,50", "A ended w 499,50"])
        case .beginOnEntry:
            #expect(began + entered + left + ended == ["A began w 450,50", "A moved w 650,50", "A ended w 650,50"])
        }
        s.down(0, id: 2, 800, 100)
        #expect(s.frame().count == 1, "one that begins inside is a touch in any case")
    }

    @Test func `a contact that never comes in leaves no trace`() {
        var s = Script(area: Rect(0, 0, 500, 500), rules: rules { $0.outside = .beginOnEntry })
        s.down(0, id: 1, 1200, 100); s.frame()
        s.up(0)
        #expect(s.frame() == [])
        s.down(0, id: 2, 1300, 100)
        #expect(s.frame() == [])
        s.at(100, 100)
        #expect(s.frame() == ["A began w 50,50"])
    }

    /// A hostile value must not cost time: 2³¹ quarter turns.
    @Test(arguments: [Int32.max, .min, 0, 1, 2, 3, -1, -2])
    func `orientation is wrapped at once (case 93)`(_ value: Int32) {
        var panel = Script.tenSlots
        panel[axis: AbsCode.mtOrientation] = AxisInfo(minimum: 0, maximum: 1)
        var values = ContactValues()
        values.orientation = value
        let mapping = PanelMapping(panel: panel, kind: PanelKind(panel), screen: Size(1000, 1000))
        let angle = mapping.axes(values).orientation!
        #expect(angle > -.pi / 2 && angle <= .pi / 2)
        #expect(abs(angle - (value % 2 == 0 ? 0 : .pi / 2)) < 1e-6)
    }

    @Test func `a part of the screen is covered exactly`() {
        var s = Script(area: Rect(500, 250, 500, 500))
        s.down(0, id: 1, 0, 0); s.down(1, id: 2, 999, 999)
        s.frame()
        #expect(s.frame.events.map(\.location) == [Point(500, 250), Point(999.5, 749.5)])
    }

    @Test func `a contact without reports is stuck`() {
        var s = Script(rules: rules { $0.stuckAfter = 1_000_000 })
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 50, 50); s.frame()  // at 10 ms
        #expect(s.pass(500_000) == [])
        s.slot(1); s.at(51, 50); s.frame()  // at 520 ms
        #expect(s.pipeline.nextDeadline?.time == 1_010_000)
        #expect(s.pass(489_999) == [])
        #expect(s.pass(1) == ["A cancelled(stuck) w 10,10"])
        #expect(s.frame.time == 1_010_000)
        s.slot(0); s.at(11, 10)
        #expect(s.frame() == [], "dead until it lifts")
        #expect(s.pass(10_000_000) == ["B cancelled(stuck) w 51,50"])
        #expect(s.frame.time == 1_520_000, "when it was due, not when somebody looked")
        #expect(s.pipeline.nextDeadline == nil)
        s.up(0); s.up(1); s.down(0, id: 3, 10, 10)
        #expect(s.frame() == ["C began w 10,10"])
    }

    @Test func `a contact that is kept away does not come in for another that waited`() {
        var s = Script(area: Rect(0, 0, 500, 500), rules: rules { $0.outside = .beginOnEntry })
        s.down(0, id: 1, 1200, 100); s.frame(); s.up(0); s.frame()
        s.down(1, id: 2, 100, 100); s.abs(AbsCode.mtToolType, ToolType.pen); s.down(0, id: 3, 200, 100)
        #expect(s.frame() == ["A began w 50,50"], "a pen keeps the finger away")
        s.up(1); s.frame(); s.slot(0); s.at(300, 100)
        #expect(s.frame() == [])
    }

    @Test func `rules without stuckAfter forget its deadline`() {
        var s = Script(rules: rules { $0.stuckAfter = 1_000_000 })
        s.down(0, id: 1, 10, 10); s.frame()
        let mapping = PanelMapping(panel: Script.tenSlots, kind: PanelKind(Script.tenSlots), screen: Size(1000, 1000))
        s.pipeline.reconfigure(s.panel, mapping: mapping, rules: PanelRules())
        s.up(0); s.frame()
        #expect(s.pipeline.nextDeadline == nil, "or there would be something to do forever")
    }

    @Test func `a changed mapping waits for the last finger`() {
        var s = Script()
        let half = PanelMapping(
            panel: Script.tenSlots, kind: PanelKind(Script.tenSlots), screen: Size(1000, 1000), area: Rect(0, 0, 500, 500))
        s.down(0, id: 1, 100, 100); s.down(1, id: 2, 200, 200); s.frame()
        s.pipeline.reconfigure(s.panel, mapping: half, rules: PanelRules())
        s.at(220, 220)
        #expect(s.frame() == ["B moved w 220,220"])
        s.up(0)
        s.frame()
        s.slot(1); s.at(240, 240)
        #expect(s.frame() == ["B moved w 240,240"])
        s.up(1)
        s.frame()
        s.down(0, id: 3, 100, 100)
        #expect(s.frame() == ["C began w 50,50"])
    }

    @Test func `contacts that are down at opening are resumed if the rules say so (case 64)`() {
        var s = Script()
        #expect(s.resynchronise([2: (id: 7, x: 30, y: 40)]) == ["A began w 30,40"])
    }
}
