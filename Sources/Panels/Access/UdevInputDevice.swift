internal import CLibudev
import Glibc
import Text

/// An event node as udev describes it.
struct UdevInputDevice {
    let identity: PanelIdentity
    let isTouchscreen: Bool
    let isKeyboard: Bool
    /// The device's folder in /sys/class/input: `input12`.
    let inputName: String
    /// The property LIBINPUT_CALIBRATION_MATRIX, if it is set.
    let calibration: String?

    /// Reads a device of udev; nil if it is only the parent of an event node.
    init?(_ device: OpaquePointer) {
        func property(_ name: String) -> String? { udev_device_get_property_value(device, name).map { String(cString: $0) } }
        guard let node = udev_device_get_devnode(device).map({ String(cString: $0) }),
            node.split(at: "/").last?.begins(with: "event") == true
        else { return nil }
        let parent = udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
        func attribute(_ name: String) -> String {
            parent.flatMap { udev_device_get_sysattr_value($0, name) }.map { String(cString: $0) } ?? ""
        }
        identity = PanelIdentity(
            name: attribute("name"), vendor: UInt16(attribute("id/vendor"), radix: 16) ?? 0,
            product: UInt16(attribute("id/product"), radix: 16) ?? 0, idPath: property("ID_PATH") ?? "",
            serial: property("ID_SERIAL_SHORT") ?? property("ID_SERIAL") ?? "", phys: attribute("phys"), source: node)
        isTouchscreen = property("ID_INPUT_TOUCHSCREEN") == "1"
        isKeyboard = property("ID_INPUT_KEYBOARD") == "1"
        inputName = parent.flatMap { udev_device_get_sysname($0) }.map { String(cString: $0) } ?? ""
        calibration = property("LIBINPUT_CALIBRATION_MATRIX")
    }

    /// Finds the device of this number; nil if udev knows none.
    init?(number: dev_t) {
        guard let udev = udev_new() else { return nil }
        defer { udev_unref(udev) }
        guard let device = udev_device_new_from_devnum(udev, CChar(UInt8(ascii: "c")), number) else { return nil }
        defer { udev_device_unref(device) }
        self.init(device)
    }
}
