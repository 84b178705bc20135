import Support
import Testing

@testable import TouchCore

/// Scrolling to the element that gets the focus, while touches of the accessible glass are down (contract 10).
@Suite struct FocusScrollTests {
    private let pipeline: TouchPipeline
    private let panel: PanelID
    private var output = FrameBuffer()

    /// A screen of 300 × 300 points with a list of which the second element is not shown.
    init() throws {
        func element(_ id: String, y: Double) -> RegionSpec {
            var spec = RegionSpec(id: id, kind: .button, geometry: RegionGeometry(frame: Rect(0, y, 300, 50)))
            spec.accessibility = AccessibilitySpec(label: id)
            return spec
        }
        var list = RegionSpec(
            id: "list", kind: .scrollView, geometry: RegionGeometry(frame: Rect(0, 0, 300, 300)),
            children: [element("first", y: 100), element("second", y: 500)])
        list.scroll!.contentSize = Size(300, 600)
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 300, 300)), children: [list])
        var profile = ProfileRule(id: "on")
        profile.explore = ExploreRule()
        profile.stop = [.idle(600_000_000)]
        var screen = ScreenSpec(id: "s", size: Size(300, 300), windows: [window])
        screen.accessibility = AccessibilityRules(profiles: [profile])
        pipeline = TouchPipeline(tree: RegionTree([screen]))
        let kind = PanelKind.slots(2)
        let mapping = PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Size(300, 300))
        panel = pipeline.addPanel("p", screen: 0, kind: kind, mapping: mapping)
        pipeline.startScreens(at: 0)
        try pipeline.accessibility.setProfile("on", isOn: true, screen: 0, at: 0, into: &output)
    }

    private mutating func press(_ move: KeypadAction, at time: Int64) {
        pipeline.accessibility.press(KeypadKey("K\(time)", of: "keypad"), move, screen: 0, at: time * 1000, into: &output)
    }

    private mutating func touch(_ phase: TouchPhase, y: Double, at time: Int64) {
        pipeline.handle([ContactChange(slot: 0, phase: phase, location: Point(150, y))], panel: panel, at: time * 1000, into: &output)
    }

    private mutating func wait(until time: Int64) { pipeline.advanceScreens(to: time * 1000, into: &output) }

    private var scrolls: [ScrollAction] {
        output.flatMap(\.actions).compactMap { if case .scroll(let action) = $0.content { action } else { nil } }
    }

    /// Explores the first element, and passes a finger on to it, which the second tap of a double tap does when it is held.
    private mutating func passFinger(until time: Int64) {
        touch(.began, y: 120, at: 100)
        wait(until: 1000)
        for (phase, time) in [(TouchPhase.ended, 1000), (.began, 2000), (.ended, 2050), (.began, 2150)] { touch(phase, y: 120, at: Int64(time)) }
        wait(until: time)
    }

    /// The list delays the begin by 150 ms.
    @Test mutating func `a begin that was due comes before the scroll`() throws {
        passFinger(until: 2500)
        press(.next, at: 2700)
        let frames = output.filter { !$0.isEmpty }
        #expect(frames.map { $0.time / 1000 } == [2600, 2700])
        #expect(frames.first?.events.map(\.phase) == [.began] && scrolls.map(\.state) == [.began, .ended])
    }

    @Test mutating func `the focus moves on in a list that a finger scrolls`() throws {
        passFinger(until: 2500)
        for step in 1...6 { touch(.moved, y: 120 - Double(step) * 10, at: 2500 + Int64(step) * 10) }
        #expect(scrolls.first?.state == .began)
        press(.next, at: 2600)
        #expect(scrolls.last?.state == .changed && scrolls.last?.offset.y == 250, "the second element is shown")
        touch(.moved, y: 50, at: 2700)
        touch(.ended, y: 50, at: 2800)
        for _ in 0..<1000 {
            guard let due = pipeline.nextDeadline else { break }
            pipeline.advance(due.panel, to: due.time, into: &output)
        }
        #expect(scrolls.map(\.state).filter { $0 != .changed } == [.began, .ended])
        #expect(Set(scrolls.map(\.first)).count == 1)
    }
}
