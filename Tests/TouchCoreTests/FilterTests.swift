import Testing
@testable import TouchCore

/// Noise filters: cases C4 and C5, and further promises of the filters.
@Suite struct FilterTests {
    private func rules(_ change: (inout FilterRules) -> Void, _ more: (inout PanelRules) -> Void = { _ in }) -> PanelRules {
        var filters = FilterRules()
        change(&filters)
        var rules = PanelRules()
        rules.filters = filters
        more(&rules)
        return rules
    }

    // MARK: Pressure

    private func pressing(_ more: (inout FilterRules) -> Void = { _ in }) -> PanelRules {
        rules {
            $0.pressure = .init(begin: 0.5, end: 0.3)
            more(&$0)
        }
    }

    @Test func `light contacts are touches, unless the configuration says otherwise (case 72)`() {
        var s = Script(Script.withPressure, rules: rules { $0.fuzz = 1 })
        s.down(0, id: 1, 10, 10); s.press(1)
        #expect(s.frame() == ["A began w 10,10"])
        var t = Script(rules: pressing())
        t.down(0, id: 1, 10, 10)
        #expect(t.frame() == ["A began w 10,10"], "the panel reports no pressure")
    }

    @Test func `a contact begins and ends with its pressure (case 72)`() {
        var s = Script(Script.withPressure, rules: pressing())
        s.down(0, id: 1, 10, 10); s.press(49)
        #expect(s.frame() == [])
        s.at(12, 10); s.press(50)
        #expect(s.frame() == ["A began w 12,10"])
        s.at(14, 10); s.press(30); s.down(1, id: 2, 50, 50); s.press(80)
        #expect(s.frame() == ["A moved w 14,10", "B began w 50,50"])
        s.slot(0); s.at(30, 30); s.press(29)
        #expect(s.frame() == ["A ended w 14,10"], "where it last pressed")
        s.at(32, 30); s.press(49); s.slot(1); s.at(52, 50)
        #expect(s.frame() == ["B moved w 52,50"])
        s.slot(0); s.press(60)
        #expect(s.frame() == ["C began w 32,30"], "another touch")
        s.press(10); s.frame()
        s.up(0); s.slot(1); s.id(3); s.press(20)
        #expect(s.frame() == ["B cancelled(identityChanged) w 52,50"], "the other finger is a light one")
        s.up(1); s.frame()
        #expect(s.pipeline.filterCounters(ofPanel: s.panel)[.eaten] == 1, "only who never pressed")
        s.down(1, id: 4, 53, 50); s.press(90)
        #expect(s.frame() == ["D began w 53,50"])
        #expect(s.pipeline.filterCounters(ofPanel: s.panel)[.returnedAfterEaten] == 1)
    }

    @Test func `light contacts are no part of the other filters (case 72)`() {
        var s = Script(
            Script.withPressure,
            rules: pressing {
                $0.bridge = .init(time: 25_000, distance: 15)
                $0.origin = true
                $0.mask = [Rect(900, 900, 100, 100)]
            })
        s.down(0, id: 1, 0, 0); s.press(90); s.down(1, id: 2, 0, 0); s.press(10)
        #expect(s.frame() == ["A began w 0,0"], "one alone at (0, 0)")
        s.slot(0); s.press(20); s.frame()
        s.at(3, 0); s.press(70)
        #expect(s.frame() == ["A moved w 3,0"], "lost, and back")
        s.slot(1); s.at(950, 950); s.frame()
        s.at(800, 800); s.press(80)
        #expect(s.frame() == ["B began w 800,800"], "it begins outside the mask")
        s.up(0); s.up(1); s.frame()
        #expect(s.pass(25_000) == ["A ended w 3,0", "B ended w 800,800"])
    }

    // MARK: Dropouts

    private func bridging(_ time: Int64 = 20_000, _ more: (inout PanelRules) -> Void = { _ in }) -> PanelRules {
        rules({ $0.bridge = .init(time: time, distance: 15) }, more)
    }

