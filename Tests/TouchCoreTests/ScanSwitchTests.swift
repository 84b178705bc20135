import Testing

@testable import TouchCore

/// The times of a scan (contract 10, `scan`). A finger that is the switch chooses if it was seen to lift. A cancelled one chooses nothing, and the scan
/// goes on after a whole step.
@Suite struct ScanSwitchTests {
    private let pipeline: TouchPipeline
    private let panel: PanelID

    init() throws {
        let buttons = (0..<3).map { RegionSpec(id: "b\($0)", kind: .button, geometry: RegionGeometry(frame: Rect(Double($0) * 100, 0, 100, 100))) }
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 300, 100)), children: buttons)
        var profile = ProfileRule(id: "one")
        profile.scan = ScanRule(step: 1_000_000, loops: 3)
        var screen = ScreenSpec(id: "s", size: Size(300, 100), windows: [window])
        screen.accessibility = AccessibilityRules(profiles: [profile])
        pipeline = TouchPipeline(tree: RegionTree([screen]))
        var rules = PanelRules()
        rules.filters = FilterRules()
        rules.filters!.bridge = FilterRules.Nearness(time: 300_000, distance: 50)
        let kind = PanelKind.slots(2)
        panel = pipeline.addPanel(
            "p", screen: 0, kind: kind, mapping: PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Size(300, 100)), rules: rules)
        var output = FrameBuffer()
        try pipeline.accessibility.setProfile("one", isOn: true, screen: 0, at: 0, into: &output)
        _ = pipeline.removeNotices()
    }

    private func send(_ events: [(UInt16, Int32)], at time: Int64) {
        var output = FrameBuffer()
        for (code, value) in events {
            _ = pipeline.handle(InputEvent(time: time, type: EventType.abs, code: code, value: value), panel: panel, into: &output)
        }
        _ = pipeline.handle(InputEvent(time: time, type: EventType.syn, code: SynCode.report, value: 0), panel: panel, into: &output)
        #expect(output.isEmpty, "a switch touches nothing")
    }

    private func press() {
        send([(AbsCode.mtSlot, 0), (AbsCode.mtTrackingID, 1), (AbsCode.mtPositionX, 50), (AbsCode.mtPositionY, 50)], at: 500_000)
    }

    /// The elements that get the focus or are activated, and when, up to a time.
    private func events(until time: Int64) -> [String] {
        var output = FrameBuffer()
        pipeline.advance(to: time, into: &output)
        pipeline.advanceScreens(to: time, into: &output)
        return pipeline.removeNotices().compactMap {
            guard case .accessibility(let notice) = $0 else { return nil }
            switch notice.content {
            case .focus(let element, _, _): return "\(element.region) at \(notice.time / 1000)"
            case .activate(let region, _, _): return "\(region) activated at \(notice.time / 1000)"
            default: return nil
            }
        }
    }

    @Test func `a finger that is cancelled with its panel`() {
        press()
        var output = FrameBuffer()
        pipeline.cancelTouches(ofPanel: panel, reason: .deviceDisabled, time: 700_000, into: &output)
        #expect(events(until: 3_000_000) == ["b1 at 1700", "b2 at 2700"])
    }

    @Test func `a finger that has lifted and might have come back`() {
        press()
        send([(AbsCode.mtTrackingID, -1)], at: 600_000)
        var output = FrameBuffer()
        pipeline.setOutput(ofPanel: panel, isOff: true, time: 700_000, into: &output)
        #expect(events(until: 3_000_000) == ["b0 activated at 700", "b1 at 1700", "b2 at 2700"])
    }

    @Test func `a finger that lifts chooses`() {
        press()
        send([(AbsCode.mtTrackingID, -1)], at: 600_000)
        #expect(events(until: 2_000_000) == ["b0 activated at 600", "b1 at 1600"])
    }

    @Test func `a finger whose lift comes after a lock chooses nothing`() {
        press()
        send([(AbsCode.mtTrackingID, -1)], at: 600_000)
        var output = FrameBuffer()
        pipeline.setMode(.locked, screen: 0, time: { _ in 700_000 }, into: &output)
        #expect(events(until: 1_000_000) == [])
        pipeline.setMode(.normal, screen: 0, time: { _ in 1_000_000 }, into: &output)
        #expect(events(until: 3_000_000) == ["b1 at 1700", "b2 at 2700"])
    }

    @Test func `steps and repeated keys that are all late come in the order of time`() throws {
        var output = FrameBuffer()
        let timing = KeyTiming(repetition: KeyTiming.Repetition(delay: 300_000, every: 300_000))
        pipeline.accessibility.press(KeypadKey("KEY_DOWN", of: "k"), .next, timing, screen: 0, at: 100_000, into: &output)
        // After a change of the tree everything that is due happens in one call.
        var spec = try #require(pipeline.tree.spec(ofID: "b2"))
        spec.hidden = true
        try pipeline.edit([.set("b2", spec)], time: { _ in 150_000 }, into: &output)
        #expect(events(until: 1_400_000) == ["b1 at 100", "b0 at 400", "b1 at 700", "b0 at 1000", "b1 at 1100", "b0 at 1300"])
    }
}
