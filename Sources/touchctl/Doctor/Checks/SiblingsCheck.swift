import Text

/// Which other nodes of a panel's USB device people may point with, so that a touch may reach other programs a second time.
struct SiblingsCheck: DoctorCheck {
    static let name = "siblings"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        let devices = EventDevice.all(kiosk.system)
        return kiosk.panels.flatMap { panel -> [Finding] in
            guard let own = devices.first(where: { $0.node == panel.node }), let usb = own.usbDevice else { return [] }
            let siblings = devices.filter { device in
                device.usbDevice == usb && device.isPointer && device.node != own.node && !kiosk.panels.contains { $0.node == device.node }
                    && !device.phys.begins(with: "touchd/")
            }
            if siblings.isEmpty { return [] }
            let names = siblings.map { "\"\($0.name)\" at \($0.node)" }.joined(separator: ", ")
            let settings = kiosk.configuredPanels.first { $0.id == panel.panel }
            if settings?.takesSiblings == true { return [.ok("touchd grabs \(names) with \(panel.panel!): the same USB device")] }
            let remedy =
                settings?.grab == true
                ? "remove siblings: leave, so that touchd grabs them with the panel; or ignore this if it is intended"
                : "let libinput ignore them by a udev rule with ENV{LIBINPUT_IGNORE_DEVICE}=\"1\"; or set grab: exclusive, and touchd grabs them, too"
            return [.warning("other programs read \(names), the same USB device as \(panel.panel!): a touch may arrive twice", remedy: remedy)]
        }
    }
}
