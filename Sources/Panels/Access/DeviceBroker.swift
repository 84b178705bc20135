internal import CLibevdev
import CLinux
import Configuration
import Glibc
import Text
import TouchCore

/// Opens devices for the daemon, which has no right to open any. It is the part of touchd that runs as root: `touchctl open -`.
///
/// A request may come from somebody who has taken over the daemon. So the broker inspects the device itself, and a request only names the device.
public struct DeviceBroker {
    /// Reads the configuration of an instance, for a request that concerns a node.
    public typealias Configuration = (_ node: String, _ instance: String?) throws(PanelError) -> (settings: Settings, file: String)

    private let configuration: Configuration
    private let makeKeyboard: (VirtualKeyboardLayout) throws(PanelError) -> Int32

    /// - Parameter configuration: Reads the configuration of an instance.
    public init(configuration: @escaping Configuration) {
        self.init(configuration: configuration) { layout throws(PanelError) in try UinputKeyboard.create(layout) }
    }

    /// - Parameter makeKeyboard: Creates a keyboard and returns its descriptor.
    init(configuration: @escaping Configuration, makeKeyboard: @escaping (VirtualKeyboardLayout) throws(PanelError) -> Int32) {
        (self.configuration, self.makeKeyboard) = (configuration, makeKeyboard)
    }

    /// Carries out a request. Returns a descriptor, which the caller must close.
    public func answer(_ request: DeviceRequest) throws(PanelError) -> Int32 {
        switch request {
        case .open(let node, let instance): try open(node, instance)
        case .sibling(let node, let panel, let instance): try openSibling(node, of: panel, instance)
        case .keypad(let node, let instance): try openKeypad(node, instance)
        case .make(let layout): try UinputPanel.create(layout)
        case .makeKeyboard(let layout): try openKeyboard(layout)
        }
    }

    /// Creates a keyboard that the configuration describes.
    private func openKeyboard(_ layout: VirtualKeyboardLayout) throws(PanelError) -> Int32 {
        let (settings, file) = try configuration("/dev/uinput", layout.instance)
        if let why = DeviceRule.keyboardRefusal(layout, settings, file: file) { throw PanelError("/dev/uinput", why, code: EPERM) }
        return try makeKeyboard(layout)
    }

    /// Returns the panel in the configuration of an instance whose `match` fits a device; nil if none does.
    private func panel(_ device: PanelIdentity, _ instance: String?) throws(PanelError) -> PanelSettings? {
        let (settings, file) = try configuration(device.source, instance)
        return PanelMatcher(settings, file: file).entry(fitting: device)?.settings
    }

    private func open(_ node: String, _ instance: String?) throws(PanelError) -> Int32 {
        try open(node) { fd throws(PanelError) in try refusal(fd, node, instance) }
    }

    /// Opens a node that can do nothing but point, beside a panel that the daemon may have and that takes its siblings.
    private func openSibling(_ node: String, of panel: String, _ instance: String?) throws(PanelError) -> Int32 {
        close(try open(panel, instance))
        return try open(node) { fd throws(PanelError) in
            guard let sibling = Self.device(fd, node), let owner = UdevInputDevice(node: panel), sibling.isSibling(of: owner) else {
                return "it is no pointing device of the same USB device as \(panel)"
            }
            if let why = DeviceRule.siblingRefusal(panel, try self.panel(owner.identity, instance)) { return why }
            let device = try describeEventNode(fd, node, orSay: "libevdev cannot read it")
            defer { libevdev_free(device) }
            // The kernel's description decides, because udev's properties of the node may be older.
            // The ranges of keys that udev's builtin `input_id` calls keys; the others are buttons.
            let keys = [1..<UInt32(BTN_MISC), UInt32(KEY_OK)..<UInt32(BTN_DPAD_UP), UInt32(KEY_ALS_TOGGLE)..<UInt32(BTN_TRIGGER_HAPPY)]
            let canType = keys.joined().contains { libevdev_has_event_code(device, UInt32(EV_KEY), $0) != 0 }
            return canType ? "it has keys with which people may type" : nil
        }
    }

    /// Opens a node with keys or switches that the configuration names as a keypad.
    private func openKeypad(_ node: String, _ instance: String?) throws(PanelError) -> Int32 {
        try open(node) { fd throws(PanelError) in
            guard let known = Self.device(fd, node) else { return "udev does not know it as an input device" }
            let device = try describeEventNode(fd, node, orSay: "libevdev cannot read it")
            defer { libevdev_free(device) }
            return try DeviceRule.keypadRefusal(
                of: known.identity, isTouchscreen: known.isTouchscreen, hasKeys: LiveKeypad.isKeypad(device), isKeyboard: known.isKeyboard,
                present: PanelWatcher.keypads().map(\.identity)
            ) { () throws(PanelError) in
                let (settings, file) = try configuration(node, instance)
                return PanelMatcher(keypadsOf: settings, file: file)
            }
        }
    }

    private func open(_ node: String, refusal: (Int32) throws(PanelError) -> String?) throws(PanelError) -> Int32 {
        guard Self.isEventNode(node) else { throw PanelError(node, "the path must be /dev/input/event and a number", code: EPERM) }
        let fd = Glibc.open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW)
        if fd < 0 { throw PanelError(node, "cannot open it", errno: errno) }
        do throws(PanelError) {
            if let why = try refusal(fd) { throw PanelError(node, why, code: EPERM) }
        } catch {
            close(fd)
            throw error
        }
        return fd
    }

    private func refusal(_ fd: Int32, _ node: String, _ instance: String?) throws(PanelError) -> String? {
        guard let device = Self.device(fd, node) else { return "udev does not know it as an input device" }
        return try DeviceRule.refusal(
            isTouchscreen: device.isTouchscreen, isKeyboard: device.isKeyboard, complaint: try complaint(fd, node)
        ) { () throws(PanelError) in try panel(device.identity, instance) != nil }
    }

    /// Returns udev's device of an open event node; nil if the descriptor is of something else.
    private static func device(_ fd: Int32, _ node: String) -> UdevInputDevice? {
        var status = stat()
        guard fstat(fd, &status) == 0, status.st_mode & S_IFMT == S_IFCHR, major(status.st_rdev) == inputMajor,
            let device = UdevInputDevice(number: status.st_rdev), device.identity.source == node
        else { return nil }
        return device
    }

    /// Returns the reason why the device cannot be used as a panel. The kernel's description of the open descriptor decides, because udev's
    /// properties of the node may be older.
    private func complaint(_ fd: Int32, _ node: String) throws(PanelError) -> String? {
        let device = try describeEventNode(fd, node, orSay: "libevdev cannot read it")
        defer { libevdev_free(device) }
        if case .refused(let why) = PanelProfile(PanelDescription(device), quirks: true).kind { return why }
        return nil
    }

    /// INPUT_MAJOR of linux/major.h.
    private static let inputMajor: dev_t = 13

    private static func major(_ device: dev_t) -> dev_t { device >> 8 & 0xfff | device >> 32 & ~0xfff }

    static func isEventNode(_ path: String) -> Bool {
        let prefix = "/dev/input/event"
        let number = path.utf8.dropFirst(prefix.utf8.count)
        return path.begins(with: prefix) && (1...6).contains(number.count)
            && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
