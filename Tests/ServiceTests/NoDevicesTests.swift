import FakePlatform
import Testing

@testable import Service

/// `touchd --recording … --no-devices`.
@Suite struct NoDevicesTests {
    @Test func `without devices nothing of the machine is found, made or started`() {
        let system = FakeSystem { _ in .failure(StartFailure(message: "", status: 78)) }
        system.panels.plug(Bench.touchscreen())
        #expect(system.platform.panels.present().count == 1)
        let platform = system.platform.withoutDevices
        #expect(platform.panels.present().isEmpty && platform.panels.presentKeypads().isEmpty && platform.virtualPanels == nil)
        platform.units.start(for: .wake, of: "main")
        #expect(system.units.started.isEmpty)
        #expect(platform.outputs.display(under: ["HDMI-A-1"], isOnlyScreen: true) == .unknown([]))
        #expect(system.outputs.looks == 0)
    }
}
