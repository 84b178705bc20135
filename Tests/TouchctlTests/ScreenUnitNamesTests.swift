import Testing

@testable import touchctl

/// The systemd units started for events on a screen.
@Suite struct `Names of screens' units` {
    private func units(_ message: String) -> [String]? { ScreenUnitNames(message)?.units }

    @Test func `a wake is a service, idle and active are targets, one for the screen and one for each threshold`() {
        #expect(units("wake main") == ["touchd-wake@main.service"])
        #expect(units("idle 600 main") == ["touchd-idle@main.target", "touchd-idle@main:600.target"])
        #expect(units("active 60,600.5 main") == ["touchd-active@main.target", "touchd-active@main:60.target", "touchd-active@main:600.5.target"])
    }

    @Test func `a gesture is a service, named by its screen and its id, both escaped`() {
        #expect(units("gesture main/home") == ["touchd-gesture@main:home.service"])
        #expect(units("gesture left/main/home") == ["touchd-gesture@left-main:home.service"])
        #expect(units("gesture a b/c-d e.f") == [#"touchd-gesture@a\x20b:c\x2dd\x20e.f.service"#])
        #expect(units("gesture ../x.service --now") == [#"touchd-gesture@\x2e.:x.service\x20\x2d\x2dnow.service"#])
    }

    @Test func `a screen's id is escaped as systemd does it, so that it names no other unit`() {
        #expect(units("wake left/main") == ["touchd-wake@left-main.service"])
        #expect(units("wake a b-c") == [#"touchd-wake@a\x20b\x2dc.service"#])
        #expect(units("wake ../x.service --now") == [#"touchd-wake@\x2e.-x.service\x20\x2d\x2dnow.service"#])
        #expect(units("wake ä") == [#"touchd-wake@\xc3\xa4.service"#])
        #expect(units("wake %i$(x)`;") == [#"touchd-wake@\x25i\x24\x28x\x29\x60\x3b.service"#])
    }

    @Test(arguments: [
        "", "wake", "wake ", "idle main", "idle  main", "idle 60 ", "idle 6x main", "idle 60, main", "sleep main", "active main", "gesture main",
        "gesture main/", "gesture /home", "gesture ", "idle - main",
        "wake " + String(repeating: "x", count: 300),
    ]) func `anything else starts nothing`(message: String) {
        #expect(units(message) == nil)
    }
}
