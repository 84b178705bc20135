internal import CLibevdev
import CLinux
import Glibc
import TouchCore

/// A virtual panel as a device of the kernel, created through /dev/uinput.
public final class UinputPanel {
    public let layout: VirtualPanelLayout
    /// The device's folder in /sys/devices/virtual/input: `input12`.
    public let inputName: String
    /// The descriptor, for the service manager's descriptor store. It still belongs to this object.
    public let fd: Int32
    private var buffer: [input_event] = []
    private static let node = "/dev/uinput"

    /// - Throws: `PanelError`, whose text says what to do.
    public init(_ layout: VirtualPanelLayout, access: DeviceAccess) throws(PanelError) {
        let fd = try access.makePanel(layout)
        (self.fd, self.layout, inputName) = (fd, layout, Self.inputName(fd) ?? "")
    }

    /// Creates the device and returns its descriptor. Every device has one key: BTN_TOUCH.
    static func create(_ layout: VirtualPanelLayout) throws(PanelError) -> Int32 {
        let fd = clinux_uinput_open()
        if fd < 0 { throw Self.error("cannot open it", errno) }
        for (code, axis) in layout.axes.sorted(by: { $0.key < $1.key }) {
            var info = input_absinfo(
                value: 0, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat, resolution: axis.resolution)
            if clinux_uinput_axis(fd, code, &info) < 0 { throw Self.refused(fd, layout) }
        }
        if clinux_uinput_touchscreen(fd, layout.name, layout.phys, layout.vendor, layout.product, layout.version) < 0 {
            throw Self.refused(fd, layout)
        }
        return fd
    }

    /// Adopts the device that the previous run has created, and lifts everything that is down on it.
    ///
    /// - Parameters:
    ///   - isServing: whether the device also fits if its layout only serves this one.
    ///   - kept: the device, which belongs to this object from now on. If the device does not fit the layout, it is destroyed
    ///   (`KeptUinputPanel.destroy`).
    public init(adopting kept: KeptUinputPanel, as layout: VirtualPanelLayout, orServing isServing: Bool) throws(PanelError) {
        kept.release()
        let why: String
        do throws(KeptUinputPanel.Misfit) {
            let found = try kept.layout(like: layout)
            if found == layout || isServing && found.serves(layout) {
                (fd, self.layout, inputName) = (kept.fd, found, kept.inputName ?? "")
                return
            }
            why = "its ids or axes differ"
        } catch {
            why = error.reason
        }
        usleep(50_000)  // the reader of a removed device does not get the lifts
        kept.destroy()
        throw PanelError(Self.node, "cannot reuse the virtual panel of the previous run: \(why)")
    }

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

    private static func refused(_ fd: Int32, _ layout: VirtualPanelLayout) -> PanelError {
        let code = errno
        close(fd)
        return error("the kernel refuses to create the touchscreen \"\(layout.name)\"", code)
    }

    private static func error(_ what: String, _ code: Int32) -> PanelError {
        let advice =
            switch code {
            case EACCES, EPERM:
                "; only root may open it, or users to whom a udev rule gives access"
            case ENOENT, ENODEV: "; load the kernel module uinput (\"modprobe uinput\", or a file in /etc/modules-load.d)"
            default: ""
            }
        return PanelError(node, "\(what): \(String(cString: strerror(code)))\(advice)", code: code)
    }
}

extension input_event {
    /// Converts an event without its time, because uinput gives it the time of the write.
    init(_ event: InputEvent) { self.init(time: timeval(), type: event.type, code: event.code, value: event.value) }
}
