/// Whether udev has touchd's rules and recognizes the touchscreens, and whether their nodes can be opened for touchd.
struct UdevCheck: DoctorCheck {
    static let name = "udev"
    private static let rules = "70-touchd.rules"
    /// The socket of the service that opens touchscreens for the daemon.
    private static let socket = "touchd-devices.socket"
    private static let folders = ["/etc/udev", "/run/udev", "/usr/local/lib/udev", "/usr/lib/udev", "/lib/udev"].map { $0 + "/rules.d" }

    func findings(_ kiosk: Kiosk) -> [Finding] {
        let system = kiosk.system
        var findings: [Finding] = []
        if !Self.folders.contains(where: { system.attributes(of: "\($0)/\(Self.rules)").value != nil }) {
            findings.append(
                .warning(
                    "\(Self.rules) is not installed: plugging in a panel does not start touchd", remedy: "run make install, or install the package"))
        }
        let devices = EventDevice.all(system)
        // touchd may also use a device of which udev knows nothing (docs/configuration.md, Without udev).
        let used = Set(kiosk.panels.map(\.node))
        for device in devices where device.isDirectTouch && !device.isTouchscreen && !used.contains(device.node) {
            findings.append(
                .problem(
                    "udev does not classify \"\(device.name)\" at \(device.node) as a touchscreen, so touchd does not see it",
                    remedy: device.properties == nil
                        ? "sudo udevadm trigger --action=change \(device.node)"
                        : "a udev rule with ENV{ID_INPUT}=\"1\", ENV{ID_INPUT_TOUCHSCREEN}=\"1\" for it"))
        }
        for device in devices where device.isTouchscreen {
            guard case .here(let node) = system.attributes(of: device.node) else {
                findings.append(
                    .problem("\(device.node) of \"\(device.name)\" is not there", remedy: "sudo udevadm trigger --action=add \(device.node)"))
                continue
            }
            if node.user != 0 || node.mode & 0o400 == 0 {
                findings.append(
                    .problem(
                        "root may not read \(device.node) of \"\(device.name)\", but touchd-devices.service must open it for touchd",
                        remedy: "look for a udev rule that sets OWNER or MODE"))
            }
        }
        // A touchd that is not started by its unit opens devices itself.
        if !devices.isEmpty, system.unit(kiosk.unit, "ActiveState")?["ActiveState"] == "active",
            let state = system.unit(Self.socket, "ActiveState"), state["ActiveState"] != "active"
        {
            findings.append(
                .problem("touchd cannot open touchscreens: \(Self.socket) is not active", remedy: "sudo systemctl start \(Self.socket)"))
        }
        return findings.isEmpty ? [.ok("udev has touchd's rules, and knows \(devices.count { $0.isTouchscreen }) touchscreens")] : findings
    }
}
