internal import CLibevdev
import Glibc
import TouchCore

/// A node that touchd has grabbed and never reads, so that no other program gets its events. It is released when nothing refers to it any more.
public final class GrabbedNode: Sendable {
    private let fd: Int32

    /// - Parameter fd: the descriptor of the open node. It belongs to this object from now on, even if this throws.
    /// - Throws: an error with the code EAGAIN while a button of the device is down, because other readers have to see it go up.
    public init(_ fd: Int32, node: String) throws(PanelError) {
        self.fd = fd
        let device = try describeEventNode(fd, node, orSay: "libevdev cannot read it")
        defer { libevdev_free(device) }
        if (0..<UInt32(KEY_CNT)).contains(where: { libevdev_get_event_value(device, UInt32(EV_KEY), $0) != 0 }) {
            throw PanelError(node, "a button is down", code: EAGAIN)
        }
        let result = libevdev_grab(device, LIBEVDEV_GRAB)
        if result < 0 { throw PanelError(node, "cannot grab it" + (result == -EBUSY ? ", another program has grabbed it" : ""), errno: -result) }
    }

    deinit { close(fd) }
}
