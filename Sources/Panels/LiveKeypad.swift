internal import CLibevdev
import CLinux
import Glibc
import TouchCore

/// An evdev node with keys or switches, open for reading: a keypad, or a jack that reports whether a plug is in.
public final class LiveKeypad {
    public let node: String
    public let fd: Int32
    public private(set) var isGrabbed = false
    private let device: OpaquePointer
    private let reader: EventReader

    /// - Parameters:
    ///   - fd: the descriptor of the open node. The keypad owns it from now on, even if this throws.
    ///   - isOwned: whether to keep other touchds from owning the device; false if it is only inspected.
    public init(_ fd: Int32, node: String, isOwned: Bool) throws(PanelError) {
        let device = try prepareEventNode(fd, node, orSay: "libevdev cannot read it", isOwned: isOwned)
        self.node = node
        self.fd = fd
        self.device = device
        reader = EventReader(fd)
        if !Self.isKeypad(device) { throw PanelError(node, "it has neither keys nor switches") }
    }

    deinit {
        libevdev_free(device)
        close(fd)
    }

    /// Whether a device has keys or switches.
    static func isKeypad(_ device: OpaquePointer) -> Bool {
        libevdev_has_event_type(device, UInt32(EV_KEY)) != 0 || libevdev_has_event_type(device, UInt32(EV_SW)) != 0
    }

    /// Whether the device has a key or a switch.
    ///
    /// - Parameter type: `EventType.key` or `EventType.sw`.
    public func has(_ type: UInt16, _ code: UInt16) -> Bool { libevdev_has_event_code(device, UInt32(type), UInt32(code)) != 0 }

    /// The codes of the keys that are down now, according to the kernel, which then discards the events of keys that have not been read.
    public var keysDown: Set<UInt16> { state(of: KeyName.count) { clinux_keys_down(fd, $0, $1) } }

    /// The codes of the switches that are on now, according to the kernel, which then discards the events of switches that have not been read.
    public var switchesOn: Set<UInt16> { state(of: 64) { clinux_switches_on(fd, $0, $1) } }

    /// - Parameter count: The number of codes, a multiple of 64, as the kernel counts in words.
    private func state(of count: Int, _ ask: (UnsafeMutablePointer<UInt8>?, Int) -> Int32) -> Set<UInt16> {
        var bits = [UInt8](repeating: 0, count: count / 8)
        guard bits.withUnsafeMutableBufferPointer({ ask($0.baseAddress, $0.count) }) == 0 else { return [] }
        var codes: Set<UInt16> = []
        for code in 0..<UInt16(bits.count * 8) where bits[Int(code / 8)] & (1 << UInt8(code % 8)) != 0 { codes.insert(code) }
        return codes
    }

    /// Grabs the device, so that only touchd gets its events.
    public func grab() throws(PanelError) {
        let result = libevdev_grab(device, LIBEVDEV_GRAB)
        if result < 0 { throw PanelError(node, "cannot grab it" + (result == -EBUSY ? ", another program has grabbed it" : ""), errno: -result) }
        isGrabbed = true
    }

    /// Releases the grab.
    public func releaseGrab() {
        if isGrabbed { libevdev_grab(device, LIBEVDEV_UNGRAB) }
        isGrabbed = false
    }

    /// Reads the events that have come and passes them on, in order, as many at a time as one read(2) returns.
    public func read(_ handle: (UnsafeBufferPointer<InputEvent>) -> Void) -> LivePanel.ReadResult { reader.read(handle) }

    /// Returns the code of a key or button by the kernel's name, such as `KEY_UP` or `BTN_0`; nil if there is none.
    public static func code(ofKey name: String) -> UInt16? {
        if let code = KeyName.code(name) { return code }
        let code = libevdev_event_code_from_name(UInt32(EV_KEY), KeyName.firstName(of: name))
        return code < 0 ? nil : UInt16(code)
    }

    /// Returns the kernel's name of a key or button; its number if it has none.
    public static func name(ofKey code: UInt16) -> String {
        if KeyName.isKey(code) { return KeyName.name(code) }
        return libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(code)).map { String(cString: $0) } ?? KeyName.name(code)
    }
}