    @Test func `without filters there is no stage for them`() {
        #expect(ContactFilter(nil, slots: 1) == nil)
        #expect(ContactFilter(FilterRules(), slots: 1) == nil)
        #expect(Script().pipeline.context.panels[0]!.contacts.filter == nil)
    }

    @Test func `a finger lost for one report stays the same touch (case 74)`() {
        var s = Script(rules: bridging())
        s.down(0, id: 1, 100, 100)
        #expect(s.frame() == ["A began w 100,100"])
        s.up(0)
        #expect(s.frame() == [])
        s.down(0, id: 2, 103, 104)
        #expect(s.frame() == ["A moved w 103,104"])
        s.up(0); s.frame(); s.down(0, id: 3, 103, 104)
        #expect(s.frame() == [], "where it was: nothing to tell")
        s.at(110, 110)
        #expect(s.frame() == ["A moved w 110,110"])
        s.up(0)
        #expect(s.frame() == [])
        #expect(s.pipeline.nextDeadline?.time == 90_000)
        #expect(s.pass(20_000) == ["A ended w 110,110"])
        #expect(s.times.last == 70_000, "when it lifted")
        #expect(s.pipeline.nextDeadline == nil)
        #expect(s.pipeline.filterCounters(ofPanel: s.panel)[.bridged] == 2)
    }

    /// A lost finger does not come back as a pen, nor a pen as a finger, in any slot.
    @Test(arguments: [Int32(0), 1], [true, false]) func `a lost finger is not a pen (case 74)`(slot: Int32, isPenFirst: Bool) {
        let tools = isPenFirst ? [ToolType.pen, ToolType.finger] : [ToolType.finger, ToolType.pen]
        var s = Script(rules: bridging { $0.stylus = .shared })
        s.slot(0); s.abs(AbsCode.mtToolType, tools[0]); s.down(0, id: 1, 100, 100)
        #expect(s.frame() == ["A began w 100,100"])
        s.up(0)
        #expect(s.frame() == [])
        s.slot(slot); s.abs(AbsCode.mtToolType, tools[1]); s.down(slot, id: 2, 103, 104)
        #expect(s.frame() == ["B began w 103,104"])
        #expect(s.pass(20_000) == ["A ended w 100,100"])
        #expect(s.pipeline.filterCounters(ofPanel: s.panel)[.bridged] == 0)
    }

    @Test func `a longer dropout ends the touch and begins another (case 75)`() {
        var s = Script(rules: bridging())
        s.down(0, id: 1, 100, 100); s.frame(); s.up(0); s.frame(); s.frame()
        s.down(0, id: 2, 100, 100)
        #expect(s.frame() == ["A ended w 100,100", "B began w 100,100"])
        #expect(s.times == [10_000, 20_000, 40_000])
    }

    @Test func `a finger far away is another one`() {
        var s = Script(rules: bridging(30_000))
        s.down(0, id: 1, 100, 100); s.frame(); s.up(0); s.frame()
        s.down(0, id: 2, 116, 100)
        #expect(s.frame() == ["B began w 116,100"], "in another slot, as far as touches go")
        s.at(120, 100); s.down(1, id: 3, 99, 99)
        #expect(s.frame() == ["B moved w 120,100", "A moved w 99,99"])
        s.up(1); s.frame(); s.up(0)
        #expect(s.frame() == [])
        #expect(s.pass(20_000) == ["A ended w 99,99"])
        #expect(s.pass(10_000) == ["B ended w 120,100"])
    }

