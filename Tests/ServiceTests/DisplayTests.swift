import FakePlatform
import Panels
import Testing
import TouchCore

@testable import Service

/// The sources of a display's state, the effects of a wake, and the units that are started.
@Suite struct DisplayTests {
    private func bench(_ touchscreen: FakeTouchscreen, output: String? = "HDMI-A-1", _ change: (inout KioskRules) -> Void = { $0.wake = WakeRule() })
        throws
        -> Bench
    {
        var settings = Bench.settings([Bench.panel { $0.output = output }])
        change(&settings.screens[0].spec.kiosk)
        let bench = try Bench(settings: settings)
        bench.service.start()
        bench.system.outputs.states = ["HDMI-A-1": .on]
        bench.pass(1_000_000)
        bench.system.panels.plug(touchscreen)
        _ = (bench.heard(), bench.log(), bench.system.units.takeStarted())
        return bench
    }

    private func display(_ bench: Bench) -> DisplayState { bench.service.screenStates[0].display }

    @Test func `the touch on a display that the connector calls off reaches nobody, wakes the display, and starts its unit`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one)
        // The state has not been read since.
        bench.system.outputs.states = ["HDMI-A-1": .off("turned off")]
        bench.touch(one, (10, 10))
        #expect(bench.heard() == ["screen", "screen"], "the display is off, and the wake; no begin, and the panel is not made inactive")
        #expect(bench.system.units.takeStarted() == ["wake s"])
        bench.system.outputs.states = ["HDMI-A-1": .on]
        bench.touch(one, (20, 10))
        bench.touch(one, nil)
        bench.pass(300_000)
        #expect(bench.heard() == [])
        bench.touch(one, (20, 10))
        #expect(bench.heard() == ["screen", "began on s-0"], "the display was looked at again before the finger")
        #expect(bench.system.units.takeStarted() == [])
    }

    @Test func `a display that has been off for long is woken as well: its output does not make the panel inactive`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one)
        bench.system.outputs.states = ["HDMI-A-1": .off("turned off")]
        bench.pass(5_000_000)
        _ = (bench.heard(), bench.system.units.takeStarted())
        bench.touch(one, (10, 10))
        #expect(bench.system.units.takeStarted() == ["wake s"])
        #expect(!bench.log().contains { $0.contains("ignoring its panels") })
    }

    @Test func `a display is looked at before a first finger, not before each event`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one)
        let before = bench.system.outputs.looks
        bench.touch(one, (10, 10))
        for x in 11..<40 { bench.touch(one, (Int32(x), 10)) }
        bench.touch(one, slot: 1, (50, 50))
        #expect(bench.system.outputs.looks == before + 1)
    }

    @Test func `a backlight that is dark is a display that is off, and one that is lit is no reason against a dark connector`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one, output: nil)
        #expect(display(bench) == .unknown)
        bench.system.outputs.backlight = .off("dark")
        bench.pass(1_000_000)
        #expect(display(bench) == .off)
        bench.system.outputs.backlight = .on
        bench.pass(1_000_000)
        #expect(display(bench) == .on)
        let other = try self.bench(Bench.touchscreen())
        other.system.outputs.backlight = .on
        other.system.outputs.states = ["HDMI-A-1": .off("turned off")]
        other.pass(1_000_000)
        #expect(display(other) == .off)
    }

    @Test func `where nothing is known of the display nothing is swallowed`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one, output: "DP-7")
        bench.touch(one, (10, 10))
        #expect(bench.heard() == ["began on s-0"])
        #expect(display(bench) == .unknown)
    }

    @Test func `without a wake rule the output makes its panel inactive, as ever, and nothing is said of the display`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one) { $0.idle = [60_000_000] }
        bench.touch(one, (10, 10))
        bench.system.outputs.states = ["HDMI-A-1": .off("turned off")]
        bench.pass(1_000_000)
        #expect(bench.heard() == ["began on s-0", "cancelled outputInactive on s-0"])
        #expect(display(bench) == .unknown)
    }

    @Test func `what a program says counts until the connector changes`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one)
        bench.send(#"{"type":"screen","display":"off"}"#)
        bench.pass(5_000_000)
        #expect(display(bench) == .off)
        bench.system.outputs.states = ["HDMI-A-1": .off("turned off")]
        bench.pass(1_000_000)
        bench.system.outputs.states = ["HDMI-A-1": .on]
        bench.pass(1_000_000)
        #expect(display(bench) == .on)
    }

    @Test(arguments: ["HDMI-A-1", nil]) func `a display that was told off is on after the touch that wakes it, whether or not it is known otherwise`(
        output: String?
    ) throws {
        let one = Bench.touchscreen()
        let bench = try bench(one, output: output)
        bench.send(#"{"type":"screen","display":"off"}"#)
        _ = bench.heard()
        bench.touch(one, (10, 10))
        bench.touch(one, nil)
        #expect(bench.system.units.takeStarted() == ["wake s"])
        bench.pass(3_000_000)
        bench.touch(one, (10, 10))
        #expect(bench.heard().suffix(1) == ["began on s-0"])
        #expect(display(bench) == .on)
    }

    @Test func `a display that stays dark after its wake is said in the log, with what to look at`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one)
        bench.system.outputs.states = ["HDMI-A-1": .off("turned off")]
        bench.touch(one, (10, 10))
        bench.touch(one, nil)
        bench.pass(9_000_000)
        #expect(!bench.log().contains { $0.contains("still off") })
        bench.pass(2_000_000)
        #expect(bench.log().contains { $0.hasPrefix("warning: screen s: the display is still off 10 s after a finger woke it (turned off)") })
    }

    @Test func `a woken display that a program calls on is not said to be dark, whatever the connector says`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one)
        bench.system.outputs.states = ["HDMI-A-1": .off("turned off")]
        bench.touch(one, (10, 10))
        bench.touch(one, nil)
        bench.send(#"{"type":"screen","display":"on"}"#)
        bench.pass(20_000_000)
        #expect(!bench.log().contains { $0.contains("still off") })
    }

    @Test func `a reload that takes the wake rule away has the output act on the panel again`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one)
        bench.system.outputs.states = ["HDMI-A-1": .off("turned off")]
        bench.pass(1_000_000)
        #expect(display(bench) == .off)
        bench.settings.screens[0].spec.kiosk.wake = nil
        bench.service.reload { _ in }
        bench.turn()
        #expect(display(bench) == .unknown)
        bench.touch(one, (10, 10))
        #expect(!bench.heard().contains("began on s-0"))
    }

    @Test func `a screen that a reload adds is told, its display is looked at, and its time counts from then`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one)
        var new = Bench.settings([Bench.panel("t-0", name: "two") { $0.output = "DP-1" }], region: "b").screens[0]
        (new.spec.id, new.spec.windows[0].id) = ("t", "v")
        new.spec.kiosk.wake = WakeRule()
        new.spec.kiosk.idle = [5_000_000]
        bench.settings.screens.append(new)
        bench.system.outputs.states["DP-1"] = .off("turned off")
        bench.service.reload { _ in }
        bench.turn()
        #expect(bench.heard() == ["config", "screen", "screen"])
        #expect(bench.service.screenStates[1].display == .off)
        _ = bench.system.units.takeStarted()
        bench.pass(5_000_000)
        #expect(bench.system.units.takeStarted() == ["idle 5 t"])
    }

    // MARK: Units

    @Test func `units follow idleness: active at the start, each threshold when it has passed, and active at the next touch`() throws {
        let one = Bench.touchscreen()
        var settings = Bench.settings([Bench.panel()])
        settings.screens[0].spec.kiosk.idle = [60_000_000, 600_500_000]
        let bench = try Bench(settings: settings)
        bench.service.start()
        #expect(bench.system.units.takeStarted() == ["active 60,600.5 s"])
        bench.system.panels.plug(one)
        bench.pass(60_000_000)
        #expect(bench.system.units.takeStarted() == ["idle 60 s"])
        bench.pass(600_000_000)
        #expect(bench.system.units.takeStarted() == ["idle 600.5 s"])
        bench.touch(one, (10, 10))
        #expect(bench.system.units.takeStarted() == ["active 60,600.5 s"])
        bench.touch(one, (20, 10))
        bench.send(#"{"type":"screen","mode":"locked"}"#)
        #expect(bench.system.units.takeStarted() == [], "another change of the screen is none of theirs")
    }

    @Test func `a reload starts no unit again for a screen that is as idle as before it`() throws {
        var settings = Bench.settings([Bench.panel()])
        settings.screens[0].spec.kiosk.idle = [60_000_000]
        let bench = try Bench(settings: settings)
        bench.service.start()
        for units in ["active 60 s", "idle 60 s"] {
            #expect(bench.system.units.takeStarted() == [units])
            bench.service.reload { _ in }
            bench.turn()
            #expect(bench.system.units.takeStarted() == [])
            bench.pass(60_000_000)
        }
    }

    @Test func `a gesture starts its unit if the configuration says so`() throws {
        for startsUnit in [true, false] {
            let one = Bench.touchscreen()
            let action = KioskAction(startsUnit: startsUnit)
            let bench = try bench(one) {
                $0.staff = [StaffRule(id: "service", corner: .topLeft, size: 30, taps: 1, hold: 500_000, action: action)]
                $0.gestures = [KioskGestureRule(id: "menu", .corner(.bottomRight, size: 30, hold: 500_000), action: action)]
            }
            for place in [(x: Int32(10), y: Int32(10)), (x: 990, y: 990)] {
                bench.touch(one, place)
                bench.pass(1_000_000)
                bench.touch(one, nil)
            }
            #expect(bench.system.units.takeStarted() == (startsUnit ? ["gesture s/service", "gesture s/menu"] : []))
            let log = bench.log()
            #expect(log.contains { $0.hasSuffix("screen s: staff gesture service") } && log.contains { $0.hasSuffix("screen s: kiosk gesture menu") })
        }
    }

    @Test func `a screen without thresholds has no units started`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one)
        bench.touch(one, (10, 10))
        bench.pass(1_000_000_000)
        #expect(bench.system.units.takeStarted() == [])
    }
}
