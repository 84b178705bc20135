import Support
import Testing
@testable import TouchCore

/// Protocol A: case 3 and case 4, and cases C2 on a panel without slots.
@Suite struct ProtocolATests {
    /// The same fingers through both protocols; a finger that lands takes the lowest free slot.
    @Test func `with tracking ids protocol A gives the stream of protocol B (case 3)`() {
        var generator = SeededRandom()
        func random(_ n: Int) -> Int { generator(n) }
        var a = Script(Script.packets(ids: true))
        var b = Script()
        var fingers: [(id: Int32, x: Int32, y: Int32)?] = Array(repeating: nil, count: 10)
        var lastID: Int32 = 0
        for _ in 0..<500 {
            for slot in fingers.indices where fingers[slot] != nil && random(8) == 0 {
                fingers[slot] = nil
                b.up(Int32(slot))
            }
            for slot in fingers.indices where fingers[slot] != nil && random(2) == 0 {
                // Anywhere, so that they could not be tracked by distance alone.
                fingers[slot]!.x = Int32(random(1000))
                fingers[slot]!.y = Int32(random(1000))
                b.slot(Int32(slot)); b.at(fingers[slot]!.x, fingers[slot]!.y)
            }
            let known = lastID
            for _ in 0..<random(3) {
                guard let slot = fingers.firstIndex(where: { $0 == nil }) else { break }
                lastID += 1
                fingers[slot] = (lastID, Int32(random(1000)), Int32(random(1000)))
                b.down(Int32(slot), id: lastID, fingers[slot]!.x, fingers[slot]!.y)
            }
            // In any order except for new ones, which take slots in the order in which they are listed.
            var listed = fingers.compactMap { $0 }.sorted { $0.id < $1.id }
            if listed.count > 1, listed[1].id <= known, random(2) == 0 { listed.swapAt(0, 1) }
            for finger in listed { a.packet(id: finger.id, finger.x, finger.y) }
            if listed.isEmpty { a.endPacket() }
            #expect(a.frame() == b.frame())
        }
        #expect(a.lines.count > 500)
        #expect(a.unplug() == b.unplug())
    }

    /// Fingers that pass each other at a distance, reported in changing order.
    @Test func `without tracking ids crossing fingers keep theirs (case 4)`() {
        var s = Script(Script.packets(ids: false))
        s.packet(100, 100); s.packet(200, 130)
        #expect(s.frame() == ["A began w 100,100", "B began w 200,130"])
        for step in 1...5 as ClosedRange<Int32> {
            let (a, b) = (100 + 20 * step, 200 - 20 * step)
            if step % 2 == 0 {
                s.packet(a, 100); s.packet(b, 130)
            } else {
                s.packet(b, 130); s.packet(a, 100)
            }
            #expect(s.frame() == ["A moved w \(a),100", "B moved w \(b),130"])
        }
        s.packet(100, 130)
        #expect(s.frame() == ["A ended w 200,100"])
    }

    /// The closest pair is matched first, even if the contact of an earlier slot is near the same packet.
    @Test func `the closest pair comes first (case 4)`() {
        var s = Script(Script.packets(ids: false))
        s.packet(100, 100); s.packet(140, 100)
        s.frame()
        s.packet(130, 100)  // 30 from A, 10 from B
        #expect(s.frame() == ["A ended w 100,100", "B moved w 130,100"])
        s.packet(131, 100); s.packet(90, 100)
        #expect(s.frame() == ["C began w 90,100", "B moved w 131,100"])
    }

    @Test func `of equally close pairs the lowest slot comes first, then the earliest packet (case 4)`() {
        var s = Script(Script.packets(ids: false))
        s.packet(100, 100); s.packet(120, 100)
        s.frame()
        s.packet(110, 100)
        #expect(s.frame() == ["B ended w 120,100", "A moved w 110,100"])
        s.packet(105, 100); s.packet(115, 100)
        #expect(s.frame() == ["A moved w 105,100", "C began w 115,100"])
    }