    @Test func `without a free slot the lost finger's end comes first`() {
        var s = Script(Script.single(button: KeyCode.btnTouch), rules: bridging())
        s.key(KeyCode.btnTouch, 1); s.abs(AbsCode.x, 100); s.frame()
        s.key(KeyCode.btnTouch, 0); s.frame()
        s.key(KeyCode.btnTouch, 1); s.abs(AbsCode.x, 200)
        #expect(s.frame() == ["A ended w 100,0", "B began w 200,0"])
        s.key(KeyCode.btnTouch, 0); s.frame(); s.key(KeyCode.btnTouch, 1)
        #expect(s.frame() == [])
        #expect(s.unplug() == ["B cancelled(deviceRemoved) w 200,0"])
    }

    @Test func `a lift and a new contact in one frame are bridged too`() {
        var s = Script(rules: bridging())
        s.down(0, id: 1, 10, 10); s.frame()
        s.id(-1); s.id(2); s.at(12, 10)
        #expect(s.frame() == ["A moved w 12,10"])
        s.id(-1); s.id(3); s.at(40, 40)
        #expect(s.frame() == ["B began w 40,40"])
        #expect(s.pass(20_000) == ["A ended w 12,10"])
    }

    @Test func `fingers come back as themselves, in whatever slot (case 82)`() {
        var s = Script(rules: bridging())
        s.down(0, id: 1, 100, 100); s.down(1, id: 2, 120, 100); s.down(2, id: 3, 500, 500); s.frame()
        s.up(0); s.up(1); s.slot(2); s.at(501, 500)
        #expect(s.frame() == ["C moved w 501,500"])
        s.down(0, id: 4, 119, 100); s.down(1, id: 5, 107, 100)
        #expect(s.frame() == ["B moved w 119,100", "A moved w 107,100"], "the closest pair first")
        s.slot(1); s.at(300, 300); s.slot(0); s.at(320, 300)
        #expect(s.frame() == ["B moved w 320,300", "A moved w 300,300"])
        s.up(1); s.frame()
        s.slot(2); s.at(502, 500)
        #expect(s.frame() == ["C moved w 502,500"])
        s.slot(2); s.at(503, 500)
        #expect(s.frame() == ["A ended w 300,300", "C moved w 503,500"])
        #expect(s.times.suffix(2) == [60_000, 70_000], "time does not run back to the lift at 50 ms")
    }

    @Test func `a withheld lift gives way to a new finger`() {
        let single = Script.region("one", 0, 0, 500, 500)
        var s = Script(regions: [single], rules: bridging())
        s.down(0, id: 1, 100, 100); s.frame(); s.up(0); s.frame()
        s.down(0, id: 2, 200, 200)
        #expect(s.frame() == ["A ended one 100,100", "B began one 200,200"], "the region takes one finger only")
        s.up(0); s.frame(); s.down(0, id: 3, 700, 700)
        #expect(s.frame() == ["C began w 700,700"], "not in its way")
        #expect(s.pass(20_000) == ["B ended one 200,200"])

        var m = Script(rules: bridging { $0.maximumContacts = 1 })
        m.down(0, id: 1, 100, 100); m.frame(); m.up(0); m.frame()
        m.down(0, id: 2, 200, 200)
        #expect(m.frame() == ["A ended w 100,100", "B began w 200,200"])

        var all = Script(
            rules: bridging {
                $0.maximumContacts = 1; $0.excess = .cancelAll
            })
        all.down(0, id: 1, 100, 100); all.frame(); all.up(0); all.frame()
        all.down(0, id: 2, 200, 200)
        #expect(all.frame() == ["A ended w 100,100", "B began w 200,200"], "it is no finger too many")
    }

    @Test func `a cancel is not withheld, and a seen lift has ended`() {
        var s = Script(rules: bridging())
        s.down(0, id: 1, 100, 100); s.down(1, id: 2, 200, 200); s.frame()
        s.slot(0); s.abs(AbsCode.mtToolType, ToolType.palm)
        #expect(s.frame() == ["A cancelled(palm) w 100,100"])
        s.up(0); s.slot(0); s.abs(AbsCode.mtToolType, ToolType.finger); s.down(0, id: 3, 100, 100)
        #expect(s.frame() == ["C began w 100,100"], "what was cancelled does not come back")
        s.id(4)
        #expect(s.frame() == ["C cancelled(identityChanged) w 100,100", "D began w 100,100"])
        s.up(1); s.frame()
        #expect(s.unplug() == ["B ended w 200,200", "D cancelled(deviceRemoved) w 100,100"])
    }

