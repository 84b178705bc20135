import Configuration
import FakePlatform
import Glibc
import Panels
import Testing
import TouchCore

@testable import Service

/// The other nodes of a panel's USB device (`siblings`).
@Suite struct SiblingTests {
    private static let node = "/dev/input/event1"

    private func reload(_ bench: Bench, _ panel: PanelSettings) {
        bench.settings = Bench.settings([panel])
        bench.service.reload { _ in }
        bench.turn()
    }

    private func reasons(_ bench: Bench) -> [String] { bench.service.siblings.entries.map(\.reason) }

    /// A bench with a panel `s-0` and a mouse beside it.
    private func bench(_ change: @escaping (inout PanelSettings) -> Void = { $0.grab = true }) throws -> (Bench, FakeTouchscreen, FakePointer) {
        let (one, mouse) = (Bench.touchscreen(), FakePointer("one Mouse", at: "/dev/input/event2"))
        let bench = try Bench([Bench.panel("s-0", change)])
        bench.system.panels.pointers[Self.node] = [mouse]
        bench.system.panels.plug(one)
        return (bench, one, mouse)
    }

    @Test func `a mouse beside a grabbed panel is grabbed with it, and released with it`() throws {
        let (bench, one, mouse) = try bench()
        #expect(one.isGrabbed && mouse.isGrabbed)
        #expect(reasons(bench) == ["grabbed with s-0: it belongs to the same USB device as s-0"])
        #expect(
            bench.system.takeLog().contains(
                "info: panel s-0: grabbed \(mouse.identity.summary) too, because it belongs to the same USB device"))
        bench.system.panels.unplug(one)
        #expect(!mouse.isGrabbed)
        bench.system.panels.plug(one)
        #expect(mouse.isGrabbed)
        reload(bench, Bench.panel())
        #expect(!one.isGrabbed && !mouse.isGrabbed)
        #expect(reasons(bench) == ["it belongs to the same USB device as s-0, and stays with other programs"])
    }

    @Test func `siblings leave leaves it, and a reload that says so releases it without closing the panel`() throws {
        let (bench, one, mouse) = try bench()
        reload(
            bench,
            Bench.panel {
                $0.grab = true
                $0.siblings = false
            })
        #expect(one.isGrabbed && !mouse.isGrabbed && one.openings == 1)
        reload(
            bench,
            Bench.panel {
                $0.grab = true
                $0.siblings = true
            })
        #expect(mouse.isGrabbed && one.openings == 1)
    }

    @Test func `without a grab it is only named`() throws {
        let (bench, _, mouse) = try bench { $0.siblings = true }
        #expect(!mouse.isGrabbed)
        #expect(reasons(bench) == ["it belongs to the same USB device as s-0, and stays with other programs"])
    }

    @Test func `a node that comes after the panel is grabbed, and one that goes is forgotten`() throws {
        let (bench, _, mouse) = try bench()
        let second = FakePointer("one Touchpad", at: "/dev/input/event3")
        bench.system.panels.pointers[Self.node] = [mouse, second]
        bench.system.panels.changePointers()
        #expect(second.isGrabbed && mouse.isGrabbed)
        bench.system.panels.pointers[Self.node] = [second]
        bench.system.panels.changePointers()
        #expect(second.isGrabbed && !mouse.isGrabbed)
    }

    @Test func `it is grabbed when the panel is, once nothing is down, and released with the five fingers`() throws {
        let (one, mouse) = (Bench.touchscreen(), FakePointer("one Mouse", at: "/dev/input/event2"))
        one.send(0, EventType.abs, AbsCode.mtTrackingID, 3)
        let panel = VirtualPanelTests.panel { $0.grabEscape = .after(3_000_000) }
        let bench = try Bench(settings: VirtualPanelTests.settings([panel]))
        bench.system.panels.pointers[Self.node] = [mouse]
        bench.system.panels.plug(one)
        #expect(!mouse.isGrabbed)
        bench.touch(one, nil)
        #expect(one.isGrabbed && mouse.isGrabbed)
        for slot in 0..<5 { bench.touch(one, slot: slot, (Int32(100 * slot + 200), 400)) }
        bench.pass(3_000_000)
        #expect(mouse.isGrabbed, "as long as fingers are down")
        for slot in 0..<5 { bench.touch(one, slot: slot, nil) }
        #expect(!one.isGrabbed && !mouse.isGrabbed)
    }

    @Test func `while a button is down it is tried again, and another failure is logged once`() throws {
        let (one, mouse) = (Bench.touchscreen(), FakePointer("one Mouse", at: "/dev/input/event2"))
        mouse.failure = PanelError("/dev/input/event2", "a button is down", code: EAGAIN)
        let bench = try Bench([Bench.panel { $0.grab = true }])
        bench.system.panels.pointers[Self.node] = [mouse]
        bench.system.panels.plug(one)
        bench.pass(1_200_000)
        #expect(!mouse.isGrabbed && bench.log() == [])
        mouse.failure = nil
        bench.pass(500_000)
        #expect(mouse.isGrabbed)
        bench.system.panels.unplug(one)
        mouse.failure = PanelError("/dev/input/event2", "cannot grab it, another program has grabbed it", code: EBUSY)
        bench.system.panels.plug(one)
        bench.system.panels.changePointers()
        let why = "stays with other programs: cannot grab it, another program has grabbed it"
        #expect(bench.system.takeLog().filter { $0.hasPrefix("warning: panel s-0: ") && $0.hasSuffix("but \(why)") }.count == 1)
        #expect(reasons(bench) == ["it belongs to the same USB device as s-0, but \(why)"])
    }

    @Test func `a node that could not be grabbed is tried again by the recovery's pace, and logged once`() throws {
        let (one, mouse) = (Bench.touchscreen(), FakePointer("one Mouse", at: "/dev/input/event2"))
        mouse.failure = PanelError("/dev/input/event2", "cannot open it", code: EACCES)
        let bench = try Bench([Bench.panel { $0.grab = true }])
        bench.system.panels.pointers[Self.node] = [mouse]
        bench.system.panels.plug(one)
        bench.pass(1_100_000)
        bench.pass(2_100_000)
        #expect(!mouse.isGrabbed)
        mouse.failure = nil
        bench.pass(3_700_000)
        #expect(!mouse.isGrabbed)
        bench.pass(500_000)
        #expect(mouse.isGrabbed)
        #expect(bench.system.takeLog().filter { $0.hasPrefix("warning: panel s-0: ") }.count == 1)
    }

    @Test func `a node that was given up is tried again when udev changes something, and after a reload`() throws {
        for isReload in [false, true] {
            let (one, mouse) = (Bench.touchscreen(), FakePointer("one Mouse", at: "/dev/input/event2"))
            mouse.failure = PanelError("/dev/input/event2", "cannot open it", code: EACCES)
            let bench = try Bench([Bench.panel { $0.grab = true }])
            bench.system.panels.pointers[Self.node] = [mouse]
            bench.system.panels.plug(one)
            for _ in 0..<100 { bench.pass(1_000_000) }
            mouse.failure = nil
            for _ in 0..<100 { bench.pass(1_000_000) }
            #expect(!mouse.isGrabbed)
            if isReload { reload(bench, Bench.panel { $0.grab = true }) } else { bench.system.panels.changePointers() }
            #expect(mouse.isGrabbed)
        }
    }

    @Test func `a node that the panel's own match fits is grabbed with it`() throws {
        let (one, mouse) = (Bench.touchscreen(), FakePointer("one", at: "/dev/input/event2"))
        let bench = try Bench([Bench.panel { $0.grab = true }])
        bench.system.panels.pointers[Self.node] = [mouse]
        bench.system.panels.plug(one)
        #expect(mouse.isGrabbed)
    }

    @Test func `a node that is a panel itself, or a virtual panel, is no sibling`() throws {
        let (one, two) = (Bench.touchscreen(), FakePointer("two", at: "/dev/input/event2"))
        let virtual = FakePointer("touchd s", at: "/dev/input/event3", phys: "touchd/s-0")
        let bench = try Bench([Bench.panel { $0.grab = true }, Bench.panel("s-1", name: "two")])
        bench.system.panels.pointers[Self.node] = [two, virtual]
        bench.system.panels.plug(one)
        #expect(!two.isGrabbed && !virtual.isGrabbed && reasons(bench) == [])
    }
}
