import Testing
@testable import TouchCore

/// Slot decoding and identity: dispatch cases C1. Numbers in the names are the cases'.
@Suite struct SlotTests {
    @Test func c1_1_downMoveUpIsOneTouch() {
        var s = Script()
        s.down(0, id: 5, 10, 20)
        #expect(s.frame() == ["A began w 10,20"])
        s.at(11, 20)
        #expect(s.frame() == ["A moved w 11,20"])
        s.up(0)
        #expect(s.frame() == ["A ended w 11,20"])
    }

    @Test func c1_2_twoFingersInOneFrame() {
        var s = Script()
        s.down(0, id: 1, 10, 10)
        s.down(1, id: 2, 90, 90)
        #expect(s.frame() == ["A began w 10,10", "B began w 90,90"])
        s.slot(1); s.at(91, 90); s.slot(0); s.at(11, 10)
        #expect(s.frame() == ["A moved w 11,10", "B moved w 91,90"])
    }

    @Test func c1_7_legacyAxesMoveNothing() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.frame()
        s.abs(AbsCode.x, 500); s.key(KeyCode.btnTouch, 0)
        #expect(s.frame() == [])
    }

    @Test func c1_9_downAndUpInOneFrameIsDroppedAndCounted() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.id(-1)
        #expect(s.frame() == [])
        #expect(s.pipeline.counters(ofPanel: s.panel).tapsInsideOneFrame == 1)
    }

    @Test func c1_10_newIDInLiveSlotCancelsAndBegins() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.frame()
        s.id(2); s.at(50, 50)
        #expect(s.frame() == ["A cancelled(identityChanged) w 10,10", "B began w 50,50"])
    }

    @Test func c1_11_liftOfFreeSlotIsIgnoredAndCounted() {
        var s = Script()
        s.up(3)
        #expect(s.frame() == [])
        #expect(s.pipeline.counters(ofPanel: s.panel).uncorrelatedLifts == 1)
    }

    @Test func c1_12_slotOutOfRangeIsIgnored() {
        var s = Script()
        s.down(10, id: 1, 10, 10); s.down(9, id: 2, 20, 20)
        #expect(s.frame() == ["A began w 20,20"])
    }

    @Test func c1_13_hundredSlots() {
        var panel = Script.tenSlots
        panel[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: 99)
        var s = Script(panel)
        for slot in 0..<100 { s.down(Int32(slot), id: Int32(slot), Int32(slot), 5) }
        s.frame()
        #expect(Set(s.pipeline.frame.events.map(\.id)).count == 100)
        for slot in 0..<100 { s.up(Int32(slot)) }
        s.frame()
        #expect(s.pipeline.frame.events.allSatisfy { $0.phase == .ended } && s.pipeline.frame.events.count == 100)
    }

    @Test func c1_15_idsAreNeverSlotTrackingIDNorZeroNorReused() {
        var s = Script()
        var seen: Set<UInt64> = []
        for round in 0..<50 {
            s.down(0, id: Int32(round), 10, 10); s.frame()
            let id = s.pipeline.frame.events[0].id.rawValue
            #expect(id > 65535 && seen.insert(id).inserted)
            s.up(0); s.frame()
        }
    }

    @Test func c1_17_18_omittedAxesComeFromTheSlot() {
        var s = Script()
        s.down(0, id: 1, 10, 77); s.frame(); s.up(0); s.frame()
        s.id(2); s.abs(AbsCode.mtPositionX, 30)
        #expect(s.frame() == ["B began w 30,77"])
    }

    @Test func c1_19_otherNegativeIDsMeanNothing() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.frame()
        s.id(-2)
        #expect(s.frame() == [])
    }

    @Test func liftAndNewContactInOneFrame() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.frame()
        s.id(-1); s.id(2); s.at(40, 40)
        #expect(s.frame() == ["A ended w 10,10", "B began w 40,40"])
    }

    @Test(arguments: [KeyCode.btnTouch, KeyCode.btnLeft]) func c1_5_6_singleTouch(button: UInt16) {
        var panel = PanelDescription(name: "single")
        panel[axis: AbsCode.x] = AxisInfo(minimum: 0, maximum: 999)
        panel[axis: AbsCode.y] = AxisInfo(minimum: 0, maximum: 999)
        panel.keys = [button]
        var s = Script(panel)
        s.key(button, 1); s.abs(AbsCode.x, 5); s.abs(AbsCode.y, 6)
        #expect(s.frame() == ["A began w 5,6"])
        s.key(button, 0)
        #expect(s.frame() == ["A ended w 5,6"])
        s.key(button, 1)
        #expect(s.frame() == ["B began w 5,6"])
        s.key(button, 0)
        #expect(s.frame(value: 1) == [])  // the kernel's own release, at unplug
        #expect(s.unplug() == ["B cancelled(deviceRemoved) w 5,6"])
    }

    @Test func c1_20_22_refusedPanels() {
        var fake = Script.tenSlots
        fake[axis: AbsCode.mtSlotMinusOne] = AxisInfo(minimum: 0, maximum: 1)
        var half = PanelDescription(name: "half")
        half[axis: AbsCode.mtPositionX] = AxisInfo(minimum: 0, maximum: 9)
        var flat = Script.tenSlots
        flat[axis: AbsCode.mtPositionX] = AxisInfo(minimum: 0, maximum: 0)
        for panel in [fake, half, flat] {
            guard case .refused = PanelKind(panel) else {
                Issue.record("accepted: \(panel)")
                continue
            }
        }
    }
}
