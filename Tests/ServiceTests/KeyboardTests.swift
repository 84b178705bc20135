import Configuration
import FakePlatform
import Glibc
import Panels
import Testing
import TouchCore

@testable import Service

/// The life of touchd's keyboard (contract 8, Typing).
@Suite struct KeyboardTests {
    private static func settings(_ keys: String?) -> Settings {
        var settings = Bench.settings([])
        settings.screens[0].spec.keyboard = keys.map { keys in
            KeyboardRules(allow: Set(keys.split(separator: " ").map { KeyName.code("KEY_\($0)")! }))
        }
        return settings
    }

    @Test func `the keyboard outlives a restart, and no key stays down`() throws {
        let devices = FakeVirtualPanels()
        devices.hasStore = true
        do {
            let bench = try Bench(settings: Self.settings("A"), virtualPanels: devices)
            bench.send(#"{"type":"keys","id":1,"keys":[{"key":"KEY_A","down":true}]}"#)
            #expect(devices.keyboards.first?.down == ["A"])
            devices.kill()
        }
        let again = try Bench(settings: Self.settings("A"), virtualPanels: devices)
        #expect(devices.made == 1 && devices.keyboards.count == 1 && devices.keyboards[0].down.isEmpty)
        again.service.shutDown()
        #expect(devices.keptKeyboards.count == 1)
        _ = try Bench(settings: Self.settings(nil), virtualPanels: devices)
        #expect(devices.keyboards.isEmpty, "the next configuration has no keyboard")
    }

    @Test func `no key stays down when the write of its release fails`() throws {
        let devices = FakeVirtualPanels()
        let bench = try Bench(settings: Self.settings("A B"), virtualPanels: devices)
        func press(_ key: String, _ isDown: Bool) {
            bench.send(#"{"type":"keys","id":1,"keys":[{"key":"KEY_\#(key)","down":\#(isDown)}]}"#)
        }
        press("A", true)
        press("B", true)
        var failures: [Int32] = [EAGAIN]
        devices.nextKeyboardWriteFailure = { failures.popLast() }
        press("A", false)
        #expect(devices.keyboards[0].down.isEmpty)
        #expect(bench.log().filter { $0.contains("cannot write to touchd/") }.count == 1)
        press("B", false)
        press("A", true)
        #expect(devices.keyboards[0].down == ["A"])
        // The kernel refuses everything for a while.
        failures = [EIO, EIO, EIO]
        press("A", false)
        _ = bench.heard()
        press("B", true)
        let refusal = String(decoding: bench.client.receive(atMost: 1 << 18), as: UTF8.self)
        #expect(refusal.contains("notAllowed") && refusal.contains("the kernel does not accept the keyboard's events"))
        #expect(devices.keyboards[0].down == ["A"] && failures.count == 1, "the next attempt is not due yet")
        bench.pass(1_000_000)
        #expect(devices.keyboards[0].down == ["A"] && failures.isEmpty)
        bench.pass(1_000_000)
        #expect(devices.keyboards[0].down.isEmpty && devices.keyboards[0].typed == ["A", "B", "A"], "a key pressed meanwhile is not typed later")
        #expect(bench.log().filter { $0.contains("cannot write to touchd/") }.count == 1, "one line for the failures in a row")
        press("B", true)
        #expect(devices.keyboards[0].down == ["B"])
    }

    @Test func `another list of keys makes another device`() throws {
        let devices = FakeVirtualPanels()
        devices.hasStore = true
        let bench = try Bench(settings: Self.settings("A"), virtualPanels: devices)
        bench.service.shutDown()
        _ = try Bench(settings: Self.settings("A B"), virtualPanels: devices)
        #expect(devices.made == 2 && devices.keyboards.count == 1 && devices.keyboards[0].layout.keys.count == 2)
    }

    @Test func `gestures of staff and of the kiosk type their keys`() throws {
        let devices = FakeVirtualPanels()
        let one = Bench.touchscreen()
        var settings = Bench.settings([Bench.panel()])
        settings.screens[0].spec.keyboard = KeyboardRules(allow: [KeyName.code("KEY_LEFTALT")!, KeyName.code("KEY_HOME")!])
        settings.screens[0].spec.kiosk.staff = [
            StaffRule(id: "service", corner: .topLeft, size: 30, taps: 1, hold: 500_000, action: KioskAction(keys: [KeyName.code("KEY_HOME")!]))
        ]
        settings.screens[0].spec.kiosk.gestures = [
            KioskGestureRule(
                id: "menu", .corner(.bottomRight, size: 30, hold: 500_000),
                action: KioskAction(keys: [KeyName.code("KEY_LEFTALT")!, KeyName.code("KEY_HOME")!]))
        ]
        func makeGestures(_ devices: FakeVirtualPanels) throws -> Bench {
            let bench = try Bench(settings: settings, one, virtualPanels: devices)
            repeatGestures(bench)
            return bench
        }
        func repeatGestures(_ bench: Bench) {
            for place in [(x: Int32(10), y: Int32(10)), (x: 990, y: 990)] {
                bench.touch(one, place)
                bench.pass(1_000_000)
                bench.touch(one, nil)
                bench.pass(1_000_000)
            }
        }
        let bench = try makeGestures(devices)
        #expect(devices.keyboards.first?.takeChanges() == "+HOME -HOME +LEFTALT +HOME -HOME -LEFTALT")

        bench.send(#"{"type":"keys","id":1,"keys":[{"key":"KEY_HOME","down":true}]}"#)
        repeatGestures(bench)
        #expect(devices.keyboards.first?.takeChanges() == "+HOME +LEFTALT -LEFTALT", "a key that somebody holds stays down")

        let another = FakeVirtualPanels()
        another.failure = PanelError("/dev/uinput", "cannot open it")
        #expect(try makeGestures(another).log().filter { $0.contains("types no keys: ") }.count == 2)
    }

    @Test func `without uinput touchd runs, says so once, and tries again at a reload`() throws {
        let devices = FakeVirtualPanels()
        devices.failure = PanelError("/dev/uinput", "cannot open it")
        let bench = try Bench(settings: Self.settings("A"), virtualPanels: devices)
        #expect(bench.log().filter { $0.contains("touchd cannot type: ") }.count == 1)
        devices.failure = nil
        bench.service.reload { _ in }
        bench.turn()
        #expect(devices.keyboards.count == 1)
    }

    @Test func `a keyboard that could not be made is tried again twice a minute, without another word`() throws {
        let devices = FakeVirtualPanels()
        devices.failure = PanelError("/dev/uinput", "no answer", code: 110)
        let bench = try Bench(settings: Self.settings("A"), virtualPanels: devices)
        bench.pass(3_600_000_000)
        #expect(bench.log().count == 1)
        devices.failure = nil
        bench.pass(30_000_000)
        #expect(devices.keyboards.count == 1)
    }

    @Test(arguments: [nil, "left"]) func `its phys names the instance and the screen, and no touchd takes it for a panel`(instance: String?) {
        let layout = VirtualKeyboardLayout(ofScreen: "s", KeyboardRules(allow: [30]), instance: instance)
        #expect(layout.phys == (instance == nil ? "touchd/keys/s" : "touchd/left/keys/s") && layout.name == "touchd keys s")
        let identity = PanelIdentity(name: layout.name, vendor: 0, product: 0, phys: layout.phys, source: "/dev/input/event9")
        #expect(PanelWatcher.Device(identity: identity).isVirtualPanel)
    }
}
