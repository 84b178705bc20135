internal import CLibevdev
import CLinux
import Glibc
import TouchCore
import Text

/// A virtual panel that the previous run has created and left in the service manager's descriptor store.
public struct KeptUinputPanel {
    public let fd: Int32
    /// The device's folder in /sys/devices/virtual/input; nil if the descriptor belongs to no device that was created.
    let inputName: String?
    private let access: DeviceAccess

    /// - Parameter access: opens the panel's event node.
    public init(_ fd: Int32, access: DeviceAccess) {
        (self.fd, self.access) = (fd, access)
        inputName = UinputPanel.inputName(fd)
    }

    /// Lifts everything that is down. The kernel ignores slots that the device does not have.
    public func release() {
        let device = openNode()
        let slots = device.map { Int(libevdev_get_num_slots($0.device)) } ?? 0
        let hasTool = device.map { libevdev_has_event_code($0.device, UInt32(EV_ABS), UInt32(AbsCode.mtToolType)) != 0 } ?? false
        device.map(Self.closeNode)
        // A device that cannot be inspected may have as many slots as any panel.
        let events = VirtualContacts.release(slots: slots > 0 ? slots : 16, time: 0, hasToolType: hasTool).map { input_event($0) }
        _ = events.withUnsafeBytes { write(fd, $0.baseAddress, $0.count) }
    }

    /// Removes the device. If the process may not remove devices, this only closes the descriptor; the device goes with its last descriptor.
    public func destroy() {
        clinux_uinput_destroy(fd)
        close(fd)
    }

    /// The reason why the device cannot be another panel's.
    struct Misfit: Error { let reason: String }

    /// Returns the device's layout.
    ///
    /// - Parameter wanted: the layout whose panel, name, phys and ids the device must have.
    func layout(like wanted: VirtualPanelLayout) throws(Misfit) -> VirtualPanelLayout {
        guard let opened = openNode() else { throw Misfit(reason: "it cannot be inspected") }
        defer { Self.closeNode(opened) }
        let description = PanelDescription(opened.device)
        let phys = libevdev_get_phys(opened.device).map { String(cString: $0) } ?? ""
        if phys != wanted.phys { throw Misfit(reason: "it is \(phys), not \(wanted.phys)") }
        // The kernel truncates long names.
        if !wanted.name.utf8.starts(with: description.name.utf8) || description.name.utf8.count < min(wanted.name.utf8.count, 75) {
            throw Misfit(reason: "it is called \"\(description.name)\"")
        }
        let axes = (0..<UInt16(AbsCode.count)).compactMap { code in description[axis: code].map { (code, $0) } }
        return VirtualPanelLayout(
            panel: wanted.panel, name: wanted.name, phys: phys, ids: (description.vendor, description.product, description.version),
            slots: Int(description[axis: AbsCode.mtSlot]?.maximum ?? -1) + 1, axes: Dictionary(uniqueKeysWithValues: axes))
    }

    private func openNode() -> (fd: Int32, device: OpaquePointer)? {
        guard let inputName, let folder = opendir("/sys/devices/virtual/input/\(inputName)") else { return nil }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.begins(with: "event") else { continue }
            let node = "/dev/input/\(name)"
            guard let fd = try? access.openNode(node), let device = try? prepareEventNode(fd, node, orSay: "it is not an event node") else {
                return nil
            }
            return (fd, device)
        }
        return nil
    }

    private static func closeNode(_ opened: (fd: Int32, device: OpaquePointer)) {
        libevdev_free(opened.device)
        close(opened.fd)
    }
}