    @Test func `a dead finger stays dead over a dropout`() {
        var s = Script(rules: bridging())
        s.down(0, id: 1, 100, 100); s.frame()
        s.cancel(.locked)
        s.up(0); s.frame(); s.down(0, id: 2, 100, 100)
        #expect(s.frame() == [])
        s.at(120, 120)
        #expect(s.frame() == [])
    }

    @Test func `a changed mapping waits for withheld lifts`() {
        var s = Script(rules: bridging())
        s.down(0, id: 1, 100, 100); s.frame(); s.up(0); s.frame()
        s.pipeline.reconfigure(
            s.panel, mapping: PanelMapping(panel: Script.tenSlots, kind: PanelKind(Script.tenSlots), screen: Size(500, 500)),
            rules: PanelRules())
        s.down(0, id: 2, 102, 100)
        #expect(s.frame() == ["A moved w 102,100"])
        s.up(0); s.frame()
        #expect(s.pass(20_000) == ["A ended w 102,100"])
        s.down(0, id: 3, 100, 100)
        #expect(s.frame() == ["B began w 50,50"])
        s.up(0)
        #expect(s.frame() == ["B ended w 50,50"])
    }

    // MARK: Short taps and bounces

    @Test func `too short a tap is no touch (case 76)`() {
        var s = Script(rules: rules { $0.minimumTap = 25_000 })
        s.down(0, id: 1, 100, 100)
        #expect(s.frame() == [])
        s.up(0)
        #expect(s.frame() == [])
        #expect(s.pass(1_000_000) == [])
        #expect(s.pipeline.touchesDown.isEmpty && s.pipeline.nextID == TouchID.first, "without a trace")
        #expect(s.pipeline.filterCounters(ofPanel: s.panel)[.eaten] == 1)
    }

    /// The other half of case 76: a contact that is no noise is delivered late.
    @Test func `a withheld begin comes with its own time and place (case 54)`() {
        var s = Script(rules: rules { $0.minimumTap = 25_000 })
        s.down(0, id: 1, 100, 100); s.frame()
        s.at(105, 100); s.frame()
        s.at(109, 100); s.frame()  // at 30 ms
        #expect(s.lines.isEmpty)
        #expect(s.pipeline.nextDeadline?.time == 35_000)
        #expect(s.pass(5_000) == ["A began w 100,100", "A moved w 109,100"])
        #expect(s.times == [10_000, 30_000])
        #expect(s.touch(0)?.beganAt == 10_000)
        s.up(0)
        #expect(s.frame() == ["A ended w 109,100"])
    }

    @Test func `a withheld begin is not earlier than the panel's last line`() {
        var s = Script(rules: rules { $0.minimumTap = 25_000 })
        s.down(0, id: 1, 100, 100); s.frame(); s.frame(); s.frame()
        s.down(1, id: 2, 200, 200); s.slot(0); s.at(101, 100)
        #expect(s.frame() == ["A began w 100,100", "A moved w 101,100"])
        s.slot(0); s.at(102, 100); s.slot(1); s.at(201, 200); s.frame()
        #expect(s.pass(20_000) == ["B began w 200,200", "B moved w 201,200"])
        #expect(s.times == [10_000, 40_000, 50_000, 50_000, 50_000])
    }

