import Support
import Testing

@testable import TouchCore

/// Fingers that explore on panels: what ends them without a lift, and what fingers that a client injects do not reach (contract 10). The scenarios of
/// the group `explore` have what fingers mean.
@Suite struct ExploringTests {
    private let pipeline: TouchPipeline
    private let panel: PanelID
    private static let kind = PanelKind.slots(4)

    /// A screen of 400 × 100 points with two buttons, a sensitive region with two keys, and a map that takes fingers as they are.
    init() throws {
        func region(_ id: String, _ x: Double, _ role: AccessibilitySpec.Role, _ children: [RegionSpec] = []) -> RegionSpec {
            var spec = RegionSpec(id: id, kind: .view, geometry: RegionGeometry(frame: Rect(x, 0, 100, 100)), children: children)
            spec.accessibility = AccessibilitySpec(label: id)
            spec.accessibility!.role = role
            return spec
        }
        var pad = region("pad", 200, .list, [region("one", 0, .key)])
        pad.isSensitive = true
        var window = RegionSpec(
            id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 400, 100)),
            children: [region("a", 0, .key), region("b", 100, .key), pad])
        window.isMultipleTouchEnabled = true
        var profile = ProfileRule(id: "on")
        profile.explore = ExploreRule()
        profile.explore!.keys = .lift
        profile.stop = [.idle(600_000_000)]
        profile.start = [.region("b"), .key("KEY_F15")]
        var screen = ScreenSpec(id: "s", size: Size(400, 100), windows: [window])
        screen.accessibility = AccessibilityRules(profiles: [profile])
        pipeline = TouchPipeline(tree: RegionTree([screen]))
        var rules = PanelRules()
        rules.stuckAfter = 2_000_000
        panel = Self.add("p", to: pipeline, rules)
        pipeline.startScreens(at: 0)
        var output = FrameBuffer()
        try pipeline.accessibility.setProfile("on", isOn: true, screen: 0, at: 0, into: &output)
        _ = pipeline.removeNotices()
    }

    private static func add(_ name: String, to pipeline: TouchPipeline, _ rules: PanelRules = PanelRules()) -> PanelID {
        let mapping = PanelMapping(panel: PanelDescription(name: name), kind: kind, screen: Size(400, 100))
        return pipeline.addPanel(name, screen: 0, kind: kind, mapping: mapping, rules: rules)
    }

    /// Sends a change of a finger at a time in ms. Returns what was delivered.
    @discardableResult
    private func touch(_ phase: TouchPhase, _ x: Double, at time: Int64, slot: Int = 0, on panel: PanelID? = nil, isInjected: Bool = false)
        -> [RoutedTouch]
    {
        var output = FrameBuffer()
        let change = ContactChange(
            slot: slot, phase: phase, reason: phase == .cancelled ? .palm : nil, location: Point(x, 50), avoidsSensitive: isInjected)
        pipeline.handle([change], panel: panel ?? self.panel, at: time * 1000, into: &output)
        return output.flatMap(\.events)
    }

    /// The elements that get the focus or are activated, and other effects, up to a time in ms.
    private func events(until time: Int64) -> [String] {
        var output = FrameBuffer()
        pipeline.advance(to: time * 1000, into: &output)
        pipeline.advanceScreens(to: time * 1000, into: &output)
        return pipeline.removeNotices().compactMap {
            guard case .accessibility(let notice) = $0 else { return nil }
            switch notice.content {
            case .focus(let element, _, _): return "\(element.region) at \(notice.time / 1000)"
            case .activate(let region, _, _): return "\(region) activated at \(notice.time / 1000)"
            case .cue(let cue): return cue == .down ? nil : "\(cue) at \(notice.time / 1000)"
            default: return nil
            }
        }
    }

    private var isTouched: Bool { pipeline.context.isTouched(0) }

    @Test func `a finger that sends no reports is cancelled, and does not type`() {
        touch(.began, 50, at: 100)
        #expect(events(until: 1000) == ["a at 400"])
        #expect(isTouched)
        #expect(events(until: 2500) == [])
        #expect(!isTouched)
        touch(.ended, 50, at: 3000)
        touch(.began, 150, at: 4000)
        #expect(events(until: 5000) == ["b at 4300"])
    }

    @Test func `a panel that goes takes its fingers with it, and they do not type`() {
        let other = Self.add("q", to: pipeline)
        touch(.began, 50, at: 100, on: other)
        #expect(events(until: 1000) == ["a at 400"])
        var output = FrameBuffer()
        pipeline.cancelTouches(ofPanel: other, reason: .deviceRemoved, time: 1_000_000, into: &output)
        pipeline.removePanel(other)
        #expect(events(until: 1500) == [])
        #expect(!isTouched)
        touch(.began, 150, at: 2000)
        #expect(events(until: 2400) == ["b at 2300"])
    }

    @Test func `a panel that goes without a cancel takes its fingers with it too`() {
        let other = Self.add("q", to: pipeline)
        touch(.began, 50, at: 100, on: other)
        _ = events(until: 1000)
        pipeline.removePanel(other)
        touch(.began, 150, at: 2000)
        #expect(events(until: 2400) == ["b at 2300"])
        #expect(isTouched)
        touch(.ended, 150, at: 2500)
        // Until the touch that the key gets is over.
        #expect(events(until: 2700) == ["b activated at 2500"])
        #expect(!isTouched)
    }

    @Test func `fingers on two panels of a screen explore together`() {
        let other = Self.add("q", to: pipeline)
        touch(.began, 50, at: 100)
        touch(.began, 350, at: 500, on: other)
        touch(.ended, 350, at: 600, on: other)
        #expect(events(until: 1000) == ["a at 400", "a activated at 600"])
    }

    @Test func `while the output is off nothing explores`() {
        var output = FrameBuffer()
        pipeline.setOutput(ofPanel: panel, isOff: true, time: 100_000, into: &output)
        touch(.began, 50, at: 200)
        #expect(events(until: 1000) == [])
    }

    /// The gate forgets the first finger when it lifts, although no rule of the glass is on then.
    @Test func `a finger in a sensitive region outlasts its profile, and the next finger in its slot is seen to lift`() throws {
        var output = FrameBuffer()
        touch(.began, 250, at: 100)
        try pipeline.accessibility.setProfile("on", isOn: false, screen: 0, at: 200_000, into: &output)
        #expect(touch(.ended, 250, at: 300).isEmpty)
        #expect(touch(.began, 50, at: 400).map(\.phase) == [.began])
        try pipeline.accessibility.setProfile("on", isOn: true, screen: 0, at: 500_000, into: &output)
        #expect(touch(.moved, 60, at: 600).map(\.phase) == [.moved])
        #expect(touch(.ended, 60, at: 700).map(\.phase) == [.ended])
        #expect(!isTouched)
    }

    @Test func `an injected finger finds nothing in a sensitive region, and activates nothing there`() {
        pipeline.claim(["pad"], by: 7)
        touch(.began, 50, at: 100, isInjected: true)
        touch(.moved, 250, at: 600, isInjected: true)
        #expect(events(until: 1000) == ["a at 400", "nothing at 600"])
        touch(.ended, 250, at: 1100, isInjected: true)
        // The panel's finger brings the focus there.
        touch(.began, 150, at: 2000)
        touch(.moved, 250, at: 2500)
        touch(.moved, 190, at: 2600)
        touch(.moved, 250, at: 2700)
        #expect(events(until: 2800).last == "one at 2700")
        touch(.cancelled, 250, at: 2900)
        for time in [3000, 3200] as [Int64] {
            touch(.began, 150, at: time, isInjected: true)
            touch(.ended, 150, at: time + 50, isInjected: true)
        }
        #expect(events(until: 3300) == ["refuse at 3250"])
        // Held at the second tap, it is not passed through either.
        touch(.began, 150, at: 4000, isInjected: true)
        touch(.ended, 150, at: 4050, isInjected: true)
        touch(.began, 150, at: 4200, isInjected: true)
        #expect(events(until: 4600) == ["refuse at 4500"])
        #expect(touch(.ended, 150, at: 4700, isInjected: true).isEmpty)
    }

    @Test func `fingers of which a client has injected one activate nothing in a sensitive region`() {
        pipeline.claim(["pad"], by: 7)
        touch(.began, 150, at: 100)
        touch(.moved, 250, at: 600)
        #expect(events(until: 700).last == "one at 600")
        touch(.cancelled, 250, at: 800)
        // The first tap is injected, the second is the panel's.
        for (time, isInjected) in [(1000, true), (1200, false)] as [(Int64, Bool)] {
            touch(.began, 150, at: time, isInjected: isInjected)
            touch(.ended, 150, at: time + 50, isInjected: isInjected)
        }
        #expect(events(until: 1400) == ["refuse at 1250"])
        // The next fingers are the panel's alone.
        for time in [2000, 2200] as [Int64] {
            touch(.began, 150, at: time)
            touch(.ended, 150, at: time + 50)
        }
        #expect(events(until: 2300) == ["one activated at 2250"])
    }

    @Test func `the focus follows a finger in the same report`() {
        touch(.began, 50, at: 100)
        _ = events(until: 500)
        touch(.moved, 150, at: 600)
        #expect(pipeline.removeNotices().contains { if case .accessibility(let notice) = $0, case .focus = notice.content { true } else { false } })
    }

    @Test func `fingers do not start a profile that explores while no program speaks, and a key does`() throws {
        var output = FrameBuffer()
        try pipeline.accessibility.setProfile("on", isOn: false, screen: 0, at: 10_000, into: &output)
        var hasReader = false
        pipeline.accessibility.hasReader = { hasReader }
        _ = pipeline.removeNotices()
        func tap(at time: Int64) -> [AccessibilityNotice.Content] {
            touch(.began, 150, at: time)
            touch(.ended, 150, at: time + 50)
            pipeline.advanceScreens(to: (time + 50) * 1000, into: &output)
            return pipeline.removeNotices().compactMap {
                guard case .accessibility(let notice) = $0 else { return nil }
                switch notice.content {
                case .profiles, .noReader: return notice.content
                default: return nil
                }
            }
        }
        #expect(tap(at: 100) == [.noReader(profile: "on")])
        #expect(pipeline.accessibility.activeProfiles == [[]])
        hasReader = true
        #expect(tap(at: 3000) == [.profiles(["on"], isPrivate: false, by: .region)])
        try pipeline.accessibility.setProfile("on", isOn: false, screen: 0, at: 6_000_000, into: &output)
        hasReader = false
        pipeline.accessibility.press(KeypadKey("KEY_F15", of: "keypad"), nil, screen: 0, at: 7_000_000, into: &output)
        #expect(pipeline.accessibility.activeProfiles == [["on"]])
    }

    @Test func `a screen without a profile that explores makes no group`() throws {
        var output = FrameBuffer()
        try pipeline.accessibility.setProfile("on", isOn: false, screen: 0, at: 10_000, into: &output)
        #expect(touch(.began, 50, at: 100).map(\.phase) == [.began])
        let isExploring = pipeline.context.glasses.isExploring(0)
        #expect(pipeline.accessibility.screens[0]?.exploring == nil && !isExploring)
    }
}
