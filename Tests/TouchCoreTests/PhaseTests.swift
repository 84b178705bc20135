import Testing
@testable import TouchCore

/// Phases, palms and unplugging: dispatch cases C3 and C4.
@Suite struct PhaseTests {
    @Test func c3_37_onlyTheMovedFingerIsListed() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 90, 90); s.frame()
        s.slot(1); s.at(95, 90)
        #expect(s.frame() == ["B moved w 95,90"])
    }

    @Test func c3_38_frameWithoutChange() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.frame()
        s.at(20, 20); s.at(10, 10)
        #expect(s.frame() == [])
    }

    @Test func c3_43_timeNeverRunsBack() {
        var s = Script()
        s.time = 1_000_000
        s.down(0, id: 1, 10, 10); s.frame()
        s.time = 10
        s.up(0); s.frame()
        #expect(s.pipeline.frame.time == 1_010_000)
    }

    @Test func c4_45_46_47_palmIsCancelledAndStaysSilent() {
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

    @Test func c4_62_unplugCancelsEach() {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 90, 90); s.frame()
        #expect(s.unplug() == ["A cancelled(deviceRemoved) w 10,10", "B cancelled(deviceRemoved) w 90,90"])
    }

    @Test func rotationMapsTheCornersInside() {
        for (rotation, x, y) in [(Rotation.quarter, 999, 0), (.half, 999, 999), (.threeQuarters, 0, 999), (.none, 0, 0)] {
            var s = Script(rotation: rotation)
            s.down(0, id: 1, 0, 0)
            #expect(s.frame() == ["A began w \(x),\(y)"])
        }
    }

    @Test func verifierCatchesEveryRule() {
        var v = StreamVerifier()
        #expect(throws: StreamVerifier.Violation.self) { try v.check(TouchID(1), .moved, receiver: 0, reason: nil) }
        #expect(throws: Never.self) { try v.check(TouchID(1), .began, receiver: 0, reason: nil) }
        #expect(throws: StreamVerifier.Violation.self) { try v.check(TouchID(1), .began, receiver: 0, reason: nil) }
        #expect(throws: StreamVerifier.Violation.self) { try v.check(TouchID(1), .cancelled, receiver: 0, reason: nil) }
        #expect(throws: Never.self) { try v.check(TouchID(1), .ended, receiver: 0, reason: nil) }
        #expect(throws: StreamVerifier.Violation.self) { try v.check(TouchID(1), .ended, receiver: 0, reason: nil) }
        #expect(throws: StreamVerifier.Violation.self) { try v.check(TouchID(1), .began, receiver: 0, reason: nil) }
    }

    /// Any events whatever: the grammar holds (Script checks it) and everything ends at the unplugging.
    @Test func arbitraryEventsKeepTheGrammar() {
        let seed = UInt64.random(in: 1...UInt64.max)
        print("seed \(seed)")
        var state = seed
        func random(_ n: UInt64) -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state % n
        }
        for _ in 0..<50 {
            var s = Script(regions: [Script.region("a", 0, 0, 500, 500), Script.region("b", 300, 300, 500, 500)])
            for _ in 0..<400 {
                switch random(12) {
                case 0, 1: s.slot(Int32(random(12)) - 1)
                case 2, 3: s.id(Int32(random(6)) - 2)
                case 4, 5, 6: s.at(Int32(random(1200)) - 100, Int32(random(1200)) - 100)
                case 7: s.abs(AbsCode.mtToolType, Int32(random(3)))
                case 8 where random(8) == 0: s.drop()
                case 9 where random(8) == 0: s.resynchronise([Int(random(10)): (Int32(random(6)), 5, 5)])
                default: s.frame()
                }
            }
            s.unplug()
            #expect(s.pipeline.touchesDown.isEmpty)
        }
    }
}