    @Test func `contacts that began together come together`() {
        var s = Script(
            rules: rules {
                $0.minimumTap = 15_000; $0.bridge = .init(time: 15_000, distance: 9)
            })
        s.down(0, id: 1, 100, 100); s.down(1, id: 2, 200, 200); s.frame()
        #expect(s.pass(15_000) == ["A began w 100,100", "B began w 200,200"])
        s.up(0); s.up(1); s.frame()
        #expect(s.pass(15_000) == ["A ended w 100,100", "B ended w 200,200"])
        #expect(s.times == [10_000, 35_000])
    }

    @Test func `a withheld begin that turns out a palm vanishes (case 55)`() {
        var s = Script(rules: rules { $0.minimumTap = 25_000 })
        s.down(0, id: 1, 100, 100); s.frame()
        s.abs(AbsCode.mtToolType, ToolType.palm); s.frame()
        s.up(0); s.frame(); s.pass(1_000_000)
        #expect(s.lines == [])
    }

    @Test func `a withheld begin dies with the panel's touches`() {
        var s = Script(rules: rules { $0.minimumTap = 25_000 })
        s.down(0, id: 1, 100, 100); s.frame()
        s.cancel(.locked)
        #expect(s.pass(1_000_000) == [])
        s.at(101, 100); s.frame(); s.up(0); s.frame()
        #expect(s.lines == [])
    }

    /// A pen that came down meanwhile rejects the delayed finger as it would a finger that begins.
    @Test func `a withheld begin obeys the panel's rules`() {
        var s = Script(rules: rules({ $0.minimumTap = 25_000 }, { $0.maximumContacts = 1 }))
        s.down(0, id: 1, 100, 100); s.frame(); s.down(1, id: 2, 200, 200); s.frame()
        #expect(s.pass(100_000) == ["A began w 100,100"])
        var p = Script(rules: rules { $0.edge = 5 })
        p.down(0, id: 1, 2, 100); p.frame()
        p.down(1, id: 2, 200, 200); p.abs(AbsCode.mtToolType, ToolType.pen)
        #expect(p.frame() == ["A began w 200,200"])
        p.slot(0); p.at(50, 100)
        #expect(p.frame() == [])
    }

    @Test func `a bounce is part of the tap (case 77)`() {
        var s = Script(rules: rules { $0.bounce = .init(time: 45_000, distance: 10) })
        s.down(0, id: 1, 100, 100); s.frame(); s.up(0)
        #expect(s.frame() == ["A ended w 100,100"], "the tap itself is not delayed")
        for id in 2...5 as ClosedRange<Int32> {  // every 40 ms: each belongs to the previous one
            s.frame(); s.frame(); s.down(3, id: id, 104, 104); s.frame(); s.up(3)
            #expect(s.frame() == [])
        }
        #expect(s.lines.count == 2)
        #expect(s.pipeline.filterCounters(ofPanel: s.panel)[.eaten] == 4)
        s.pass(50_000); s.down(0, id: 6, 100, 100)
        #expect(s.frame() == ["B began w 100,100"], "a second tap")
        s.up(0); s.frame(); s.down(0, id: 7, 111, 100)
        #expect(s.frame() == ["C began w 111,100"], "somewhere else")
    }

    @Test func `a contact that lasts longer than a bounce, or moves away, is a touch`() {
        var s = Script(rules: rules { $0.bounce = .init(time: 45_000, distance: 10) })
        s.down(0, id: 1, 100, 100); s.frame(); s.up(0); s.frame()
        s.down(0, id: 2, 101, 100); s.frame()  // at 30 ms
        #expect(s.pass(45_000) == ["B began w 101,100"])
        #expect(s.times.last == 30_000)
        s.up(0); s.frame(); s.down(0, id: 3, 100, 100)
        #expect(s.frame() == [])
        s.at(110, 100)
        #expect(s.frame() == [])
        s.at(111, 100)
        #expect(s.frame() == ["C began w 100,100"])
        #expect(s.pass(0) == ["C moved w 111,100"])
        #expect(s.times.suffix(2) == [95_000, 115_000])
    }

    // MARK: Jitter

