internal import CLibudev
import Glibc
import TouchCore
import Text

/// The touchscreens that udev knows, and notices of those that come and go. Without udev, the axes of the nodes in /dev/input say which of them are
/// touchscreens (`InputClass`).
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
        public var isVirtualPanel: Bool { identity.isVirtual }
        public var node: String { identity.source }

        public init(identity: PanelIdentity) { self.identity = identity }
    }

    public enum Change {
        case added(Device)
        /// The node of a device that was removed.
        case removed(String)
        /// A device that is no touchscreen, but may be the sibling of one (`siblings`), or a keypad (`keypads`).
        case other
        /// Notices were lost, because there were too many at once. Any device may have come, gone or been replaced by another at the same node. This
        /// is the last change, because the notices that were kept are older than the lost ones.
        case missed
    }

    private let monitor = UdevMonitor(subsystem: "input")
    /// The watch of /dev/input; nil where udev runs.
    private let folder: InputFolderWatch? = UdevInputDevice.isUdevRunning ? nil : InputFolderWatch()
    /// Descriptors that are readable when there are `changes`; none if there is neither a connection to udev nor a watch of /dev/input.
    public var fds: [Int32] { [monitor.fd, folder?.fd ?? -1].filter { $0 >= 0 } }

    public init() {}

    /// Returns the touchscreens that are present, in the order of their nodes.
    public func present() -> [Device] { devices(onlyTouchscreens: folder == nil, Self.touchscreen) }

    /// - Parameter onlyTouchscreens: whether udev shall list only those devices that it calls touchscreens.
    private func devices(onlyTouchscreens: Bool, _ found: (OpaquePointer) -> Device?) -> [Device] {
        Self.devices(monitor.udev, onlyTouchscreens: onlyTouchscreens, found)
    }

    private static func devices(_ udev: OpaquePointer, onlyTouchscreens: Bool, _ found: (OpaquePointer) -> Device?) -> [Device] {
        guard let enumerate = udev_enumerate_new(udev) else { return [] }
        defer { udev_enumerate_unref(enumerate) }
        udev_enumerate_add_match_subsystem(enumerate, "input")
        if onlyTouchscreens { udev_enumerate_add_match_property(enumerate, "ID_INPUT_TOUCHSCREEN", "1") }
        udev_enumerate_scan_devices(enumerate)
        var devices: [Device] = []
        var entry = udev_enumerate_get_list_entry(enumerate)
        while let current = entry {
            if let device = udev_device_new_from_syspath(udev, udev_list_entry_get_name(current)) {
                if let found = found(device) { devices.append(found) }
                udev_device_unref(device)
            }
            entry = udev_list_entry_get_next(current)
        }
        return devices.sorted { ($0.node.utf8.count, $0.node) < ($1.node.utf8.count, $1.node) }
    }

    /// Returns the changes since the last call. Does not block.
    public func changes() -> [Change] {
        var changes: [Change] = []
        var hasMissed = false
        // The folder first: if a node goes at the moment when udev announces it, the announcement is the last word, and its failure is reported.
        for change in folder?.changes() ?? [] {
            switch change {
            case .removed(let node): changes.append(.removed(node))
            case .appeared(let node):
                if let known = UdevInputDevice(node: node) { append(known, &changes) }
            case .missed: hasMissed = true
            }
        }
        while let notice = monitor.next() {
            guard case .device(let device) = notice else {
                hasMissed = true
                continue
            }
            defer { udev_device_unref(device) }
            guard let action = udev_device_get_action(device).map({ String(cString: $0) }) else { continue }
            if action == "remove", let node = udev_device_get_devnode(device) {
                changes.append(.removed(String(cString: node)))
            } else if action == "add" || action == "change", let known = UdevInputDevice(device) {
                append(known, &changes)
            }
        }
        if hasMissed { changes.append(.missed) }
        return changes
    }

    private func append(_ known: UdevInputDevice, _ changes: inout [Change]) {
        if let found = Self.touchscreen(known) { changes.append(.added(found)) } else if known.isPointer || known.isKeypad { changes.append(.other) }
    }

    /// Returns the other nodes of a panel's USB device with which people point and cannot type, in the order of their nodes.
    public func siblings(of node: String) -> [Device] {
        guard let panel = UdevInputDevice(node: node), panel.usbDevice != nil else { return [] }
        return devices(onlyTouchscreens: false) { device in
            guard let known = UdevInputDevice(device), known.isSibling(of: panel) else { return nil }
            var found = Device(identity: known.identity)
            found.inputName = known.inputName
            return found
        }
    }

    /// Returns the devices that may be keypads: those with keys or switches that are no touchscreens, in the order of their nodes.
    public static func keypads() -> [Device] {
        guard let udev = udev_new() else { return [] }
        defer { udev_unref(udev) }
        return devices(udev, onlyTouchscreens: false) { device in
            guard let known = UdevInputDevice(device), known.isKeypad, isInReach(known) else { return nil }
            let found = Device(identity: known.identity)
            return found.isVirtualPanel ? nil : found
        }
    }

    /// Whether a node can be opened at all. In a container, /sys has all devices of the machine, and /dev only those that the container may have.
    private static func isInReach(_ known: UdevInputDevice) -> Bool { known.identity.isKnownToUdev || access(known.identity.source, F_OK) == 0 }

    /// Returns a device as a touchscreen; nil if it is none, or is only the parent of an event node.
    private static func touchscreen(_ device: OpaquePointer) -> Device? {
        UdevInputDevice(device).flatMap(touchscreen)
    }

    private static func touchscreen(_ known: UdevInputDevice) -> Device? {
        guard known.isTouchscreen, isInReach(known) else { return nil }
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
