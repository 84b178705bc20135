import CLinux
import Glibc
import TouchCore

/// A device of the kernel that touchd has created through /dev/uinput.
public class UinputDevice {
    /// The device's folder in /sys/devices/virtual/input: `input12`.
    public let inputName: String
    /// The descriptor, for the service manager's descriptor store. It still belongs to this object.
    public let fd: Int32
    private var buffer: [input_event] = []

    /// - Parameter fd: the descriptor, which belongs to this object from now on.
    init(_ fd: Int32) { (self.fd, inputName) = (fd, Self.inputName(fd) ?? "") }

    deinit { close(fd) }

    /// Writes whole reports, all at once. Returns 0 if the kernel accepted them, or errno.
    public func write(_ events: [InputEvent]) -> Int32 {
        if buffer.count < events.count { buffer = Array(repeating: input_event(), count: max(64, events.count)) }
        buffer.withUnsafeMutableBufferPointer { buffer in
            for index in events.indices { buffer[index] = input_event(events[index]) }
        }
        let bytes = events.count * MemoryLayout<input_event>.stride
        while true {
            let count = buffer.withUnsafeBytes { Glibc.write(fd, $0.baseAddress, bytes) }
            if count == bytes { return 0 }
            if count < 0, errno == EINTR { continue }
            return count < 0 ? errno : EIO
        }
    }

    /// Removes the device, even if others have its descriptor. Has no effect where the process may not remove devices (`clinux_refuse_uinput`).
    public func destroy() { clinux_uinput_destroy(fd) }

    static func inputName(_ fd: Int32) -> String? {
        var name = [CChar](repeating: 0, count: 64)
        guard clinux_uinput_sysname(fd, &name, name.count) >= 0 else { return nil }
        return name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }
}

/// Returns the error for /dev/uinput, which says what to do.
func uinputError(_ what: String, _ code: Int32) -> PanelError {
    let advice =
        switch code {
        case EACCES, EPERM:
            "; only root may open it, or users to whom a udev rule gives access"
        case ENOENT, ENODEV: "; load the kernel module uinput (\"modprobe uinput\", or a file in /etc/modules-load.d)"
        default: ""
        }
    return PanelError("/dev/uinput", "\(what): \(String(cString: strerror(code)))\(advice)", code: code)
}

extension input_event {
    /// Converts an event without its time, because uinput gives it the time of the write.
    init(_ event: InputEvent) { self.init(time: timeval(), type: event.type, code: event.code, value: event.value) }
}
