import Testing
@testable import TouchCore

/// SYN_DROPPED and recovery: cases C2.
@Suite struct DropTests {
    private func held() -> Script {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 90, 90); s.frame()
        return s
    }

    @Test func `a drop while nothing is down changes nothing (case 24)`() {
        var s = Script()
        s.drop()
        #expect(s.resynchronise([:]) == [])
    }

    @Test func `held fingers continue after a drop (case 25)`() {
        var s = held()
        s.drop()
        #expect(s.resynchronise([0: (1, 12, 10), 1: (2, 90, 90)]) == ["A moved w 12,10"])
    }

    @Test func `a finger that lifted during the drop is cancelled, not ended (case 26)`() {
        var s = held()
        s.drop()
        #expect(s.resynchronise([1: (2, 90, 90)]) == ["A cancelled(resync) w 10,10"])
    }

    @Test func `a finger that was swapped during the drop is cancelled, and the new one begins (case 27)`() {
        var s = held()
        s.drop()
        #expect(s.resynchronise([0: (7, 50, 50), 1: (2, 90, 90)]) == ["A cancelled(resync) w 10,10", "C began w 50,50"])
    }

    @Test func `a finger that came during the drop begins (case 28)`() {
        var s = held()
        s.drop()
        #expect(s.resynchronise([0: (1, 10, 10), 1: (2, 90, 90), 2: (3, 30, 30)]) == ["C began w 30,30"])
    }

    @Test func `half a frame and what follows a drop are ignored (cases 29, 30)`() {
        var s = held()
        s.slot(0); s.at(500, 500)
        s.drop()
        s.slot(0); s.at(600, 600)
        #expect(s.frame() == [])
        s.slot(1); s.at(91, 90)
        #expect(s.frame() == ["B moved w 91,90"])
    }

    @Test func `a second drop during the first is counted, and changes nothing (case 31)`() {
        var s = held()
        s.drop(); s.up(0); s.drop(); s.up(1)
        #expect(s.frame() == [])
        #expect(s.pipeline.counters(ofPanel: s.panel).drops == 2)
        s.up(1)
        #expect(s.frame() == ["B ended w 90,90"])
    }

    /// The kernel is not queried, as in a recording: the panel continues with the next whole frame.
    @Test func `without a synchronisation the panel goes on with the next whole frame (case 32)`() {
        var s = held()
        s.drop(); s.up(0); s.frame()
        s.slot(1); s.at(95, 90)
        #expect(s.frame() == ["B moved w 95,90"])
        s.slot(0); s.id(5); s.at(40, 40)
        #expect(s.frame() == ["A cancelled(identityChanged) w 10,10", "C began w 40,40"])
        s.up(0); s.up(1)
        #expect(s.frame() == ["C ended w 40,40", "B ended w 95,90"])
    }

    /// The kernel's state is queried after frames that followed the drop have been read.
    @Test func `a late synchronisation sets right what is down (case 32)`() {
        var s = held()
        s.drop(); s.up(0); s.frame()
        s.slot(1); s.at(95, 90); s.frame()
        s.at(500, 500)  // half a frame, which the kernel's state includes
        #expect(
            s.resynchronise([1: (2, 97, 90), 2: (3, 30, 30)]) == [
                "A cancelled(resync) w 10,10", "B moved w 97,90", "C began w 30,30",
            ])
        #expect(s.frame() == [])
        s.up(1)  // its frame was never completed, so the lift does not count
        #expect(s.resynchronise([2: (3, 30, 30)]) == ["B cancelled(resync) w 97,90"])
    }

    /// Synchronization before the SYN_REPORT that follows a drop: the next frame counts, because the kernel's state includes the broken one. A second
    /// query changes nothing.
    @Test func `a synchronisation without a change says nothing (case 32)`() {
        var s = held()
        s.drop()
        #expect(s.resynchronise([0: (1, 10, 10), 1: (2, 90, 90)]) == [])
        #expect(s.resynchronise([0: (1, 10, 10), 1: (2, 90, 90)]) == [])
        s.slot(1); s.at(91, 90)
        #expect(s.frame() == ["B moved w 91,90"])
    }

    @Test func `after a drop the current slot is the kernel's (case 33)`() {
        var s = held()
        s.slot(0); s.at(11, 10); s.frame()
        s.drop()
        s.resynchronise([0: (1, 11, 10), 1: (2, 90, 90)], currentSlot: 1)
        s.at(95, 95)
        #expect(s.frame() == ["B moved w 95,95"])
        s.drop(); s.slot(0)  // lost with the other events
        s.resynchronise([0: (1, 11, 10), 1: (2, 95, 95)], currentSlot: 99)
        s.at(500, 500)
        #expect(s.frame() == [])
    }

    /// The panel was reset under three fingers, and two others are on it now.
    @Test func `a reset cancels each finger once, and starts clean (case 34)`() {
        var s = held()
        s.down(2, id: 3, 50, 50); s.frame()
        s.drop()
        #expect(
            s.resynchronise([0: (10, 11, 11), 5: (11, 60, 60)]) == [
                "A cancelled(resync) w 10,10", "B cancelled(resync) w 90,90", "C cancelled(resync) w 50,50",
                "D began w 11,11", "E began w 60,60",
            ])
        s.up(1); s.up(2); s.up(0); s.up(5)
        #expect(s.frame() == ["D ended w 11,11", "E ended w 60,60"])
        #expect(s.pipeline.touchesDown.isEmpty)
    }

    /// Log entries about drops are limited (`LogFloodTests`), the counter is not.
    @Test(arguments: [true, false]) func `every drop is counted (case 35)`(isSynchronised: Bool) {
        var s = held()
        for _ in 0..<1000 {
            s.drop()
            if isSynchronised { s.resynchronise([0: (1, 10, 10), 1: (2, 90, 90)]) } else { s.frame() }
        }
        #expect(s.pipeline.counters(ofPanel: s.panel).drops == 1000)
        #expect(s.pipeline.touchesDown.count == 2)
    }

    /// A slot's values survive a reset as they survive a lift, because the kernel does not send unchanged values again.
    @Test func `free slots keep their values (case 36)`() {
        var s = Script()
        s.down(0, id: 1, 10, 77); s.frame(); s.up(0); s.frame()
        s.drop(); s.frame()
        s.slot(0); s.id(2); s.abs(AbsCode.mtPositionX, 30)
        #expect(s.frame() == ["B began w 30,77"])
        s.up(0); s.frame()
        s.drop()
        s.resynchronise([0: (-1, 30, 88)])
        s.id(3); s.abs(AbsCode.mtPositionX, 31)
        #expect(s.frame() == ["C began w 31,88"])
    }

    /// A button has no identity: if it is down before and after the drop, it is the same finger.
    @Test func `after a drop a single-touch panel does the same (cases 25, 26)`() {
        var s = Script(Script.single(button: KeyCode.btnTouch))
        func press(_ s: inout Script, _ x: Int32) {
            s.key(KeyCode.btnTouch, 1); s.abs(AbsCode.x, x); s.abs(AbsCode.y, 5)
        }
        press(&s, 10); s.frame(); s.key(KeyCode.btnTouch, 0); s.frame()
        press(&s, 20)
        #expect(s.frame() == ["B began w 20,5"])
        s.drop()
        #expect(s.resynchronise([0: (0, 22, 5)]) == ["B moved w 22,5"])
        s.drop()
        #expect(s.resynchronise([0: (-1, 22, 5)]) == ["B cancelled(resync) w 22,5"])
        press(&s, 30)
        #expect(s.frame() == ["C began w 30,5"])
        s.drop(); s.frame()  // the lift is lost too, and the kernel is not queried
        press(&s, 40)
        #expect(s.frame() == ["C cancelled(resync) w 30,5", "D began w 40,5"])
    }

    @Test func `contacts down at opening are no touches until they come again`() {
        var s = Script()
        var values = ContactValues()
        values.x = 10
        s.pipeline.open(s.panel, slots: [KernelSlot(trackingID: 4, values: values)], currentSlot: 0)
        s.at(20, 20)
        #expect(s.frame() == [])
        s.id(-1)
        #expect(s.frame() == [])
        s.id(5)
        #expect(s.frame() == ["A began w 20,20"])
    }
}
