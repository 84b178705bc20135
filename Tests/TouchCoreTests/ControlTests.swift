import Support
import Testing

@testable import TouchCore

/// Events of controls that scenarios cannot test: fingers that press harder, and two panels.
@Suite struct ControlTests {
    private func button(_ x: Double = 0) -> RegionSpec {
        RegionSpec(id: "ok", kind: .button, geometry: RegionGeometry(frame: Rect(x, 0, 100, 100)))
    }

    private func said(_ frame: RoutedFrame?) -> [String] {
        (frame?.actions ?? []).compactMap { if case .control(let action) = $0.content { action.event.rawValue } else { nil } }
    }

    /// Routing 10: enter and exit alternate and come with a move, at the border.
    @Test func `who only presses harder crosses no border, though the control has moved away meanwhile`() throws {
        var s = Script(Script.withPressure, regions: [button()])
        s.down(0, id: 0, 50, 50); s.press(20); s.frame()
        #expect(said(s.frame) == ["touchDown"])
        try s.edit(.set("ok", button(800)))
        s.press(40); s.frame()
        #expect(said(s.frame) == [])
        s.at(51, 50); s.frame()
        #expect(said(s.frame) == ["touchDragOutside", "touchDragExit"])
        try s.edit(.set("ok", button()))
        s.press(60); s.frame()
        #expect(said(s.frame) == [])
        s.at(52, 50); s.frame()
        #expect(said(s.frame) == ["touchDragInside", "touchDragEnter"])
        s.up(0); s.frame()
        #expect(said(s.frame) == ["touchUpInside"])
    }

    @Test func `a control that tracks a finger of one panel tracks none of another`() throws {
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: [button()])
        let pipeline = TouchPipeline(tree: RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
        var verifier = StreamState()
        let names = ["p", "q"]
        for name in names {
            let kind = PanelKind.slots(1)
            _ = pipeline.addPanel(
                name, screen: 0, kind: kind,
                mapping: PanelMapping(panel: PanelDescription(name: name), kind: kind, screen: Size(1000, 1000)))
        }
        var time: Int64 = 0
        func touch(_ panel: Int, _ phase: TouchPhase) throws -> [String] {
            time += 400_000
            let frames = pipeline.handle([ContactChange(slot: 0, phase: phase, location: Point(50, 50))], panel: PanelID(slot: panel), at: time)
            for frame in frames { try verifier.apply(frame, panel: names[panel]) }
            return said(frames.last)
        }
        #expect(try touch(0, .began) == ["touchDown"])
        #expect(try touch(1, .began) == [])
        #expect(try touch(0, .ended) == ["touchUpInside"])
        #expect(try touch(1, .ended) == [])
        #expect(try touch(1, .began) == ["touchDown"])
    }
}
