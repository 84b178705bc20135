import Testing

@testable import TouchCore

/// Fingers on a sensitive surface that rules for touches delay. Others learn at once that a contact came down, so the touch that follows must be the
/// one they know (contract 1, 2.10).
@Suite struct SensitiveTouchRulesTests {
    /// The ids of everything that a tap or a hold makes.
    private struct Report: Equatable {
        var redacted: [String] = []
        var touches: [String] = []
        var explained: [UInt64] = []
    }

    private let pipeline: TouchPipeline
    private let panel: PanelID

    init() {
        var app = RegionSpec(id: "app", kind: .surface, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        var touches = TouchRules()
        touches.longPress = LongPressRule(after: 450_000, action: .nothing)
        app.touches = touches
        app.isSensitive = true
        pipeline = TouchPipeline(tree: RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [app])]))
        pipeline.explains = true
        let kind = PanelKind.slots(10)
        var rules = PanelRules()
        rules.stuckAfter = 300_000
        panel = pipeline.addPanel(
            "s-0", screen: 0, kind: kind, mapping: PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Size(1000, 1000)),
            rules: rules)
    }

    private func report(_ act: (inout FrameBuffer) -> Void) -> Report {
        var output = FrameBuffer()
        act(&output)
        var report = Report()
        for index in 0..<output.count {
            report.redacted += output[index].redactions.map { "\($0.id.rawValue - TouchIDs.firstSensitive) \($0.phase.rawValue)" }
            report.touches += output[index].events.map { "\($0.id.rawValue - TouchIDs.firstSensitive) \($0.phase.rawValue)" }
            report.explained += output.explanations(at: index).map { $0.touch.rawValue - TouchIDs.firstSensitive }
        }
        return report
    }

    private func touch(_ phase: TouchPhase, _ x: Double = 100, at time: Int64) -> Report {
        report { pipeline.handle([ContactChange(slot: 0, phase: phase, location: Point(x, 100))], panel: panel, at: time, into: &$0) }
    }

    @Test func `a delayed tap has the contact's id, and is explained once`() {
        #expect(touch(.began, at: 0) == Report(redacted: ["0 began"], explained: [0]))
        #expect(touch(.ended, at: 100_000) == Report(redacted: ["0 ended"], touches: ["0 began", "0 ended"]))
        #expect(touch(.began, at: 500_000) == Report(redacted: ["1 began"], explained: [1]))
    }

    @Test func `a delayed finger that leaves the slop has the contact's id`() {
        #expect(touch(.began, at: 0) == Report(redacted: ["0 began"], explained: [0]))
        #expect(touch(.moved, 200, at: 100_000) == Report(touches: ["0 began", "0 moved"]))
        #expect(touch(.ended, 200, at: 200_000) == Report(redacted: ["0 ended"], touches: ["0 ended"]))
    }

    @Test func `a delayed finger whose contact was cancelled for others never becomes a touch`() {
        #expect(touch(.began, at: 0).redacted == ["0 began"])
        #expect(report { pipeline.advance(panel, to: 300_000, into: &$0) } == Report(redacted: ["0 cancelled"]))
        #expect(touch(.ended, at: 400_000) == Report())
    }
}
