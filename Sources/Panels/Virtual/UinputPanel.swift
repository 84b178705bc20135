internal import CLibevdev
import CLinux
import Glibc
import TouchCore

/// A virtual panel as a device of the kernel, created through /dev/uinput.
public final class UinputPanel: UinputDevice {
    public let layout: VirtualPanelLayout

    /// - Throws: `PanelError`, whose text says what to do.
    public init(_ layout: VirtualPanelLayout, access: DeviceAccess) throws(PanelError) {
        let fd = try access.makePanel(layout)
        self.layout = layout
        super.init(fd)
    }

    /// Creates the device and returns its descriptor. Every device has one key: BTN_TOUCH.
    static func create(_ layout: VirtualPanelLayout) throws(PanelError) -> Int32 {
        let fd = clinux_uinput_open()
        if fd < 0 { throw uinputError("cannot open it", errno) }
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
                self.layout = found
                super.init(kept.fd)
                return
            }
            why = "its ids or axes differ"
        } catch {
            why = error.reason
        }
        usleep(50_000)  // the reader of a removed device does not get the lifts
        kept.destroy()
        throw PanelError("/dev/uinput", "cannot reuse the virtual panel of the previous run: \(why)")
    }

    private static func refused(_ fd: Int32, _ layout: VirtualPanelLayout) -> PanelError {
        let code = errno
        close(fd)
        return uinputError("the kernel refuses to create the touchscreen \"\(layout.name)\"", code)
    }
}
