import Configuration
import FakePlatform
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

    @Test func `another list of keys makes another device`() throws {
        let devices = FakeVirtualPanels()
        devices.hasStore = true
        try Bench(settings: Self.settings("A"), virtualPanels: devices).service.shutDown()
        _ = try Bench(settings: Self.settings("A B"), virtualPanels: devices)
        #expect(devices.made == 2 && devices.keyboards.count == 1 && devices.keyboards[0].layout.keys.count == 2)
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

    @Test(arguments: [nil, "left"]) func `its phys names the instance and the screen, and no touchd takes it for a panel`(instance: String?) {
        let layout = VirtualKeyboardLayout(ofScreen: "s", KeyboardRules(allow: [30]), instance: instance)
        #expect(layout.phys == (instance == nil ? "touchd/keys/s" : "touchd/left/keys/s") && layout.name == "touchd keys s")
        let identity = PanelIdentity(name: layout.name, vendor: 0, product: 0, phys: layout.phys, source: "/dev/input/event9")
        #expect(PanelWatcher.Device(identity: identity).isVirtualPanel)
    }
}
