internal import CLibevdev
import CLinux
import Glibc
import Recordings
import TouchCore

/// Any evdev node, open for recording. Users need recordings mostly of panels that touchd refuses.
public final class EventNode {
    public let node: String
    public let fd: Int32
    public let device: RecordedDevice
    private let reader: EventReader

    /// - Throws: `PanelError` with its `code` if the node cannot be opened or is no evdev node.
    public init(_ node: String) throws(PanelError) {
        let fd = try DeviceAccess().openNode(node)
        let device = try prepareEventNode(fd, node, orSay: "it is not an event node")
        self.node = node
        self.fd = fd
        self.device = RecordedDevice(device)
        reader = EventReader(fd)
        libevdev_free(device)
    }

    deinit { close(fd) }

    /// Reads the events that have come and passes them on, in order.
    public func read(_ handle: (InputEvent) -> Void) -> LivePanel.ReadResult { reader.read { $0.forEach(handle) } }

    /// Returns an event's name, such as `EV_ABS / ABS_X`, or its number if it has no name.
    public static func name(of event: InputEvent) -> String {
        func text(_ name: UnsafePointer<CChar>?, _ number: UInt16) -> String {
            name.map { String(cString: $0) } ?? "0x" + String(number, radix: 16)
        }
        let type = text(libevdev_event_type_get_name(UInt32(event.type)), event.type)
        return type + " / " + text(libevdev_event_code_get_name(UInt32(event.type), UInt32(event.code)), event.code)
    }
}

extension LivePanel {
    /// The properties that the node declares, for the beginning of a recording.
    public var recorded: RecordedDevice { RecordedDevice(device) }
}

extension RecordedDevice {
    init(_ device: OpaquePointer) {
        self.init(
            name: String(cString: libevdev_get_name(device)),
            bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(device)),
            vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)),
            product: UInt16(truncatingIfNeeded: libevdev_get_id_product(device)),
            version: UInt16(truncatingIfNeeded: libevdev_get_id_version(device)))
        properties = (0...UInt16(INPUT_PROP_MAX)).filter { libevdev_has_property(device, UInt32($0)) != 0 }
        for type in 0..<UInt16(EV_MAX) where libevdev_has_event_type(device, UInt32(type)) != 0 {
            let last = libevdev_event_type_get_max(UInt32(type))
            let all = last < 0 ? [] : Array(0...UInt16(last))
            codes[type] = all.filter { libevdev_has_event_code(device, UInt32(type), UInt32($0)) != 0 }
        }
        for code in codes[EventType.abs] ?? [] {
            guard let info = libevdev_get_abs_info(device, UInt32(code))?.pointee else { continue }
            axes[code] = AxisInfo(
                minimum: info.minimum, maximum: info.maximum, fuzz: info.fuzz, flat: info.flat,
                resolution: info.resolution)
        }
        func states(_ type: Int32) -> [UInt16: Int32] {
            var states: [UInt16: Int32] = [:]
            for code in codes[UInt16(type)] ?? [] {
                states[code] = libevdev_get_event_value(device, UInt32(type), UInt32(code))
            }
            return states
        }
        lights = states(EV_LED)
        switches = states(EV_SW)
    }
}
