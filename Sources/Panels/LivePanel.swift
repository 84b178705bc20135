internal import CLibevdev
import CLinux
import Glibc
import TouchCore

/// An evdev node, open for reading.
///
/// libevdev describes the panel, sets its clock, grabs it and, after SYN_DROPPED, asks the kernel for its state. The events themselves are read
/// without libevdev, because it hides a tracking id that replaces a live one, and this must cancel a touch (dispatch 1).
public final class LivePanel {
    public let node: String
    public let fd: Int32
    public let profile: PanelProfile
    public private(set) var isGrabbed = false
    let device: OpaquePointer
    private let reader: EventReader

    /// Opens the node in this process.
    public convenience init(node: String, quirks: Bool, isOwned: Bool) throws(PanelError) {
        try self.init(DeviceAccess().openNode(node), node: node, quirks: quirks, isOwned: isOwned)
    }

    /// - Parameters:
    ///   - fd: the descriptor of the open node. The panel owns it from now on, even if this throws.
    ///   - quirks: whether to correct known faults of the device.
    ///   - isOwned: whether to keep other touchds from owning the device; false if it is only inspected.
    public init(_ fd: Int32, node: String, quirks: Bool, isOwned: Bool) throws(PanelError) {
        let device = try prepareEventNode(fd, node, orSay: "libevdev cannot read it", isOwned: isOwned)
        self.node = node
        self.fd = fd
        self.device = device
        reader = EventReader(fd)
        profile = PanelProfile(PanelDescription(device), quirks: quirks)
        if case .refused(let why) = profile.kind { throw PanelError(node, why) }
    }

    /// Grabs the device, so that only touchd gets its events.
    public func grab() throws(PanelError) {
        let result = libevdev_grab(device, LIBEVDEV_GRAB)
        if result < 0 { throw PanelError(node, "cannot grab it" + (result == -EBUSY ? ", another program has grabbed it" : ""), errno: -result) }
        isGrabbed = true
    }

    /// Whether a contact is down on the device now, according to the kernel, even if its events have not been read yet; false if the kernel does not
    /// say.
    public var hasContact: Bool {
        switch profile.kind {
        case .slots(let count): clinux_has_contact(fd, Int32(count), KeyCode.btnTouch) == 1
        case .single(let button, _, _): clinux_has_contact(fd, 0, button) == 1
        case .packets, .refused: clinux_has_contact(fd, 0, KeyCode.btnTouch) == 1
        }
    }

    /// Releases the grab, until the panel is opened again.
    public func releaseGrab() {
        if isGrabbed { libevdev_grab(device, LIBEVDEV_UNGRAB) }
        isGrabbed = false
    }

    deinit {
        libevdev_free(device)
        close(fd)
    }

    public enum ReadResult: Equatable {
        case drained
        /// The node is gone.
        case removed
        case failed(Int32)
    }

    /// Reads the events that have come and passes them on, in order, as many at a time as one read(2) returns.
    public func read(_ handle: (UnsafeBufferPointer<InputEvent>) -> Void) -> ReadResult { reader.read(handle) }

    /// The kernel's state of the slots, as of the opening or the last `resynchronise`.
    public var kernelSlots: [KernelSlot] {
        switch profile.kind {
        case .slots(let count):
            return (0..<count).map { slot in
                KernelSlot(trackingID: value(slot, AbsCode.mtTrackingID) ?? -1, values: values(slot))
            }
        case .single(let button, let x, let y):
            var values = ContactValues()
            values.x = libevdev_get_event_value(device, UInt32(EV_ABS), UInt32(x))
            values.y = libevdev_get_event_value(device, UInt32(EV_ABS), UInt32(y))
            values.pressure = libevdev_get_event_value(device, UInt32(EV_ABS), UInt32(AbsCode.pressure))
            let isDown = libevdev_get_event_value(device, UInt32(EV_KEY), UInt32(button)) != 0
            return [KernelSlot(trackingID: isDown ? 0 : -1, values: values)]
        case .packets, .refused:
            return []
        }
    }

    public var currentSlot: Int {
        if case .slots = profile.kind { Int(libevdev_get_current_slot(device)) } else { 0 }
    }

    /// Makes libevdev discard the queued events after SYN_DROPPED and ask the kernel for the state, which `kernelSlots` then returns. If the kernel
    /// drops more events meanwhile, the state includes their effects.
    public func resynchronise() {
        var event = input_event()
        var flags = UInt32(LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue)
        // Each event of the difference must be read, because libevdev would lose the rest. There are never more than this.
        for _ in 0..<100_000 {
            let result = libevdev_next_event(device, flags, &event)
            if result < 0 { return }
            flags = UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue)
        }
    }

    private func value(_ slot: Int, _ code: UInt16) -> Int32? {
        var value: Int32 = 0
        return libevdev_fetch_slot_value(device, UInt32(slot), UInt32(code), &value) != 0 ? value : nil
    }

    private func values(_ slot: Int) -> ContactValues {
        var values = ContactValues()
        for code in AbsCode.mtTouchMajor...AbsCode.mtDistance {
            if let value = value(slot, code) { _ = values.set(axis: code, to: value) }
        }
        return values
    }
}

extension PanelDescription {
    init(_ device: OpaquePointer) {
        self.init(
            name: String(cString: libevdev_get_name(device)),
            bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(device)),
            vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)),
            product: UInt16(truncatingIfNeeded: libevdev_get_id_product(device)),
            version: UInt16(truncatingIfNeeded: libevdev_get_id_version(device)))
        for code in 0..<UInt16(AbsCode.count) {
            guard let info = libevdev_get_abs_info(device, UInt32(code))?.pointee else { continue }
            self[axis: code] = AxisInfo(
                minimum: info.minimum, maximum: info.maximum, fuzz: info.fuzz, flat: info.flat, resolution: info.resolution)
        }
        for code in [KeyCode.btnTouch, KeyCode.btnLeft]
        where libevdev_has_event_code(device, UInt32(EV_KEY), UInt32(code)) != 0 {
            keys.insert(code)
        }
    }
}
