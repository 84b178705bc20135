import Support
import Testing

@testable import TouchCore

/// The order in which delayed changes go out.
@Suite struct FilteredFramesTests {
    @Test func `a contact that came and went at one moment ends before the next one in its slot begins`() {
        var frames = FilteredFrames(slots: 2)
        frames.open(at: 20)
        for phase in [TouchPhase.began, .moved, .ended, .began, .moved] { frames.release(ContactChange(slot: 0, phase: phase), at: 10) }
        frames.release(ContactChange(slot: 1, phase: .ended), at: 10)
        frames.close(isReport: true)
        var phases: [[String]] = []
        while frames.hasFramesLeft {
            _ = frames.next()
            phases.append(frames.current.map { "\($0.slot) \($0.phase)" })
        }
        #expect(phases.joined().filter { $0.hasPrefix("0") } == ["0 began", "0 moved", "0 ended", "0 began", "0 moved"])
        #expect(phases.joined().contains("1 ended"))
    }
}

extension FilteredFramesTests {
    /// Releases the changes of fingers that were held for `count` reports, and returns the number of steps for all frames.
    private func steps(fingers: Int, reports count: Int) -> Int {
        var frames = FilteredFrames(slots: fingers)
        frames.open(at: Int64(count))
        for slot in 0..<fingers {
            frames.release(ContactChange(slot: slot, phase: .began), at: 0)
            for time in 1..<count { frames.release(ContactChange(slot: slot, phase: .moved), at: Int64(time)) }
        }
        frames.close(isReport: true)
        var times: [Int64] = []
        while frames.hasFramesLeft {
            times.append(frames.next())
            #expect(frames.current.map(\.slot).sorted() == Array(0..<fingers))
        }
        #expect(times == (0..<Int64(count)).map { $0 })
        return frames.steps
    }

    @Test func `ten times as many delayed changes take about ten times as many steps`() {
        for fingers in [1, 3] {
            let few = steps(fingers: fingers, reports: 300)
            #expect(steps(fingers: fingers, reports: 3000) < 15 * few, "\(fingers) fingers")
        }
    }

    @Test func `changes that are released in any order go out in the order of their times`() {
        for seed in 0..<200 {
            var random = SeededRandom(seed: UInt64(seed))
            var frames = FilteredFrames(slots: 4)
            frames.open(at: 100)
            for slot in 0..<4 {
                var time = Int64.random(in: 0..<10, using: &random)
                var isDown = false
                for _ in 0..<Int.random(in: 0..<20, using: &random) {
                    let phase: TouchPhase = !isDown ? .began : Bool.random(using: &random) ? .moved : .ended
                    isDown = phase != .ended
                    frames.release(ContactChange(slot: slot, phase: phase), at: time)
                    time += Int64.random(in: 0..<3, using: &random)
                }
            }
            frames.close(isReport: false)
            var last = Int64.min
            var isDown = [false, false, false, false]
            while frames.hasFramesLeft {
                let time = frames.next()
                #expect(time >= last && frames.fault == nil)
                last = time
                for change in frames.current {
                    #expect(isDown[change.slot] == (change.phase != .began))
                    isDown[change.slot] = change.phase != .ended
                }
                let phases = frames.current.map(\.phase.isTerminal)
                #expect(phases == phases.sorted { $0 && !$1 })
            }
        }
    }
}
