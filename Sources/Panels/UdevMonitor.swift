internal import CLibudev

/// udev, and its notices of devices that come and go in one of the kernel's subsystems.
final class UdevMonitor {
    let udev: OpaquePointer
    private let monitor: OpaquePointer?
    /// Readable when there are notices; -1 if udev's netlink cannot be had.
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

    /// The device of the next notice, which the caller must unref; nil if there is none now. Does not wait.
    func next() -> OpaquePointer? { monitor.flatMap { udev_monitor_receive_device($0) } }
}
