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

    /// A screen with profiles that end by idleness, each switched on at its time by a jack, and a finger that rests on it.
    private final class Stage {
        let pipeline: TouchPipeline
        private let panel: PanelID
        private var output = FrameBuffer()

        init(_ profiles: [(limit: Int64, since: Int64)]) {
            let button = RegionSpec(id: "b", kind: .button, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))
            let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)), children: [button])
            let rules = profiles.enumerated().map { number, profile in
                var rule = ProfileRule(id: "p\(number)")
                rule.start = [.jack(rule.id, after: 0)]
                rule.stop = [.idle(profile.limit)]
                return rule
            }
            var screen = ScreenSpec(id: "s", size: Size(100, 100), windows: [window])
            screen.accessibility = AccessibilityRules(profiles: rules)
            pipeline = TouchPipeline(tree: RegionTree([screen]))
            let kind = PanelKind.slots(2)
            panel = pipeline.addPanel(
                "p", screen: 0, kind: kind, mapping: PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Size(100, 100)),
                rules: PanelRules())
            pipeline.startScreens(at: 0)
            touch(.began, at: 0)
            for (rule, profile) in zip(rules, profiles) {
                pipeline.accessibility.setJack(rule.id, isIn: true, screen: 0, at: profile.since, into: &output)
            }
        }

        func touch(_ phase: TouchPhase, at time: Int64) {
            pipeline.handle([ContactChange(slot: 0, phase: phase, location: Point(50, 50))], panel: panel, at: time, into: &output)
        }

        func advance(to time: Int64) { pipeline.advanceScreens(to: time, into: &output) }
        var active: [String] { pipeline.accessibility.activeProfiles[0]! }
    }

    @Test(arguments: [1, 30_000]) func `a profile's idle time`(years: Int64) {
        let (stage, later) = (Stage([(4_000_000, 0)]), years * Self.year)
        stage.touch(.ended, at: later)
        stage.advance(to: later + 3_900_000)
        #expect(stage.active == ["p0"])
        stage.advance(to: later + 4_000_000)
        #expect(stage.active == [])
    }

    @Test func `a late look for several profiles is the one that would have been`() {
        let looks = [[105_000_000], Array(stride(from: Int64(41_000_000), through: 105_000_000, by: 500_000))].map { times in
            let stage = Stage([(50_000_000, 0), (30_000_000, 40_000_000)])
            for time in times { stage.advance(to: time) }
            return stage.pipeline.accessibility.screens[0]!.heldAt
        }
        #expect(looks[0] == looks[1] && looks[0] == 80_000_000)
    }
}
