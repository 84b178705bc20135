import Testing
@testable import TouchCore

/// Noise filters: dispatch cases of C4 and C5, and what the filters promise beyond them.
@Suite struct FilterTests {
    private func rules(_ change: (inout FilterRules) -> Void, _ more: (inout PanelRules) -> Void = { _ in }) -> PanelRules {
        var filters = FilterRules()
        change(&filters)
        var rules = PanelRules()
        rules.filters = filters
        more(&rules)
        return rules
    }

    // MARK: Dropouts

    private func bridging(_ time: Int64 = 20_000, _ more: (inout PanelRules) -> Void = { _ in }) -> PanelRules {
        rules({ $0.bridge = .init(time: time, distance: 15) }, more)
    }

    @Test func noFilterIsNoStage() {
        #expect(ContactFilter(nil, slots: 1) == nil)
        #expect(ContactFilter(FilterRules(), slots: 1) == nil)
        #expect(Script().pipeline.panels[0]!.filter == nil)
    }

    @Test func c5_74_aFingerLostForOneReportStaysTheSameTouch() {
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
        #expect(s.pipeline.filterCounters(ofPanel: s.panel).bridged == 2)
    }

    @Test func c5_75_aLongerDropoutEndsAndBeginsAnew() {
        var s = Script(rules: bridging())
        s.down(0, id: 1, 100, 100); s.frame(); s.up(0); s.frame(); s.frame()
        s.down(0, id: 2, 100, 100)
        #expect(s.frame() == ["A ended w 100,100", "B began w 100,100"])
        #expect(s.times == [10_000, 20_000, 40_000])
    }

    @Test func aFingerFarAwayIsAnotherOne() {
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

    @Test func withoutAFreeSlotItsEndComesFirst() {
        var s = Script(Script.single(button: KeyCode.btnTouch), rules: bridging())
        s.key(KeyCode.btnTouch, 1); s.abs(AbsCode.x, 100); s.frame()
        s.key(KeyCode.btnTouch, 0); s.frame()
        s.key(KeyCode.btnTouch, 1); s.abs(AbsCode.x, 200)
        #expect(s.frame() == ["A ended w 100,0", "B began w 200,0"])
        s.key(KeyCode.btnTouch, 0); s.frame(); s.key(KeyCode.btnTouch, 1)
        #expect(s.frame() == [])
        #expect(s.unplug() == ["B cancelled(deviceRemoved) w 200,0"])
    }

    @Test func liftAndNewContactInOneFrameIsBridgedToo() {
        var s = Script(rules: bridging())
        s.down(0, id: 1, 10, 10); s.frame()
        s.id(-1); s.id(2); s.at(12, 10)
        #expect(s.frame() == ["A moved w 12,10"])
        s.id(-1); s.id(3); s.at(40, 40)
        #expect(s.frame() == ["B began w 40,40"])
        #expect(s.pass(20_000) == ["A ended w 12,10"])
    }

    @Test func c5_82_fingersComeBackAsThemselvesInWhateverSlot() {
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

    @Test func aWithheldLiftGivesWayToANewFinger() {
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

        var all = Script(rules: bridging { $0.maximumContacts = 1; $0.excess = .cancelAll })
        all.down(0, id: 1, 100, 100); all.frame(); all.up(0); all.frame()
        all.down(0, id: 2, 200, 200)
        #expect(all.frame() == ["A ended w 100,100", "B began w 200,200"], "it is no finger too many")
    }

    @Test func cancelsAreNotWithheldAndLiftsSeenHaveEnded() {
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

    @Test func aDeadFingerStaysDeadOverADropout() {
        var s = Script(rules: bridging())
        s.down(0, id: 1, 100, 100); s.frame()
        s.pipeline.cancelTouches(ofPanel: s.panel, reason: .locked, time: s.time)
        s.up(0); s.frame(); s.down(0, id: 2, 100, 100)
        #expect(s.frame() == [])
        s.at(120, 120)
        #expect(s.frame() == [])
    }

    @Test func aChangedMappingWaitsForWithheldLifts() {
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
}
