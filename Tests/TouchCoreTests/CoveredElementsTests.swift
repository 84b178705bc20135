import Testing

@testable import TouchCore

/// Elements of an application that lie behind regions which are elements themselves (contract 10).
@Suite struct CoveredElementsTests {
    private let pipeline: TouchPipeline

    /// A surface of 200 × 100 points, with a button in front of its left half, which a profile hides.
    init() {
        func region(_ id: String, _ kind: RegionKind, _ width: Double) -> RegionSpec {
            RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: Rect(0, 0, width, 100)))
        }
        var window = region("w", .window, 200)
        window.children = [region("app", .surface, 200), region("buy", .button, 100)]
        var profile = ProfileRule(id: "without")
        profile.hide = ["buy"]
        var screen = ScreenSpec(id: "s", size: Size(200, 100), windows: [window])
        screen.accessibility = AccessibilityRules(profiles: [profile])
        pipeline = TouchPipeline(tree: RegionTree([screen]))
        pipeline.startScreens(at: 0)
    }

    private func move() throws -> [String] {
        var output = FrameBuffer()
        try pipeline.accessibility.moveFocus(.next, screen: 0, turn: nil, by: 1, at: 0, into: &output)
        return notices()
    }

    /// Answers for the application, with an element in the left half.
    ///
    /// - Parameter time: The event time in ms.
    private func answer(at time: Int64 = 0) throws -> [String] {
        var output = FrameBuffer()
        let element = AccessibleElement(label: "Buy", frame: Rect(10, 10, 80, 80))
        try pipeline.accessibility.setFocus(element: (element, nil), screen: 0, turn: nil, by: 1, at: time * 1000, into: &output)
        return notices()
    }

    private func notices() -> [String] {
        pipeline.removeNotices().compactMap {
            guard case .accessibility(let notice) = $0 else { return nil }
            switch notice.content {
            case .focus(let element, _, _): return "focus \(element.region)"
            case .navigate(let surface, _, let move): return "\(move) in \(surface)"
            default: return nil
            }
        }
    }

    @Test func `an application of which everything is covered does not hold the focus for ever`() throws {
        #expect(try move() == ["next in app"])
        for time in 1..<10 { #expect(try answer(at: Int64(time * 100)) == ["next in app"]) }
        #expect(try answer(at: 1000) == ["focus buy"])
    }

    @Test func `what no longer covers an element counts no more`() throws {
        #expect(try move() == ["next in app"])
        #expect(try answer() == ["next in app"])
        var output = FrameBuffer()
        try pipeline.accessibility.setProfile("without", isOn: true, screen: 0, at: 0, into: &output)
        _ = notices()
        #expect(try answer() == ["focus app"])
    }
}
