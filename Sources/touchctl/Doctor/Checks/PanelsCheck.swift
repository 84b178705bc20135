import Text

/// Whether each configured panel is present, and which touchscreens are not configured.
struct PanelsCheck: DoctorCheck {
    static let name = "panels"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        var findings = kiosk.panels.map { Finding.ok("panel \($0.panel!) is \"\($0.name)\" at \($0.node)") }
        for panel in kiosk.configuredPanels where !kiosk.panels.contains(where: { $0.panel == panel.id }) {
            findings.append(
                .problem(
                    "panel \(panel.id) is not there: no touchscreen matches it",
                    remedy: kiosk.devices.isEmpty
                        ? "there is no touchscreen at all: check its cable, dmesg and libinput list-devices"
                        : "compare its \"match\" with the output of touchctl devices\(kiosk.option)"))
        }
        // InstancesCheck explains panels of another touchd, and virtual panels of touchd belong to no entry.
        for device in kiosk.devices where device.panel == nil && !InstancesCheck.isHeld(device) && !device.phys.begins(with: "touchd/") {
            findings.append(
                .warning(
                    "\"\(device.name)\" at \(device.node) is not a panel: \(device.reason)",
                    remedy: "add it to the configuration, or ignore this warning"))
        }
        if findings.isEmpty { findings = [.problem("there is no touchscreen", remedy: "check its cable, dmesg and libinput list-devices")] }
        return findings
    }
}
