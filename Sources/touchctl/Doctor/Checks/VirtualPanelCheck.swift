import Text

/// Whether the applications below a surface have a touchscreen and read it.
struct VirtualPanelCheck: DoctorCheck {
    static let name = "virtual panel"
    /// The socket of the service that opens /dev/uinput for the daemon.
    private static let socket = "touchd-devices.socket"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        let devices = EventDevice.all(kiosk.system)
        return kiosk.surfaceScreens.flatMap { screen -> [Finding] in
            let own = devices.filter { $0.name == "touchd \(screen)" && isOwn($0, kiosk) }
            return own.isEmpty ? [absence(screen, kiosk)] : own.flatMap { seen($0, kiosk) }
        }
    }

    /// Whether the device belongs to this instance: `touchd/PANEL` or `touchd/INSTANCE/PANEL`. Another instance may have a screen with the same name.
    private func isOwn(_ device: EventDevice, _ kiosk: Kiosk) -> Bool {
        let parts = device.phys.split(at: "/").map(String.init)
        return parts.first == "touchd" && parts.dropFirst().dropLast() == (kiosk.instance.map { [$0.name] } ?? [])
    }

    private func absence(_ screen: String, _ kiosk: Kiosk) -> Finding {
        let message = "the applications on \(screen) have no touchscreen: there is no virtual panel \"touchd \(screen)\""
        let panels = kiosk.settings?.screens.first { $0.spec.id == screen }?.panels ?? []
        if !panels.contains(where: \.grab) {
            return .problem(
                message + ", because no panel of \(screen) is grabbed",
                remedy: "set grab: exclusive for the panel; touchctl check \(kiosk.configuration.file) warns of this, too")
        }
        switch kiosk.system.attributes(of: "/dev/uinput") {
        case .absent:
            return .problem(
                message + ", and there is no /dev/uinput", remedy: "sudo modprobe uinput, and add uinput to /etc/modules-load.d/uinput.conf")
        case .here, .denied: break
        }
        if let state = kiosk.system.unit(Self.socket, "ActiveState"), state["ActiveState"] != "active" {
            return .problem(message + ": \(Self.socket) is not active", remedy: "sudo systemctl start \(Self.socket)")
        }
        if kiosk.daemon.failure != nil { return .problem(message + ", because touchd does not answer", remedy: "sudo systemctl start \(kiosk.unit)") }
        return .problem(message, remedy: "journalctl -u \(kiosk.unit) says why it was not created")
    }

    private func seen(_ device: EventDevice, _ kiosk: Kiosk) -> [Finding] {
        let what = "\"\(device.name)\" at \(device.node)"
        guard let properties = device.properties else {
            return [
                .problem(
                    "udev knows nothing of \(what), so no compositor uses it", remedy: "check that systemd-udevd runs, then sudo udevadm trigger")
            ]
        }
        var findings: [Finding] = []
        if !device.isTouchscreen {
            findings.append(
                .problem(
                    "udev does not classify \(what) as a touchscreen",
                    remedy: "look for a rule that clears ID_INPUT_TOUCHSCREEN: udevadm test \(device.node)"))
        }
        let holders = Processes(kiosk.system).holders(of: device.node)
        let readers = holders.known.filter { $0.name != "touchd" }
        if !readers.isEmpty {
            findings.append(.ok("\(readers.summary) reads \(what)"))
        } else if holders.hidden > 0 {
            findings.append(.unknown("who reads \(what): \(holders.hidden) processes are not this user's", remedy: kiosk.asRoot))
        } else {
            let seat = properties["ID_SEAT"] ?? "seat0"
            findings.append(
                .problem(
                    "no compositor reads \(what), which belongs to \(seat)",
                    remedy: "start the compositor on \(seat); libinput list-devices shows the devices that it may see"))
        }
        if let input = kiosk.system.group("input")?.number, let node = kiosk.system.attributes(of: device.node).value,
            node.group != input || node.mode & 0o040 == 0
        {
            findings.append(
                .warning(
                    "members of the group input may not read \(what)", remedy: "a compositor without logind or seatd needs it; look for a udev rule"))
        }
        return findings
    }
}