    @Test func `jitter within the fuzz is stationary, and motion passes at once (case 80)`() {
        var s = Script(rules: rules({ $0.fuzz = 3 }, { $0.stuckAfter = 1_000_000 }))
        s.down(0, id: 1, 100, 100); s.down(1, id: 2, 500, 500); s.frame()
        for (x, y) in [(103, 100), (98, 98), (100, 103)] as [(Int32, Int32)] {
            s.slot(0); s.at(x, y); s.slot(1); s.at(5 * x, 500)
            #expect(s.frame() == ["B moved w \(5 * x),500"], "each finger by itself")
        }
        #expect(s.touch(0)?.timestamp == 40_000, "it has been heard of: it is not stuck")
        s.slot(0); s.at(104, 100)
        #expect(s.frame() == ["A moved w 104,100"])
        s.at(101, 100)
        #expect(s.frame() == [])
        s.up(0)
        #expect(s.frame() == ["A ended w 104,100"], "where it was last said to be")
        s.down(0, id: 3, 101, 100)
        #expect(s.frame() == ["C began w 101,100"])
    }

    // MARK: The smoother

    @Test func `the smoother is calm when slow, and fast when fast`() {
        var s = Script(rules: rules { $0.smoothing = .init(minCutoff: 1, beta: 0.02) })
        s.down(0, id: 1, 500, 500); s.frame()
        var farthest = 0.0
        for step in 0..<50 {  // a finger that trembles by two points
            s.at(500 + (step % 2 == 0 ? 2 : -2), 500); s.frame()
            farthest = max(farthest, abs(s.touch(0)!.location.x - 500))
        }
        #expect(farthest < 0.6)
        for step in 1...20 as ClosedRange<Int32> { s.at(500, 500 + 20 * step); s.frame() }
        #expect(900 - s.touch(0)!.location.y < 20, "less than a report behind")
        s.pass(49_999)
        #expect(s.touch(0)!.location.y < 900)
        #expect(s.pass(1) == ["A moved w 500,900"], "it rests where the panel has it")
        #expect(s.pipeline.nextDeadline == nil)
        s.up(0)
        #expect(s.frame() == ["A ended w 500,900"])
    }

    /// The paper's formulas: dx̂ after 10 ms is α(1 Hz)·dx/dt, the cutoff minCutoff + β·|dx̂|.
    @Test func `the smoother is the 1 € filter`() {
        var filter = OneEuroFilter()
        filter.start(at: Point(10, 20), 1_000_000)
        let first = filter.smooth(Point(13, 24), 1_010_000, .init(minCutoff: 2, beta: 0.5))
        let alpha = { (cutoff: Double) in 1 / (1 + 1 / (2 * Double.pi * cutoff) / 0.01) }
        let speed = alpha(1) * 500  // points per second
        let share = alpha(2 + 0.5 * speed)
        #expect(abs(first.x - (10 + 3 * share)) < 1e-9 && abs(first.y - (20 + 4 * share)) < 1e-9)
        #expect(filter.smooth(Point(99, 99), 1_010_000, .init(minCutoff: 2, beta: 0.5)) == first, "no time has passed")
    }

    @Test func `smoothing one finger leaves the others alone (case 82)`() {
        func path(beside: Bool) -> [Point] {
            var s = Script(
                rules: rules {
                    $0.smoothing = .init(minCutoff: 1, beta: 0.01); $0.fuzz = 1
                })
            s.down(0, id: 1, 100, 100); s.frame()
            if beside { s.down(1, id: 2, 800, 800) }
            return (1...20 as ClosedRange<Int32>).map { step in
                s.slot(0); s.at(100 + step * step, 100)
                if beside { s.slot(1); s.at(800 - 30 * step, 800 - step) }
                s.frame()
                return s.touch(0)!.location
            }
        }
        #expect(path(beside: true) == path(beside: false))
    }

    // MARK: Edge, mask, ghosts

