import Support
import Testing

@testable import TouchCore

/// Sums over all fingers of a recognizer are cached from one change to the next.
@Suite struct FingerListTests {
    private static func touch(_ id: UInt64, _ random: inout SeededRandom, _ phase: TouchPhase) -> Touch {
        func point() -> Point { Point(Double(random(100_000)) / 97, Double(random(100_000)) / 89) }
        var touch = Touch(id: TouchID(id), time: 0, location: point(), axes: TouchAxes(), tapCount: 1)
        (touch.phase, touch.previousLocation) = (phase, point())
        return touch
    }

    /// Compares the cached sums with a separate count.
    private static func check(_ fingers: inout FingerList, _ step: Int) {
        let counted = fingers.filter(\.counts)
        let (totals, told) = (fingers.totals, fingers.reportedTouches(withLifted: false))
        #expect(totals.held == counted.count && totals.down == counted.count(where: \.isDown), "step \(step)")
        #expect(totals.hasMoved == counted.contains { $0.phase == .moved } && totals.hasEnded == counted.contains { $0.phase == .ended })
        #expect(totals.hasBegun == counted.contains { $0.phase == .began } && totals.isCancelled == counted.contains { $0.phase == .cancelled })
        let sums = counted.reduce((Point(0, 0), Point(0, 0))) { ($0.0 + $1.location, $0.1 + $1.origin) }
        let count = Double(counted.count)
        #expect(totals.centroid == (counted.isEmpty ? nil : Point(sums.0.x / count, sums.0.y / count)), "step \(step)")
        #expect(totals.centroidBefore == (counted.isEmpty ? nil : Point(sums.1.x / count, sums.1.y / count)), "step \(step)")
        #expect(told == fingers.filter { !$0.isIgnored && !$0.isPast && !$0.isOver }.map(\.id), "step \(step)")
    }

    @Test func `what was counted is counted again after each change that it depends on`() {
        let seed: UInt64 = 11
        print("seed \(seed)")
        var random = SeededRandom(seed: seed)
        var fingers = FingerList()
        var next: UInt64 = 1
        for step in 0..<4000 {
            let place = fingers.isEmpty ? 0 : random(fingers.count)
            switch random(9) {
            case 0 where fingers.count < 12:
                fingers.append(Finger(Self.touch(next, &random, .began), target: .none, knob: nil))
                next += 1
            case 1 where !fingers.isEmpty: fingers.remove(at: place)
            case 2 where !fingers.isEmpty: fingers[place].isIgnored.toggle()
            case 3 where !fingers.isEmpty: fingers[place].isPast = true
            case 4 where !fingers.isEmpty:
                let touch = Self.touch(fingers[place].id.rawValue, &random, random(2) == 0 ? .ended : .cancelled)
                _ = fingers.update(touch.phase, of: touch.id, at: touch.location, from: touch.previousLocation)
            case 5, 6:
                let moves = fingers.filter { _ in random(3) > 0 }.map { Self.touch($0.id.rawValue, &random, .moved) }
                let isAny = moves.contains { move in fingers.contains { $0.id == move.id && !$0.isOver } }
                #expect(fingers.update(moves) == isAny, "step \(step)")
            case 7: fingers.endStep { _ in }
            case 8: fingers.removeOver()
            default: break
            }
            if random(2) == 0 { Self.check(&fingers, step) }
            #expect(fingers.fault(withLifted: false) == nil, "step \(step)")
        }
    }

    @Test func `moves taken at once are what they are one by one, in whichever order`() {
        let seed: UInt64 = 12
        print("seed \(seed)")
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            var (once, apart) = (FingerList(), FingerList())
            for id in 1...UInt64(1 + random(10)) {
                let finger = Finger(Self.touch(id, &random, .began), target: .none, knob: nil)
                once.append(finger)
                apart.append(finger)
            }
            if random(2) == 0 {
                once.endStep { _ in }
                apart.endStep { _ in }
            }
            var moves = (1...12).map { Self.touch(UInt64($0), &random, .moved) }.filter { _ in random(4) > 0 }
            if random(2) == 0, moves.count > 1 { moves.swapAt(0, random(moves.count)) }
            var isAny = false
            for move in moves where apart.update(.moved, of: move.id, at: move.location, from: move.previousLocation) { isAny = true }
            #expect(once.update(moves) == isAny)
            #expect(once.map(\.location) == apart.map(\.location) && once.map(\.previous) == apart.map(\.previous))
            #expect(once.map(\.phase) == apart.map(\.phase) && once.totals == apart.totals)
        }
    }
}
