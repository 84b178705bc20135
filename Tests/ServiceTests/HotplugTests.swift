import Configuration
import FakePlatform
import Glibc
import Panels
import Testing
import TouchCore

@testable import Service

/// Panels that come and go, and panels that cannot be opened.
@Suite struct HotplugTests {
    @Test func `a panel that is plugged in is announced, and one that goes is cancelled before it is gone`() throws {
        let bench = try Bench([Bench.panel()])
        let one = Bench.touchscreen()
        bench.system.panels.plug(one)
        #expect(bench.heard() == ["s-0 added"])
        bench.touch(one, (10, 10))
        #expect(bench.heard() == ["began on s-0"])
        bench.system.panels.unplug(one)
        #expect(bench.heard() == ["cancelled deviceRemoved on s-0", "s-0 removed"])
        #expect(!one.isOpen)
    }

    @Test func `a node that reading says is gone is closed before udev says so, and closed once`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        one.readResult = .removed
        one.openingFailure = PanelError("/dev/input/event1", "cannot open it", code: ENODEV)
        one.wake()
        #expect(bench.heard() == ["s-0 removed"])
        bench.system.panels.unplug(one)
        #expect(bench.heard().isEmpty)
    }

    @Test(arguments: ["/dev/input/event1", "/dev/input/event9"])
    func `a panel that was replaced while notices were lost is closed, and the new one is opened`(removed: String) throws {
        let (one, two) = (Bench.touchscreen(), Bench.touchscreen())
        let bench = try Bench([Bench.panel()], one)
        one.readResult = .removed
        bench.system.panels.changeUnnoticed(unplugging: [one], plugging: [two], afterRemovalOf: removed)
        #expect(bench.heard() == ["s-0 removed", "s-0 added"])
        #expect(!one.isOpen && two.isOpen)
    }

    @Test func `a second panel that an entry fits is refused, the first goes on, and its place is free when it goes`() throws {
        let (one, two) = (Bench.touchscreen(), Bench.touchscreen(at: "/dev/input/event2"))
        let bench = try Bench([Bench.panel()], one)
        bench.system.panels.plug(two)
        #expect(!two.isOpen && one.isOpen)
        #expect(bench.log().contains { $0.hasPrefix("warning: /dev/input/event2") && $0.contains("is not used") })
        #expect(bench.service.deviceEntries.map(\.panel) == ["s-0", nil])
        bench.system.panels.unplug(one)
        #expect(two.isOpen)
        #expect(bench.heard() == ["s-0 removed", "s-0 added"])
    }

    @Test func `a panel of which udev has another calibration is mapped by it, once nothing is down on it`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        bench.touch(one, (10, 10))
        one.calibration = AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0)
        bench.system.panels.change(one)
        #expect(one.openings == 1)
        bench.touch(one, (200, 10))
        #expect(bench.places == [10, 200])
        bench.touch(one, nil)
        bench.touch(one, (100, 10))
        #expect(bench.places == [10, 200, 200, 900])
    }

    @Test func `a device that is refused is told of once`() throws {
        let bench = try Bench([Bench.panel()], Bench.touchscreen("other"))
        #expect(bench.log().count == 1)
        bench.system.panels.plug(Bench.touchscreen(at: "/dev/input/event2"))
        #expect(bench.log().isEmpty)
    }

    @Test(arguments: [true, false]) func `fingers that are down when a panel is opened are touches only if it says so`(resumes: Bool) throws {
        let one = Bench.touchscreen()
        one.set(3, 0x39, 7)
        let bench = try Bench([Bench.panel { $0.rules.opening = resumes ? .resume : .wait }])
        bench.system.panels.plug(one)
        #expect(bench.heard() == (resumes ? ["s-0 added", "began on s-0"] : ["s-0 added"]))
        bench.touch(one, slot: 3, nil)
        #expect(bench.heard() == (resumes ? ["ended on s-0"] : []))
    }

    @Test func `a finger that is down when a panel is opened is a touch in time, also where a filter holds its begin back`() throws {
        let one = Bench.touchscreen()
        one.set(3, 0x39, 7)
        var filters = FilterRules()
        filters.minimumTap = 20_000
        let bench = try Bench([Bench.panel { ($0.rules.opening, $0.rules.filters) = (.resume, filters) }])
        bench.system.panels.plug(one)
        #expect(bench.heard() == ["s-0 added"])
        bench.pass(20_000)
        #expect(bench.heard() == ["began on s-0"])
    }

    @Test func `while somebody else opens a panel, the others go on, and then it is there`() throws {
        let (one, two) = (Bench.touchscreen(), Bench.touchscreen("two", at: "/dev/input/event2"))
        let bench = try Bench([Bench.panel(), Bench.panel("s-1", name: "two")], one)
        bench.system.panels.asksAnother = true
        bench.system.panels.plug(two)
        #expect(bench.service.deviceEntries.map(\.reason).last == "it is being opened")
        bench.touch(one, (10, 10))
        #expect(bench.heard() == ["began on s-0"])
        bench.system.panels.answer()
        #expect(bench.heard() == ["s-1 added"] && two.openings == 1 && one.openings == 1)
        #expect(!bench.log().contains { $0.contains("being opened") })
    }

    @Test func `a panel that goes while somebody opens it is asked for anew when it comes back`() throws {
        let (one, again) = (Bench.touchscreen(), Bench.touchscreen())
        let bench = try Bench([Bench.panel()])
        bench.system.panels.asksAnother = true
        bench.system.panels.plug(one)
        bench.system.panels.unplug(one)
        #expect(bench.system.panels.asked.isEmpty && bench.heard().isEmpty)
        bench.system.panels.plug(again)
        bench.system.panels.answer()
        #expect(bench.heard() == ["s-0 added"] && one.openings == 0 && again.openings == 1)
    }

    @Test func `those who are refused are not asked for again because another is answered`() throws {
        let two = [Bench.touchscreen(), Bench.touchscreen("two", at: "/dev/input/event2")]
        for one in two { one.openingFailure = PanelError(one.identity.source, "a keyboard", code: EPERM) }
        let bench = try Bench([Bench.panel(), Bench.panel("s-1", name: "two")])
        bench.system.panels.asksAnother = true
        bench.system.panels.change(plugging: two)
        for _ in two { bench.system.panels.answer() }
        #expect(bench.system.panels.asked.isEmpty)
        #expect(bench.service.deviceEntries.map(\.reason) == ["refused: a keyboard", "refused: a keyboard"])
        #expect(bench.log().count == 2)
    }

    @Test func `a panel that is opened late after sleep resumes nothing`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel { $0.rules.opening = .resume }], one)
        bench.system.panels.asksAnother = true
        bench.touch(one, (10, 10))
        bench.system.interruptions.sleep(5_000_000)
        bench.system.panels.answer()
        #expect(bench.heard() == ["began on s-0", "cancelled deviceDisabled on s-0", "s-0 removed", "s-0 added"])
    }

    @Test func `a service that starts waits for its panels`() throws {
        let (one, two) = (Bench.touchscreen(), Bench.touchscreen("two", at: "/dev/input/event2"))
        let bench = try Bench(openingLater: [one, two], settings: Bench.settings([Bench.panel(), Bench.panel("s-1", name: "two")]))
        #expect(one.isOpen && two.isOpen && bench.service.deviceEntries.count == 2)
    }

    @Test func `however much comes and goes at once, there is one look at what is there`() throws {
        let bench = try Bench([Bench.panel()])
        let one = Bench.touchscreen()
        bench.system.panels.plug(one)
        let looks = bench.system.panels.looks
        let others = (2...60).map { Bench.touchscreen("other", at: "/dev/input/event\($0)") }
        let again = Bench.touchscreen()
        bench.system.panels.change(unplugging: [one], plugging: others + [again])
        #expect(bench.system.panels.looks == looks + 1)
        #expect(bench.heard() == ["s-0 added", "s-0 removed", "s-0 added"] && again.isOpen)
    }

    @Test func `after lost events the kernel's state counts, and what waits behind them does not`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        bench.touch(one, (10, 10))
        bench.touch(one, slot: 1, (20, 20))
        _ = bench.heard()
        one.set(0, 0x39, -1)
        one.overflow(bench.time)
        one.send(bench.time, 3, 0x35, 500)  // part of a report that the kernel's state includes
        one.wake()
        #expect(bench.heard() == ["cancelled resync on s-0", "moved on s-0"])
        #expect(bench.log() == ["warning: panel s-0: the kernel dropped events; resynchronised"])
    }
}