    @Test func `a tap at the outermost edge is withheld (case 70)`() {
        var s = Script(rules: rules { $0.edge = 4 })
        for (x, y) in [(0, 500), (996, 500), (500, 4), (500, 999)] as [(Int32, Int32)] {
            s.down(0, id: 1, x, y); s.frame()
            s.pass(5_000_000)
            s.up(0); s.frame()
        }
        #expect(s.lines == [])
        s.down(0, id: 2, 995, 500)
        #expect(s.frame() == ["A began w 995,500"], "not the outermost")
        s.up(0); s.frame()
        s.down(0, id: 3, 999, 500); s.frame()  // at 20.11 s
        s.at(999, 600); s.frame(); s.at(996, 600)
        #expect(s.frame() == [], "not far enough inwards")
        s.at(995, 600)
        #expect(s.frame() == ["B began w 999,500"])
        #expect(s.pass(0) == ["B moved w 995,600"])
        #expect(s.times.suffix(2) == [20_110_000, 20_140_000])
        #expect(s.touch(0)?.beganAt == 20_110_000)
    }

    @Test func `begins that a report releases go out before the next report`() {
        var s = Script(rules: rules { $0.edge = 4 })
        s.down(0, id: 1, 0, 500); s.down(1, id: 2, 500, 500)
        #expect(s.frame() == ["A began w 500,500"])
        s.slot(0); s.at(20, 500); s.slot(1); s.at(501, 500)
        #expect(s.frame() == ["B began w 0,500"])
        #expect(s.pipeline.nextDeadline?.time == s.time, "at once")
        s.slot(0); s.at(21, 500)
        #expect(s.lines.suffix(2) == ["B moved w 20,500", "A moved w 501,500"], "though nobody has called `advance`")
        #expect(s.send(EventType.syn, SynCode.report, 0) == ["B moved w 21,500"])
        #expect(s.frame.time == s.time)
        s.slot(0); s.up(0); s.up(1); s.frame()
        s.down(0, id: 3, 0, 500); s.frame(); s.at(30, 500)
        #expect(s.frame() == ["C began w 0,500"])
        #expect(s.unplug() == ["C moved w 30,500", "C cancelled(deviceRemoved) w 30,500"])
    }

    @Test func `a drag to the edge is not withheld (case 71)`() {
        var s = Script(rules: rules { $0.edge = 4 })
        s.down(0, id: 1, 50, 500); s.frame()
        s.at(0, 500)
        #expect(s.frame() == ["A moved w 0,500"])
        s.up(0)
        #expect(s.frame() == ["A ended w 0,500"])
    }

    @Test func `a begin in the mask is dropped, and a drag into it goes on (case 79)`() {
        var s = Script(rules: rules { $0.mask = [Rect(0, 0, 100, 100), Rect(500, 500, 10, 10)] })
        s.down(0, id: 1, 99, 99); s.down(1, id: 2, 505, 505); s.frame()
        s.slot(0); s.at(300, 300); s.frame()
        s.up(0); s.up(1); s.frame()
        #expect(s.lines == [])
        s.down(0, id: 3, 100, 100)
        #expect(s.frame() == ["A began w 100,100"])
        s.at(50, 50)
        #expect(s.frame() == ["A moved w 50,50"])
        s.up(0)
        #expect(s.frame() == ["A ended w 50,50"])
    }

