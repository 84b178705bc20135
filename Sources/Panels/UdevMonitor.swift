internal import CLibudev

/// A connection to udev, with its notices of devices that come and go in one of the kernel's subsystems.
final class UdevMonitor {
    let udev: OpaquePointer
    private let monitor: OpaquePointer?
    /// A descriptor that is readable when there are notices; -1 if there is no netlink connection to udev.
    let fd: Int32

    init(subsystem: String) {
        udev = udev_new()
        monitor = udev_monitor_new_from_netlink(udev, "udev")
        if let monitor {
            udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
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

    /// Returns the device of the next notice, which the caller must unref; nil if there is none now. Does not block.
    func next() -> OpaquePointer? { monitor.flatMap { udev_monitor_receive_device($0) } }
}
