import Testing
@testable import TouchCore

/// SYN_DROPPED and recovery: dispatch cases C2.
@Suite struct DropTests {
    private func held() -> Script {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 90, 90); s.frame()
        return s
    }

    @Test func c2_24_dropWhileIdle() {
        var s = Script()
        s.drop()
        #expect(s.resynchronise([:]) == [])
    }

    @Test func c2_25_heldFingersContinue() {
        var s = held()
        s.drop()
        #expect(s.resynchronise([0: (1, 12, 10), 1: (2, 90, 90)]) == ["A moved w 12,10"])
    }

    @Test func c2_26_liftedDuringTheDropIsCancelledNeverEnded() {
        var s = held()
        s.drop()
        #expect(s.resynchronise([1: (2, 90, 90)]) == ["A cancelled(resync) w 10,10"])
    }

    @Test func c2_27_swappedDuringTheDrop() {
        var s = held()
        s.drop()
        #expect(s.resynchronise([0: (7, 50, 50), 1: (2, 90, 90)]) == ["A cancelled(resync) w 10,10", "C began w 50,50"])
    }

    @Test func c2_28_newDuringTheDrop() {
        var s = held()
        s.drop()
        #expect(s.resynchronise([0: (1, 10, 10), 1: (2, 90, 90), 2: (3, 30, 30)]) == ["C began w 30,30"])
    }

    @Test func c2_29_30_halfFrameAndWhatFollowsAreIgnored() {
        var s = held()
        s.slot(0); s.at(500, 500)
        s.drop()
        s.slot(0); s.at(600, 600)
        #expect(s.frame() == [])
        s.slot(1); s.at(91, 90)
        #expect(s.frame() == ["B moved w 91,90"])
    }

    @Test func c2_31_secondDropDuringTheFirst() {
        var s = held()
        s.drop(); s.up(0); s.drop(); s.up(1)
        #expect(s.frame() == [])
        #expect(s.pipeline.counters(ofPanel: s.panel).drops == 2)
        s.up(1)
        #expect(s.frame() == ["B ended w 90,90"])
    }

    @Test func contactsDownAtOpeningAreNoTouchesUntilTheyComeAgain() {
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
