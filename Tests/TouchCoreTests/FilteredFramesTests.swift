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
