internal import CLibudev
import Glibc
import Text

/// An event node as udev describes it. Where udev knows nothing of the node, its axes and keys say what it is.
struct UdevInputDevice {
    let identity: PanelIdentity
    let isTouchscreen: Bool
    let isKeyboard: Bool
    /// Whether people point with it, and cannot type with it.
    let isPointer: Bool
    /// Whether it may be a keypad: it has keys, buttons or switches and is no touchscreen.
    let isKeypad: Bool
    /// The device's folder in /sys/class/input: `input12`.
    let inputName: String
    /// The property LIBINPUT_CALIBRATION_MATRIX, if it is set.
    let calibration: String?
    /// The folder of the USB device that the node belongs to, in /sys; nil if it belongs to none.
    let usbDevice: String?

    /// Whether udev runs, as libudev tells it. If not, nobody will describe a node later.
    static var isUdevRunning: Bool { access("/run/udev/control", F_OK) == 0 }

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
        var identity = PanelIdentity(
            name: attribute("name"), vendor: UInt16(attribute("id/vendor"), radix: 16) ?? 0,
            product: UInt16(attribute("id/product"), radix: 16) ?? 0, idPath: property("ID_PATH") ?? "",
            serial: property("ID_SERIAL_SHORT") ?? property("ID_SERIAL") ?? "", phys: attribute("phys"), source: node)
        func isSet(_ name: String) -> Bool { property(name) == "1" }
        if property("ID_INPUT") != nil || isSet("ID_INPUT_TOUCHSCREEN") || Self.isUdevRunning {
            isTouchscreen = isSet("ID_INPUT_TOUCHSCREEN")
            isKeyboard = isSet("ID_INPUT_KEYBOARD")
            let kinds = ["TOUCHSCREEN", "TOUCHPAD", "MOUSE", "TABLET", "POINTINGSTICK"]
            isPointer = kinds.contains { isSet("ID_INPUT_" + $0) } && !isKeyboard && !isSet("ID_INPUT_KEY")
        } else {
            let kind = InputClass(
                events: attribute("capabilities/ev"), axes: attribute("capabilities/abs"), keys: attribute("capabilities/key"),
                relative: attribute("capabilities/rel"), properties: attribute("properties"))
            (isTouchscreen, isKeyboard, isPointer) = (kind.isTouchscreen, kind.isKeyboard, kind.isPointer && !kind.hasKeys && !kind.isKeyboard)
            identity.isKnownToUdev = false
        }
        let hasKeys = ["key", "sw"].contains { attribute("capabilities/" + $0).utf8.contains { !" 0".utf8.contains($0) } }
        isKeypad = hasKeys && !isTouchscreen
        self.identity = identity
        inputName = parent.flatMap { udev_device_get_sysname($0) }.map { String(cString: $0) } ?? ""
        calibration = property("LIBINPUT_CALIBRATION_MATRIX")
        let usb = udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device")
        usbDevice = usb.flatMap { udev_device_get_syspath($0) }.map { String(cString: $0) }
    }

    /// Whether the node belongs to the same USB device as a panel's node, and people point with it. True for no virtual panel of any touchd.
    func isSibling(of panel: UdevInputDevice) -> Bool {
        isPointer && usbDevice != nil && usbDevice == panel.usbDevice && identity.source != panel.identity.source
            && !identity.isVirtual
    }

    /// Finds the device of this number; nil if udev knows none.
    init?(number: dev_t) {
        guard let udev = udev_new() else { return nil }
        defer { udev_unref(udev) }
        guard let device = udev_device_new_from_devnum(udev, CChar(UInt8(ascii: "c")), number) else { return nil }
        defer { udev_device_unref(device) }
        self.init(device)
    }

    /// Finds the device of this event node; nil if there is none, or if the node belongs to a different device.
    init?(node: String) {
        var status = stat()
        guard stat(node, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
        self.init(number: status.st_rdev)
        if identity.source != node { return nil }
    }
}
