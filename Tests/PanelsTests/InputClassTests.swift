import Testing

@testable import Panels

/// The kinds of devices by their axes and keys, where udev does not name them. The capabilities are those of real devices, as sysfs shows them.
@Suite struct InputClassTests {
    private func kind(events: String, abs: String = "0", key: String = "0", rel: String = "0", properties: String = "0") -> String {
        let kind = InputClass(events: events, axes: abs, keys: key, relative: rel, properties: properties)
        let flags = [
            (kind.isTouchscreen, "touchscreen"), (kind.isPointer, "pointer"), (kind.hasKeys, "keys"), (kind.isKeyboard, "keyboard"),
        ]
        return flags.filter(\.0).map(\.1).joined(separator: " ")
    }

    @Test func `touchscreens point and have no keys`() {
        // A panel of protocol B with BTN_TOUCH; the same by its property alone; a single-touch panel.
        #expect(kind(events: "b", abs: "6e1800000000003", key: "400 0 0 0 0 0") == "touchscreen pointer")
        #expect(kind(events: "9", abs: "6e0800000000000", properties: "2") == "touchscreen pointer")
        #expect(kind(events: "b", abs: "3", key: "400 0 0 0 0 0") == "touchscreen pointer")
        // A panel whose driver declares BTN_TOOL_FINGER, too.
        #expect(kind(events: "b", abs: "260800000000003", key: "420 0 0 0 0 0", properties: "2") == "touchscreen pointer")
    }

    @Test func `mice, touchpads and tablets point, and are no touchscreens`() {
        #expect(kind(events: "17", key: "1f0000 0 0 0 0", rel: "1943") == "pointer")
        #expect(kind(events: "b", abs: "2608000 3000003", key: "6420 30000 0 0 0 0") == "pointer")
        #expect(kind(events: "b", abs: "3", key: "e520 10000 0 0 0 0", properties: "1") == "pointer")
        #expect(kind(events: "1b", abs: "d000003", key: "c03 0 0 0 0 0", properties: "1") == "pointer")
        // The absolute mouse of a virtual machine, and the "mouse" beside a touchscreen.
        #expect(kind(events: "1f", abs: "3", key: "1f0000 0 0 0 0", rel: "900") == "pointer")
    }

    @Test func `keyboards, buttons, gamepads and accelerometers do not point`() {
        #expect(kind(events: "120013", key: "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe") == "keys keyboard")
        #expect(kind(events: "3", key: "10000000000000 0") == "keys")
        #expect(kind(events: "20000b", abs: "3003f", key: "7cdb000000000000 0 0 0 0") == "")
        #expect(kind(events: "9", abs: "7") == "")
        #expect(kind(events: "9", abs: "3", properties: "40") == "")
    }

    @Test func `a device that claims all axes, and texts that are no bits, are nothing`() {
        #expect(kind(events: "b", abs: "7fffffffffffffff", key: "1000000000000 0 0 0 0") == "")
        #expect(kind(events: "", abs: "x y z", key: "-1", rel: "ffffffffffffffffff", properties: " ") == "")
    }
}
