internal import CLibudev
import Glibc

/// A connection to udev, with its notices of devices that come and go in one of the kernel's subsystems.
final class UdevMonitor {
    enum Notice {
        /// The caller must unref the device.
        case device(OpaquePointer)
        /// The kernel had no room for notices and dropped them (ENOBUFS). Those that it kept follow.
        case missed
    }

    /// The bytes for which room is asked in the kernel. It gives a service without privileges at most twice net.core.rmem_max.
    private static let room: Int32 = 8 << 20

    let udev: OpaquePointer
    private let monitor: OpaquePointer?
    /// A descriptor that is readable when there are notices; -1 if there is no netlink connection to udev.
    let fd: Int32

    init(subsystem: String) {
        udev = udev_new()
        monitor = udev_monitor_new_from_netlink(udev, "udev")
        if let monitor {
            udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
            _ = udev_monitor_set_receive_buffer_size(monitor, Self.room)
            udev_monitor_enable_receiving(monitor)
            fd = udev_monitor_get_fd(monitor)
        } else {
            fd = -1
        }
    }

    deinit {
        if let monitor { udev_monitor_unref(monitor) }
        udev_unref(udev)
    }

    /// Returns the next notice; nil if there is none now. Does not block.
    func next() -> Notice? {
        guard let monitor else { return nil }
        errno = 0
        if let device = udev_monitor_receive_device(monitor) { return .device(device) }
        return errno == ENOBUFS ? .missed : nil
    }
}
