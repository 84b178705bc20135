import Configuration
import TouchCore
import Testing

@testable import Panels

/// The declarations of virtual panels.
@Suite struct `Virtual panel layout` {
    private func panel(_ change: (inout PanelDescription) -> Void = { _ in }) -> PanelProfile {
        var panel = PanelDescription(name: "ELO", bus: 3, vendor: 0x4e7, product: 0x20, version: 2)
        panel[axis: AbsCode.mtPositionX] = AxisInfo(minimum: 10, maximum: 4095, fuzz: 4, flat: 2, resolution: 12)
        panel[axis: AbsCode.mtPositionY] = AxisInfo(minimum: 0, maximum: 2047, resolution: 10)
        panel[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: 4)
        panel[axis: AbsCode.mtTrackingID] = AxisInfo(minimum: 0, maximum: 65535)
        panel[axis: AbsCode.mtPressure] = AxisInfo(minimum: 0, maximum: 255)
        panel[axis: AbsCode.mtDistance] = AxisInfo(minimum: 0, maximum: 1)
        panel.keys = [KeyCode.btnTouch, KeyCode.btnLeft]
        change(&panel)
        return PanelProfile(panel, quirks: false)
    }

    private func layout(
        _ profile: PanelProfile, rotation: Rotation = .none, instance: String? = nil, _ change: (inout VirtualPanelSettings) -> Void = { _ in }
    ) -> VirtualPanelLayout {
        var settings = VirtualPanelSettings()
        change(&settings)
        let mapping = PanelMapping(panel: profile.description, kind: profile.kind, rotation: rotation, screen: Size(1080, 1920))
        return VirtualPanelLayout(of: "main-0", profile, mapping, settings, screen: ("main", Size(1080, 1920)), instance: instance)
    }

    @Test func `it has the panel's own axes, ranges, resolutions, slots and ids, and a name and a phys of touchd's`() {
        let made = layout(panel())
        #expect((made.name, made.phys, made.slots) == ("touchd main", "touchd/main-0", 5))
        #expect((made.vendor, made.product, made.version) == (0x4e7, 0x20, 2))
        let (x, y) = (AxisInfo(minimum: 10, maximum: 4095, resolution: 12), AxisInfo(minimum: 0, maximum: 2047, resolution: 10))
        #expect(
            made.axes == [
                AbsCode.x: x, AbsCode.y: y, AbsCode.mtPositionX: x, AbsCode.mtPositionY: y, AbsCode.mtSlot: AxisInfo(minimum: 0, maximum: 4),
                AbsCode.mtTrackingID: AxisInfo(minimum: 0, maximum: 65535), AbsCode.mtPressure: AxisInfo(minimum: 0, maximum: 255),
            ])
        #expect(layout(panel(), instance: "left").phys == "touchd/left/main-0")
    }

    @Test func `tools are told only where cancels are palms`() {
        #expect(layout(panel()) { $0.cancel = .palm }.axes[AbsCode.mtToolType] == AxisInfo(minimum: 0, maximum: 2))
        #expect(layout(panel()) { $0.cancel = .away }.axes[AbsCode.mtToolType] == nil)
    }

    @Test func `in the screen's space it has tenths of points, and the size in mm the way the screen lies`() {
        let made = layout(panel(), rotation: .quarter) { $0.space = .screen }
        #expect(made.axes[AbsCode.mtPositionX]?.maximum == 10799)
        #expect(made.axes[AbsCode.mtPositionY]?.maximum == 19199)
        // 2048 units at 10 per mm lie across.
        #expect(abs(10800 / Double(made.axes[AbsCode.mtPositionX]!.resolution) - 204.8) < 2)
        #expect(abs(19200 / Double(made.axes[AbsCode.mtPositionY]!.resolution) - 340.5) < 4)
    }

    @Test func `a panel of one contact has one slot, and a pressure of the multitouch kind`() {
        let single = panel {
            for code in [AbsCode.mtPositionX, AbsCode.mtPositionY, AbsCode.mtSlot, AbsCode.mtTrackingID, AbsCode.mtPressure] { $0[axis: code] = nil }
            ($0[axis: AbsCode.x], $0[axis: AbsCode.y]) = (AxisInfo(minimum: 0, maximum: 99), AxisInfo(minimum: 0, maximum: 49))
            $0[axis: AbsCode.pressure] = AxisInfo(minimum: 0, maximum: 7)
        }
        let made = layout(single)
        #expect(made.slots == 1)
        #expect(made.axes[AbsCode.mtPositionX]?.maximum == 99 && made.axes[AbsCode.mtPressure]?.maximum == 7 && made.axes[AbsCode.pressure] == nil)
    }
}