    /// Each packet has only its own values; missing ones are not those of another finger.
    @Test func `packets share no values`() {
        var s = Script(Script.packets(ids: true))
        s.abs(AbsCode.mtToolType, ToolType.palm); s.packet(id: 1, 10, 10); s.packet(id: 2, 90, 90)
        #expect(s.frame() == ["A began w 90,90"])
        s.packet(id: 2, 91, 90)
        #expect(s.frame() == ["A moved w 91,90"])
    }

    /// N-Trig's panels close the last frame without SYN_MT_REPORT, others with an empty one.
    @Test(arguments: [false, true], [false, true]) func `an empty frame lifts all contacts`(ids: Bool, hasEmptyPacket: Bool) {
        var s = Script(Script.packets(ids: ids))
        s.packet(id: ids ? 1 : nil, 10, 10); s.packet(id: ids ? 2 : nil, 90, 90)
        s.frame()
        if hasEmptyPacket { s.endPacket() }
        #expect(s.frame() == ["A ended w 10,10", "B ended w 90,90"])
        #expect(s.frame() == [])
    }

    /// SYN_REPORT 1 comes from the kernel when it releases the keys of a removed device; it lifts no finger.
    @Test func `an empty frame that the kernel made lifts nothing`() {
        var s = Script(Script.packets(ids: false))
        s.packet(10, 10); s.frame()
        s.key(KeyCode.btnTouch, 0)
        #expect(s.frame(value: 1) == [])
        #expect(s.unplug() == ["A cancelled(deviceRemoved) w 10,10"])
    }

    @Test func `a drop in the middle of a frame forgets the frame (cases 29, 30)`() {
        var s = Script(Script.packets(ids: false))
        s.packet(10, 10); s.packet(90, 90); s.frame()
        s.packet(11, 10); s.at(500, 500)
        s.drop()
        s.packet(600, 600)
        #expect(s.frame() == [])  // the rest of the frame with the gap
        s.packet(12, 10); s.packet(90, 90)
        #expect(s.frame() == ["A moved w 12,10"])
    }

    /// A packet cut off by the drop must not become part of the next one.
    @Test func `half a packet is forgotten (case 30)`() {
        var s = Script(Script.packets(ids: true))
        s.packet(id: 1, 10, 10); s.frame()
        s.abs(AbsCode.mtToolType, ToolType.palm)
        s.drop()
        s.frame()
        s.packet(id: 1, 12, 10); s.endPacket()
        #expect(s.frame() == ["A moved w 12,10"])
    }

    /// A finger missing from the first whole frame after a drop was not seen to lift.
    @Test(arguments: [false, true]) func `a finger that is gone after a drop is cancelled, not ended (case 26)`(ids: Bool) {
        var s = Script(Script.packets(ids: ids))
        s.packet(id: ids ? 1 : nil, 10, 10); s.packet(id: ids ? 2 : nil, 90, 90); s.frame()
        s.drop(); s.frame()
        s.packet(id: ids ? 2 : nil, 91, 90)
        #expect(s.frame() == ["A cancelled(resync) w 10,10", "B moved w 91,90"])
        s.endPacket()
        #expect(s.frame() == ["B ended w 91,90"])
    }

    /// The kernel keeps no queryable state of such a panel: touches that were down are cancelled, and begin again if they are still there.
    @Test func `after a synchronisation without tracking ids every finger is another one (case 34)`() {
        var s = Script(Script.packets(ids: false))
        s.packet(10, 10); s.packet(90, 90); s.frame()
        s.packet(11, 10)
        s.drop()
        #expect(s.resynchronise([:]) == ["A cancelled(resync) w 10,10", "B cancelled(resync) w 90,90"])
        s.packet(12, 10); s.packet(90, 90)
        #expect(s.frame() == ["C began w 12,10", "D began w 90,90"])
    }
}
