internal import CLibudev
import Glibc
import TouchCore
import Text

/// The touchscreens that udev knows, and notices of those that come and go.
public final class PanelWatcher {
    public struct Device: Hashable {
        public var identity: PanelIdentity
        /// The matrix in the udev device's LIBINPUT_CALIBRATION_MATRIX; identity if there is none or it is invalid.
        public var calibration = AffineTransform.identity
        /// The reason why LIBINPUT_CALIBRATION_MATRIX is invalid, and what to do; nil if it is valid or not set.
        public var calibrationFault: String?
        /// The device's folder in /sys/class/input: `input12`.
        public var inputName = ""
        /// Whether the device is a virtual panel of this or another touchd.
        public var isVirtualPanel: Bool { identity.phys?.begins(with: VirtualPanelLayout.physPrefix) == true }
        public var node: String { identity.source }

        public init(identity: PanelIdentity) { self.identity = identity }
    }

    public enum Change {
        case added(Device)
        /// The node of a device that was removed.
        case removed(String)
    }

    private let monitor = UdevMonitor(subsystem: "input")
    /// A descriptor that is readable when there are `changes`; -1 if there is no netlink connection to udev.
    public var fd: Int32 { monitor.fd }

    public init() {}

    /// Returns the touchscreens that are present, in the order of their nodes.
    public func present() -> [Device] {
        guard let enumerate = udev_enumerate_new(monitor.udev) else { return [] }
        defer { udev_enumerate_unref(enumerate) }
        udev_enumerate_add_match_subsystem(enumerate, "input")
        udev_enumerate_add_match_property(enumerate, "ID_INPUT_TOUCHSCREEN", "1")
        udev_enumerate_scan_devices(enumerate)
        var devices: [Device] = []
        var entry = udev_enumerate_get_list_entry(enumerate)
        while let current = entry {
            if let device = udev_device_new_from_syspath(monitor.udev, udev_list_entry_get_name(current)) {
                if let found = Self.touchscreen(device) { devices.append(found) }
                udev_device_unref(device)
            }
            entry = udev_list_entry_get_next(current)
        }
        return devices.sorted { ($0.node.utf8.count, $0.node) < ($1.node.utf8.count, $1.node) }
    }

    /// Returns the changes since the last call. Does not block.
    public func changes() -> [Change] {
        var changes: [Change] = []
        while let device = monitor.next() {
            defer { udev_device_unref(device) }
            guard let action = udev_device_get_action(device).map({ String(cString: $0) }) else { continue }
            if action == "remove", let node = udev_device_get_devnode(device) {
                changes.append(.removed(String(cString: node)))
            } else if action == "add" || action == "change", let found = Self.touchscreen(device) {
                changes.append(.added(found))
            }
        }
        return changes
    }

    /// Returns a device as a touchscreen; nil if it is none, or is only the parent of an event node.
    private static func touchscreen(_ device: OpaquePointer) -> Device? {
        guard let known = UdevInputDevice(device), known.isTouchscreen else { return nil }
        var found = Device(identity: known.identity)
        found.inputName = known.inputName
        if let text = known.calibration {
            do { found.calibration = try AffineTransform(libinput: text) } catch {
                found.calibrationFault =
                    "udev's LIBINPUT_CALIBRATION_MATRIX=\"\(text)\" \(error); the panel is used without it. "
                    + "Correct the udev rule, or remove it and set \"calibration\" in the configuration"
            }
        }
        return found
    }
}
