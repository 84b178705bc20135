import Support
import Testing
@testable import TouchCore

/// A scroll view under two panels: each panel has separate recognizers, and the offset is shared.
@Suite struct TwoPanelScrollTests {
    private var pipeline: TouchPipeline {
        var spec = RegionSpec(id: "S", kind: .scrollView, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        spec.scroll!.contentSize = Size(1000, 9000)
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: [spec])
        let pipeline = TouchPipeline(tree: RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
        for name in ["a", "b"] {
            let kind = PanelKind.slots(2)
            _ = pipeline.addPanel(
                name, screen: 0, kind: kind,
                mapping: PanelMapping(panel: PanelDescription(name: name), kind: kind, screen: Size(1000, 1000)))
        }
        return pipeline
    }

    private func offset(_ pipeline: TouchPipeline) -> Double { pipeline.tree.specs[1].geometry.bounds.minY }

    private func touch(_ pipeline: TouchPipeline, _ panel: PanelID, _ phase: TouchPhase, _ y: Double, at time: Int64) {
        pipeline.advance(to: time)
        pipeline.handle([ContactChange(slot: 0, phase: phase, location: Point(500, y))], panel: panel, at: time)
    }

    @Test func `fingers on both panels go on from where the other has brought it`() {
        let pipeline = pipeline
        touch(pipeline, 0, .began, 800, at: 0)
        touch(pipeline, 0, .moved, 700, at: 100_000)
        #expect(offset(pipeline) == 90)
        touch(pipeline, 1, .began, 800, at: 200_000)
        touch(pipeline, 1, .moved, 690, at: 300_000)
        #expect(offset(pipeline) == 190)
        touch(pipeline, 0, .moved, 650, at: 400_000)
        #expect(offset(pipeline) == 240)
        touch(pipeline, 1, .moved, 650, at: 500_000)
        #expect(offset(pipeline) == 280)
    }

    @Test func `what one panel has thrown stops for a finger on the other`() {
        let pipeline = pipeline
        touch(pipeline, 0, .began, 900, at: 0)
        for step in 1...10 { touch(pipeline, 0, .moved, 900 - Double(step) * 50, at: Int64(step) * 10_000) }
        touch(pipeline, 0, .ended, 400, at: 100_000)
        touch(pipeline, 1, .began, 500, at: 200_000)
        touch(pipeline, 1, .moved, 480, at: 300_000)
        let place = offset(pipeline)
        pipeline.advance(0, to: 3_000_000)
        #expect(offset(pipeline) == place)
        touch(pipeline, 1, .moved, 470, at: 3_100_000)
        #expect(offset(pipeline) == place + 10)
    }
}
