import Testing

@testable import TouchCore

/// A clock that jumps by years while a finger rests: nothing is done for each idle time that has passed meanwhile, which would take for ever.
@Suite struct ClockJumpTests {
    private static let year: Int64 = 366 * 86_400 * 1_000_000

    private func kiosk() -> KioskRules {
        var rules = KioskRules()
        rules.idle = [3_000_000]
        return rules
    }

    @Test(arguments: [1, 30_000]) func `a kiosk's idle time`(years: Int64) {
        let (stage, later) = (KioskStage(kiosk()), years * Self.year)
        stage.down(500, 500, at: 1_000_000)
        stage.up(500, 500, at: later)
        #expect(stage.state.idle == nil && stage.phases == [.began, .ended])
        stage.advance(to: later + 2_900_000)
        #expect(stage.state.idle == nil)
        stage.advance(to: later + 3_000_000)
        #expect(stage.state.idle == 3_000_000)
    }

    /// The glass is looked at when it would be idle, and not when somebody happens to ask: the time of the look must tell nothing else.
    @Test(arguments: [true, false]) func `a late look is the one that would have been`(isLate: Bool) {
        let spec = ScreenSpec(id: "s", size: KioskStage.size, windows: [], kiosk: kiosk())
        var glass = Glass(RegionTree([spec]).screens[0])
        glass.start(at: 0)
        for time in isLate ? [25_500_000] : Array(stride(from: Int64(500_000), through: 25_500_000, by: 500_000)) {
            glass.advance(to: time, before: time, isTouched: true)
        }
        #expect(glass.quietSince == 24_000_000)
        #expect(glass.deadline == 27_000_000)
    }

    @Test(arguments: [1, 30_000]) func `a profile's idle time`(years: Int64) throws {
        let button = RegionSpec(id: "b", kind: .button, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)), children: [button])
        var profile = ProfileRule(id: "one")
        profile.stop = [.idle(4_000_000)]
        var screen = ScreenSpec(id: "s", size: Size(100, 100), windows: [window])
        screen.accessibility = AccessibilityRules(profiles: [profile])
        let pipeline = TouchPipeline(tree: RegionTree([screen]))
        let kind = PanelKind.slots(2)
        let panel = pipeline.addPanel(
            "p", screen: 0, kind: kind, mapping: PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Size(100, 100)),
            rules: PanelRules())
        pipeline.startScreens(at: 0)
        var output = FrameBuffer()
        try pipeline.accessibility.setProfile("one", isOn: true, screen: 0, at: 0, into: &output)
        func touch(_ phase: TouchPhase, at time: Int64) {
            pipeline.handle([ContactChange(slot: 0, phase: phase, location: Point(50, 50))], panel: panel, at: time, into: &output)
        }
        touch(.began, at: 1_000_000)
        let later = years * Self.year
        touch(.ended, at: later)
        pipeline.advanceScreens(to: later + 3_900_000, into: &output)
        #expect(pipeline.accessibility.activeProfiles == [["one"]])
        pipeline.advanceScreens(to: later + 4_000_000, into: &output)
        #expect(pipeline.accessibility.activeProfiles == [[]])
    }
}
