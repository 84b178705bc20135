import Testing

@testable import TouchCore

/// Interruptions of a rule of the glass: what the rule forgets then, and what it goes on with.
@Suite struct KioskResetTests {
    private func rules(_ change: (inout KioskRules) -> Void) -> KioskRules {
        var rules = KioskRules()
        change(&rules)
        return rules
    }

    @Test func `a reload without staff delivers a held press at once`() {
        let stage = KioskStage(rules { $0.staff = [StaffRule(id: "service", corner: .topLeft)] })
        stage.down(50, 50, at: 1_000_000)
        #expect(stage.phases.isEmpty)
        stage.use(KioskRules(), at: 1_050_000)
        stage.advance(to: 1_050_000)
        #expect(stage.phases == [.began])
    }

    @Test func `a finger that was interrupted while it held does not end the cleaning`() {
        let stage = KioskStage(rules { $0.cleaning = CleaningRule(holdToLeave: 1_000_000) })
        stage.setMode(.cleaning, at: 500_000)
        stage.down(500, 500, at: 1_000_000)
        stage.cancel(.deviceDisabled, at: 1_500_000)
        stage.advance(to: 4_000_000)
        #expect(stage.state.mode == .cleaning)
        stage.up(500, 500, at: 4_500_000)
        stage.down(500, 500, at: 5_000_000)
        stage.advance(to: 6_000_000)
        #expect(stage.state.mode == .normal)
    }

    @Test func `the idle time counts from the last real touch if a resting finger was stuck`() {
        var panel = PanelRules()
        panel.stuckAfter = 5_000_000
        let stage = KioskStage(rules { $0.idle = [3_000_000] }, rules: panel)
        stage.down(500, 500, at: 1_000_000)
        stage.advance(to: 4_500_000)
        #expect(stage.state.idle == nil)
        // Without the stuck finger, the screen would have been idle since 4 s; with it, it would be idle at 7 s.
        stage.advance(to: 6_000_000)
        stage.advance(to: 6_100_000)
        #expect(stage.phases.last == .cancelled && stage.state.idle == 3_000_000)
    }

    @Test func `a reload without wake ends the waking`() {
        let wake = rules { $0.wake = WakeRule(grace: 1_000_000) }
        let stage = KioskStage(wake)
        stage.pipeline.setDisplay(.off, isTold: true, screen: 0)
        stage.down(500, 500, at: 1_000_000)
        stage.up(500, 500, at: 1_100_000)
        stage.use(KioskRules(), at: 1_200_000)
        stage.use(wake, at: 1_300_000)
        stage.down(500, 500, at: 1_400_000)
        #expect(stage.phases == [.began])
    }

    @Test func `activity never goes back in time`() {
        let spec = ScreenSpec(id: "s", size: KioskStage.size, windows: [], kiosk: rules { $0.idle = [2_000_000] })
        var glass = Glass(RegionTree([spec]).screens[0])
        glass.start(at: 0)
        _ = glass.recordTouch(at: 5_000_000, told: 5_000_000, isOpen: true)
        // Another panel of the screen whose events come later.
        _ = glass.recordTouch(at: 4_500_000, told: 4_500_000, isOpen: true)
        glass.advance(to: 6_900_000, before: 6_900_000, isTouched: false)
        #expect(glass.state.idle == nil)
        glass.advance(to: 7_000_000, before: 7_000_000, isTouched: false)
        #expect(glass.state.idle == 2_000_000)
    }
}
