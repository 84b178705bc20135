import FakePlatform
import Panels
import Testing

@testable import Service

/// Sleep, terminals, displays, and the escape from a grab.
@Suite struct InterruptionTests {
    @Test func `a machine that slept has its panels opened again, and what was down waits for a new contact`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel { $0.rules.opening = .resume }], one)
        bench.touch(one, (10, 10))
        bench.system.interruptions.sleep(5_000_000)
        #expect(bench.heard() == ["began on s-0", "cancelled deviceDisabled on s-0", "s-0 removed", "s-0 added"])
        bench.touch(one, nil)
        #expect(bench.heard().isEmpty)
        bench.touch(one, (10, 10))
        #expect(bench.heard() == ["began on s-0"])
    }

    @Test func `a clock that was only set changes nothing`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        bench.touch(one, (10, 10))
        bench.system.interruptions.sleep(0)
        #expect(bench.heard() == ["began on s-0"])
        #expect(one.openings == 1)
    }

    @Test func `clocks that are read far apart are no sleep, and a sleep is still seen`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        bench.system.interruptions.sleep(5_000_000, apart: 300_000)
        #expect(bench.heard() == ["s-0 removed", "s-0 added"])
        bench.touch(one, (10, 10))
        bench.system.interruptions.sleep(0)
        bench.system.interruptions.sleep(0, apart: 300_000)
        #expect(bench.heard() == ["began on s-0"])
        // The narrowest range is kept, so that a short sleep is seen.
        bench.system.interruptions.sleep(100_000)
        #expect(bench.heard() == ["cancelled deviceDisabled on s-0", "s-0 removed", "s-0 added"])
    }

    @Test func `another terminal cancels what is down, and the same one does not`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        bench.touch(one, (10, 10))
        bench.system.interruptions.show("tty1")
        #expect(bench.heard() == ["began on s-0"])
        bench.system.interruptions.show("tty2")
        #expect(bench.heard() == ["cancelled outputInactive on s-0"])
    }

    @Test func `a display that goes off cancels what is down, and the touch that wakes it is nothing`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel { $0.output = "HDMI-A-1" }])
        bench.system.outputs.states = ["HDMI-A-1": .on]
        bench.system.outputs.change()
        bench.system.panels.plug(one)
        bench.touch(one, (10, 10))
        _ = bench.heard()
        bench.system.outputs.states = ["HDMI-A-1": .off("turned off")]
        #expect(bench.heard().isEmpty, "nobody says so")
        bench.pass(1_000_000)
        #expect(bench.heard() == ["cancelled outputInactive on s-0"])
        bench.touch(one, nil)
        bench.touch(one, (20, 20))
        bench.system.outputs.states = ["HDMI-A-1": .on]
        bench.system.outputs.change()
        bench.touch(one, (30, 20))
        #expect(bench.heard().isEmpty, "it began when nothing was shown")
        bench.touch(one, nil)
        bench.touch(one, (20, 20))
        #expect(bench.heard() == ["began on s-0"])
    }

    @Test func `outputs are watched only while a panel has one`() throws {
        let bench = try Bench([Bench.panel()])
        #expect(!bench.system.outputs.isWatched)
        bench.settings = Bench.settings([Bench.panel { $0.output = "DP-1" }])
        bench.service.reload { _ in }
        bench.turn()
        #expect(bench.system.outputs.isWatched)
        #expect(bench.log().contains { $0.contains("output DP-1 does not exist, so it counts as on") })
        bench.settings = Bench.settings([Bench.panel()])
        bench.service.reload { _ in }
        bench.turn()
        #expect(!bench.system.outputs.isWatched)
    }

    @Test(arguments: [5, 4]) func `five fingers for ten seconds release a grab, and four do not`(fingers: Int) throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel { $0.grab = true }], one)
        for slot in 0..<fingers { bench.touch(one, slot: slot, (Int32(100 * slot), 10)) }
        bench.pass(9_999_999)
        #expect(one.isGrabbed)
        bench.pass(1)
        #expect(one.isGrabbed == (fingers < 5))
    }

    @Test func `a finger that lifts starts the ten seconds anew`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel { $0.grab = true }], one)
        for slot in 0..<5 { bench.touch(one, slot: slot, (Int32(100 * slot), 10)) }
        bench.pass(6_000_000)
        bench.touch(one, slot: 4, nil)
        bench.touch(one, slot: 4, (400, 10))
        bench.pass(6_000_000)
        #expect(one.isGrabbed)
        bench.pass(4_000_000)
        #expect(!one.isGrabbed)
    }

    @Test func `five fingers on a second panel do not start the ten seconds anew`() throws {
        let (one, two) = (Bench.touchscreen(), Bench.touchscreen("two", at: "/dev/input/event2"))
        let bench = try Bench([Bench.panel { $0.grab = true }, Bench.panel("s-1", name: "two") { $0.grab = true }], one, two)
        for slot in 0..<5 { bench.touch(one, slot: slot, (Int32(100 * slot), 10)) }
        let end = bench.time + 10_000_000
        bench.pass(5_000_000)
        for slot in 0..<5 { bench.touch(two, slot: slot, (Int32(100 * slot), 10)) }
        bench.pass(end - 1 - bench.time)
        #expect(one.isGrabbed && two.isGrabbed)
        bench.pass(1)
        #expect(!one.isGrabbed && !two.isGrabbed)
    }
}
