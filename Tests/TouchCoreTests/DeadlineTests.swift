import Support
import Testing

@testable import TouchCore

/// The core itself runs deadlines before the panel's next event, and only for events of the panel.
@Suite struct DeadlineTests {
    /// A finger on `w` that counts as stuck at 1.01 s.
    private static func script() -> Script {
        var rules = PanelRules()
        rules.stuckAfter = 1_000_000
        var s = Script(rules: rules)
        s.down(0, id: 1, 10, 10); s.frame()
        return s
    }

    @Test func `what is due on a panel comes before its next event, with its own time`() {
        var s = Self.script()
        s.time = 3_000_000
        s.slot(1)
        #expect(s.lines.last == "A cancelled(stuck) w 10,10" && s.frame.time == 1_010_000)
    }

    @Test func `it comes before what a source of touches says as well, and before what hovers`() {
        let s = Self.script()
        let frames = s.pipeline.handle([ContactChange(slot: 1, phase: .began, location: Point(20, 20))], panel: s.panel, at: 3_000_000)
        #expect(frames.map(\.time) == [1_010_000, 3_000_000] && frames.map { $0.events.map(\.phase) } == [[.cancelled], [.began]])
        let other = Self.script()
        #expect(other.pipeline.hover(at: nil, panel: other.panel, time: 3_000_000).map(\.time) == [1_010_000])
    }

    @Test func `events of a panel run no deadline of another`() {
        let s = Self.script()
        let kind = PanelKind.slots(1)
        let mapping = PanelMapping(panel: PanelDescription(name: "q"), kind: kind, screen: Size(1000, 1000))
        let other = s.pipeline.addPanel("q", screen: 0, kind: kind, mapping: mapping)
        let frames = s.pipeline.handle([ContactChange(slot: 0, phase: .began, location: Point(20, 20))], panel: other, at: 3_000_000)
        #expect(frames.map(\.panel) == [other] && s.pipeline.nextDeadline?.time == 1_010_000)
    }

    /// The panel may still have an unread earlier event that makes the deadline obsolete.
    @Test func `what a client asks for, and a drop, run no deadline`() {
        var s = Self.script()
        s.time = 3_000_000
        #expect(s.abandon("nobody") == [] && s.pipeline.nextDeadline?.time == 1_010_000)
        s.resynchronise([0: (id: 1, x: 11, y: 10)])
        #expect(s.lines == ["A began w 10,10", "A moved w 11,10"])
    }

    @Test func `all that is due on all panels comes in the order in which it is due`() {
        let s = Self.script()
        let kind = PanelKind.slots(1)
        let mapping = PanelMapping(panel: PanelDescription(name: "q"), kind: kind, screen: Size(1000, 1000))
        var rules = PanelRules()
        rules.stuckAfter = 500_000
        let other = s.pipeline.addPanel("q", screen: 0, kind: kind, mapping: mapping, rules: rules)
        s.pipeline.handle([ContactChange(slot: 0, phase: .began, location: Point(20, 20))], panel: other, at: 20_000)
        #expect(s.pipeline.advance(to: 3_000_000).map(\.time) == [520_000, 1_010_000])
        #expect(s.pipeline.advance(to: 3_000_000).isEmpty)
    }
}
