import CLinux
import Glibc
import Text
import TouchCore

/// touchd's keyboard as a device of the kernel, created through /dev/uinput.
public final class UinputKeyboard: UinputDevice {
    public let layout: VirtualKeyboardLayout

    /// - Throws: `PanelError`, whose text says what to do.
    public init(_ layout: VirtualKeyboardLayout, access: DeviceAccess) throws(PanelError) {
        self.layout = layout
        super.init(try access.makeKeyboard(layout))
    }

    /// Adopts the keyboard that the previous run has created, and releases all its keys.
    ///
    /// - Parameter kept: the device, which belongs to this object from now on. If the device does not fit the layout, it is destroyed.
    public init(adopting kept: KeptUinputKeyboard, as layout: VirtualKeyboardLayout) throws(PanelError) {
        kept.release()
        guard let why = kept.difference(from: layout) else {
            self.layout = layout
            super.init(kept.fd)
            return
        }
        usleep(50_000)  // the reader of a removed device does not get the releases
        kept.destroy()
        throw PanelError("/dev/uinput", "cannot reuse the keyboard of the previous run: \(why)")
    }

    /// Creates the device and returns its descriptor.
    static func create(_ layout: VirtualKeyboardLayout) throws(PanelError) -> Int32 {
        let fd = clinux_uinput_open()
        if fd < 0 { throw uinputError("cannot open it", errno) }
        if clinux_uinput_keyboard(fd, layout.name, layout.phys, layout.keys, layout.keys.count) < 0 {
            let code = errno
            close(fd)
            throw uinputError("the kernel refuses to create the keyboard \"\(layout.name)\"", code)
        }
        return fd
    }

    /// Returns the codes in a bit map of sysfs, ascending: words of the kernel's size in hexadecimal, the highest first, without leading zeros.
    static func keys(_ map: String) -> [UInt16] {
        var keys: [UInt16] = []
        for (number, word) in map.split(at: " ").reversed().enumerated() {
            guard let bits = UInt(String(word), radix: 16) else { return [] }
            for bit in 0..<UInt.bitWidth where bits >> UInt(bit) & 1 == 1 { keys.append(UInt16(number * UInt.bitWidth + bit)) }
        }
        return keys
    }
}

/// A keyboard that the previous run has created and left in the service manager's descriptor store. It is inspected through sysfs, because touchd
/// may not open the node of a keyboard.
public struct KeptUinputKeyboard {
    public let fd: Int32
    private let folder: String?

    public init(_ fd: Int32) {
        self.fd = fd
        folder = UinputDevice.inputName(fd).map { "/sys/devices/virtual/input/\($0)" }
    }

    /// Whether the descriptor belongs to a keyboard of a touchd.
    /// The `phys` alone does not tell, because an instance may be called "keys".
    public var isKeyboard: Bool { attribute("phys").map(VirtualKeyboardLayout.isKeyboard) ?? false && attribute("capabilities/abs") == "0" }

    /// Releases all keys. The kernel ignores the keys that are not down and those that the device does not have.
    public func release() {
        var events: [input_event] = []
        for code in 1..<UInt16(KeyName.count) { events.append(input_event(InputEvent(time: 0, type: EventType.key, code: code, value: 0))) }
        events.append(input_event(InputEvent(time: 0, type: EventType.syn, code: SynCode.report, value: 0)))
        _ = events.withUnsafeBytes { write(fd, $0.baseAddress, $0.count) }
    }

    /// Removes the device. If the process may not remove devices, this only closes the descriptor; the device goes with its last descriptor.
    public func destroy() {
        clinux_uinput_destroy(fd)
        close(fd)
    }

    /// Returns how the device differs from this layout; nil if it fits.
    func difference(from layout: VirtualKeyboardLayout) -> String? {
        guard let phys = attribute("phys"), let name = attribute("name"), let keys = attribute("capabilities/key") else {
            return "it cannot be inspected"
        }
        if phys != layout.phys { return "it is \(phys), not \(layout.phys)" }
        // The kernel truncates long names.
        if !layout.name.utf8.starts(with: name.utf8) || name.utf8.count < min(layout.name.utf8.count, 75) { return "it is called \"\(name)\"" }
        return UinputKeyboard.keys(keys) == layout.keys ? nil : "its keys differ"
    }

    private func attribute(_ name: String) -> String? {
        guard let folder else { return nil }
        let text = Sysfs.contents("\(folder)/\(name)", atMost: 1024)
        return text.isEmpty ? nil : text
    }
}
