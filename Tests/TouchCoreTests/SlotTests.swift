import Testing
@testable import TouchCore

/// Slot decoding and identity: cases C1. The numbers in the names are those of the cases.
@Suite struct SlotTests {
    @Test func `down, move and up are one touch (case 1)`() {
        var s = Script()
        s.down(0, id: 5, 10, 20)
        #expect(s.frame() == ["A began w 10,20"])
        s.at(11, 20)
        #expect(s.frame() == ["A moved w 11,20"])
        s.up(0)
        #expect(s.frame() == ["A ended w 11,20"])
    }

    @Test func `two fingers in one frame are two touches (case 2)`() {
        var s = Script()
        s.down(0, id: 1, 10, 10)
        s.down(1, id: 2, 90, 90)
        #expect(s.frame() == ["A began w 10,10", "B began w 90,90"])
        s.slot(1); s.at(91, 90); s.slot(0); s.at(11, 10)
        #expect(s.frame() == ["A moved w 11,10", "B moved w 91,90"])
    }

    @Test func `legacy axes move nothing (case 7)`() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.frame()
        s.abs(AbsCode.x, 500); s.key(KeyCode.btnTouch, 0)
        #expect(s.frame() == [])
    }

    @Test func `down and up without motion are a touch (case 8)`() {
        var b = Script()
        b.down(0, id: 1, 10, 20)
        #expect(b.frame() == ["A began w 10,20"])
        b.up(0)
        #expect(b.frame() == ["A ended w 10,20"])
        var a = Script(Script.packets(ids: false))
        a.packet(10, 20)
        #expect(a.frame() == ["A began w 10,20"])
        a.endPacket()
        #expect(a.frame() == ["A ended w 10,20"])
        var single = Script(Script.single(button: KeyCode.btnTouch))
        single.abs(AbsCode.x, 10); single.abs(AbsCode.y, 20); single.key(KeyCode.btnTouch, 1)
        #expect(single.frame() == ["A began w 10,20"])
        single.key(KeyCode.btnTouch, 0)
        #expect(single.frame() == ["A ended w 10,20"])
    }

    @Test func `down and up in one frame are dropped and counted (case 9)`() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.id(-1)
        #expect(s.frame() == [])
        #expect(s.pipeline.counters(ofPanel: s.panel).tapsInsideOneFrame == 1)
    }

    @Test func `a new id in a live slot cancels and begins (case 10)`() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.frame()
        s.id(2); s.at(50, 50)
        #expect(s.frame() == ["A cancelled(identityChanged) w 10,10", "B began w 50,50"])
    }

    @Test func `a lift of a free slot is ignored and counted (case 11)`() {
        var s = Script()
        s.up(3)
        #expect(s.frame() == [])
        #expect(s.pipeline.counters(ofPanel: s.panel).uncorrelatedLifts == 1)
    }

    @Test func `a slot out of range is ignored (case 12)`() {
        var s = Script()
        s.down(10, id: 1, 10, 10); s.down(9, id: 2, 20, 20)
        #expect(s.frame() == ["A began w 20,20"])
    }

    @Test func `a hundred slots are tracked (case 13)`() {
        var panel = Script.tenSlots
        panel[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: 99)
        var s = Script(panel)
        for slot in 0..<100 { s.down(Int32(slot), id: Int32(slot), Int32(slot), 5) }
        s.frame()
        #expect(Set(s.frame.events.map(\.id)).count == 100)
        for slot in 0..<100 { s.up(Int32(slot)) }
        s.frame()
        #expect(s.frame.events.allSatisfy { $0.phase == .ended } && s.frame.events.count == 100)
    }

    /// A contact beyond the declared number must not appear when another one ends.
    @Test func `a contact over the limit stays invisible (case 14)`() {
        var s = Script()
        for slot in 0...10 as ClosedRange<Int32> { s.down(slot, id: slot, 10 * slot, 5) }
        #expect(s.frame().count == 10)
        s.slot(10); s.at(500, 500)
        #expect(s.frame() == [])
        s.up(3)
        #expect(s.frame() == ["D ended w 30,5"])
        s.slot(10); s.at(600, 600)
        #expect(s.frame() == [])
        s.up(10)
        #expect(s.frame() == [])
        s.down(3, id: 20, 700, 700)
        #expect(s.frame() == ["K began w 700,700"])
        #expect(s.pipeline.touchesDown.count == 10)
        #expect(s.pipeline.counters(ofPanel: s.panel).slotsOutOfRange == 4)
    }

    @Test func `a touch id is never the slot, the tracking id or zero, and is never used again (case 15)`() {
        var s = Script()
        var seen: Set<UInt64> = []
        for round in 0..<50 {
            s.down(0, id: Int32(round), 10, 10); s.frame()
            let id = s.frame.events[0].id.rawValue
            #expect(id > 65535 && seen.insert(id).inserted)
            s.up(0); s.frame()
        }
    }

    @Test func `a new touch in a slot inherits no history (case 16)`() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.frame()
        s.at(200, 200); s.frame()
        #expect(s.touch(0)?.previousLocation == Point(10, 10))
        let old = s.touch(0)
        for isInOneFrame in [false, true] {
            s.up(0)
            if !isInOneFrame { s.frame() }
            s.down(0, id: 2, 300, 300); s.frame()
            #expect(s.touch(0)?.location == Point(300, 300))
            #expect(s.touch(0)?.previousLocation == Point(300, 300))
            #expect(s.touch(0)?.phase == .began)
            #expect(s.touch(0)?.id != old?.id)
            #expect(s.touch(0)?.beganAt == s.time)
        }
        // At the place of the last contact: a begin, although no value of the slot has changed.
        s.up(0); s.frame(); s.id(3)
        #expect(s.frame().map { $0.split(separator: " ")[1] } == ["began"])
    }

    @Test func `omitted axes come from the slot (cases 17, 18)`() {
        var s = Script()
        s.down(0, id: 1, 10, 77); s.frame(); s.up(0); s.frame()
        s.id(2); s.abs(AbsCode.mtPositionX, 30)
        #expect(s.frame() == ["B began w 30,77"])
    }

    @Test func `other negative ids mean nothing (case 19)`() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.frame()
        s.id(-2)
        #expect(s.frame() == [])
    }

    @Test func `a lift and a new contact in one frame are two touches`() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.frame()
        s.id(-1); s.id(2); s.at(40, 40)
        #expect(s.frame() == ["A ended w 10,10", "B began w 40,40"])
    }

    @Test(arguments: [KeyCode.btnTouch, KeyCode.btnLeft]) func `a single-touch panel gives one touch (cases 5, 6)`(button: UInt16) {
        var s = Script(Script.single(button: button))
        s.key(button, 1); s.abs(AbsCode.x, 5); s.abs(AbsCode.y, 6)
        #expect(s.frame() == ["A began w 5,6"])
        s.key(button, 0)
        #expect(s.frame() == ["A ended w 5,6"])
        s.key(button, 1)
        #expect(s.frame() == ["B began w 5,6"])
        s.key(button, 0)
        #expect(s.frame(value: 1) == [])  // the kernel releases it at unplug
        #expect(s.unplug() == ["B cancelled(deviceRemoved) w 5,6"])
    }

    /// Value 2 is the kernel's autorepeat of a held button, neither a first nor a second press.
    @Test(arguments: [KeyCode.btnTouch, KeyCode.btnLeft]) func `a repeat is no press (cases 5, 6)`(button: UInt16) {
        var s = Script(Script.single(button: button))
        s.key(button, 2); s.abs(AbsCode.x, 5); s.abs(AbsCode.y, 6)
        #expect(s.frame() == [])
        s.key(button, 1)
        #expect(s.frame() == ["A began w 5,6"])
        s.key(button, 2)
        #expect(s.frame() == [])
        s.key(button, 2); s.abs(AbsCode.x, 7)
        #expect(s.frame() == ["A moved w 7,6"])
        s.key(button, 0)
        #expect(s.frame() == ["A ended w 7,6"])
        #expect(s.pipeline.counters(ofPanel: s.panel).identityChanges == 0)
    }

    @Test func `the number of touches that a panel can give is known (case 21)`() {
        func count(_ panel: PanelDescription) -> Int { ContactAssembler(kind: PanelKind(panel)).slotCount }
        func slots(upTo maximum: Int32) -> PanelDescription {
            var panel = Script.tenSlots
            panel[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: maximum)
            return panel
        }
        #expect(count(Script.single(button: KeyCode.btnTouch)) == 1)
        #expect(count(Script.single(button: KeyCode.btnLeft)) == 1)
        #expect(count(Script.tenSlots) == 10)
        #expect(count(slots(upTo: 0)) == 1)
        #expect(count(slots(upTo: .max)) == PanelKind.maximumSlots)
        #expect(count(Script.packets(ids: true)) == PacketMatcher.maximumContacts)
        #expect(count(Script.packets(ids: false)) == PacketMatcher.maximumContacts)
        #expect(count(slots(upTo: -1)) == 0)
        #expect(count(PanelDescription(name: "nothing")) == 0)
    }

    /// Fingers that are down are counted in the same way for both protocols.
    @Test func `the number of fingers that are down is known (case 23)`() {
        var b = Script()
        b.down(0, id: 1, 10, 10); b.down(4, id: 2, 50, 50); b.frame()
        #expect(b.pipeline.touchesDown.count == 2)
        b.down(7, id: 3, 90, 90); b.id(-1); b.frame()  // a tap inside one frame
        b.up(8); b.frame()  // a lift of an empty slot
        #expect(b.pipeline.touchesDown.count == 2)
        b.up(0); b.frame()
        #expect(b.pipeline.touchesDown.count == 1)
        b.up(4); b.frame()
        #expect(b.pipeline.touchesDown.isEmpty)

        var a = Script(Script.packets(ids: false))
        a.packet(10, 10); a.packet(50, 50); a.frame()
        #expect(a.pipeline.touchesDown.count == 2)
        a.packet(50, 50); a.endPacket(); a.packet(90, 90); a.packet(10, 10); a.frame()  // the second is empty
        #expect(a.pipeline.touchesDown.count == 3)
        a.packet(10, 10); a.frame()
        #expect(a.pipeline.touchesDown.count == 1)
        a.endPacket(); a.frame()
        #expect(a.pipeline.touchesDown.isEmpty)
    }

    @Test func `panels that give no touches are refused (cases 20, 22)`() {
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