    @Test func `a ghost at a fixed point is masked until it stops (case 78)`() {
        var s = Script(rules: rules { $0.ghost = .init(times: 3, pause: 1_000_000) })
        func ghosts(_ s: inout Script, _ count: Int) {  // 2.2 per second, beyond the panel's range
            for _ in 0..<count {
                s.down(7, id: 1, 799, -3616); s.frame(); s.up(7); s.frame()
                s.pass(434_000)
            }
        }
        ghosts(&s, 10)
        #expect(s.lines.count == 6, "three until it is known: \(s.lines)")
        s.down(0, id: 2, 799, -3615)
        #expect(s.frame() == ["D began - 799,-3615"], "a real touch near by")
        ghosts(&s, 5)
        s.slot(0); s.at(799, -3616); s.frame(); s.up(0); s.frame()
        #expect(s.lines.count == 9)
        #expect(s.pipeline.filterCounters(ofPanel: s.panel)[.ghosts] == 12)
        s.down(0, id: 3, 799, -3616)
        #expect(s.frame() == [])
        s.at(800, -3616)
        #expect(s.frame() + s.pass(0) == ["E began - 799,-3616", "E moved - 800,-3616"], "no ghost moves")
        s.up(0); s.frame()
        s.pass(1_100_000)
        ghosts(&s, 1)
        #expect(s.lines.last == "F ended - 799,-3616", "it had stopped")
    }

    @Test func `a finger that moves is no ghost`() {
        var s = Script(rules: rules { $0.ghost = .init(times: 2, pause: 1_000_000) })
        for id in 0..<9 as Range<Int32> {
            s.down(0, id: id, 100, 100); s.frame(); s.at(101, 100); s.frame(); s.at(100, 100); s.frame(); s.up(0); s.frame()
        }
        #expect(s.lines.count { $0.contains("ended") } == 9)
    }

    @Test func `several contacts at the origin are nowhere (case 73)`() {
        var s = Script(rules: rules { $0.origin = true })
        s.down(0, id: 1, 0, 0)
        #expect(s.frame() == ["A began w 0,0"], "a single one is real")
        s.up(0); s.frame()
        s.down(0, id: 2, 300, 300); s.frame()
        s.at(0, 0); s.down(1, id: 3, 0, 0); s.down(2, id: 4, 400, 400)
        #expect(s.frame() == ["C began w 400,400"])
        s.slot(0); s.at(301, 300); s.slot(1); s.at(200, 200)
        #expect(s.frame() == ["B moved w 301,300", "D began w 200,200"])
        s.down(3, id: 5, 0, 0); s.down(4, id: 6, 0, 0); s.frame(); s.up(3); s.up(4)
        #expect(s.frame() == [])
        var off = Script()
        off.down(0, id: 1, 0, 0); off.down(1, id: 2, 0, 0)
        #expect(off.frame().count == 2)
    }

    // MARK: Self-check

    @Test func `each counter of filters has room`() {
        var counters = FilterCounters()
        for counter in FilterCounter.allCases { counters[counter] += 1 }
        #expect(FilterCounter.allCases.allSatisfy { counters[$0] == 1 })
    }

    @Test func `a second try after an eaten contact is counted (case 83)`() {
        func returns(after pause: Int64, at x: Int32, resolution: Int32 = 0) -> Int {
            var panel = Script.tenSlots
            for code in [AbsCode.mtPositionX, AbsCode.mtPositionY] { panel[axis: code]!.resolution = resolution }
            var s = Script(panel, rules: rules { $0.minimumTap = 25_000 })
            s.down(0, id: 1, 100, 100); s.frame(); s.up(0); s.frame()
            s.pass(pause)
            s.down(0, id: 2, x, 100); s.frame(); s.pass(30_000)
            s.up(0); s.frame(); s.down(0, id: 3, x, 100); s.frame(); s.pass(30_000)
            #expect(s.lines.count == 3)
            return s.pipeline.filterCounters(ofPanel: s.panel)[.returnedAfterEaten]
        }
        #expect(returns(after: 1_990_000, at: 100) == 1, "once, however often one tries")
        #expect(returns(after: 1_990_001, at: 100) == 0)
        #expect(returns(after: 0, at: 126) == 1)
        #expect(returns(after: 0, at: 127) == 0)
        #expect(returns(after: 0, at: 170, resolution: 10) == 1)
        #expect(returns(after: 0, at: 171, resolution: 10) == 0)
    }
}
