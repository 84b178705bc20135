import Text

/// Whether each configured panel is present, and which touchscreens are not configured.
struct PanelsCheck: DoctorCheck {
    static let name = "panels"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        var findings = kiosk.panels.map { Finding.ok("panel \($0.panel!) is \"\($0.name)\" at \($0.node)") }
        for panel in kiosk.configuredPanels where !kiosk.panels.contains(where: { $0.panel == panel.id }) {
            findings.append(
                .problem(
                    "panel \(panel.id) is not there: no touchscreen is it",
                    remedy: kiosk.devices.isEmpty
                        ? "no touchscreen is there at all: look at its cable, at dmesg and at libinput list-devices"
                        : "compare its \"match\" with touchctl devices\(kiosk.option)"))
        }
        // InstancesCheck explains panels of another touchd, and virtual panels of touchd belong to no entry.
        for device in kiosk.devices where device.panel == nil && !InstancesCheck.isHeld(device) && !device.phys.begins(with: "touchd/") {
            findings.append(
                .warning(
                    "\"\(device.name)\" at \(device.node) is no panel: \(device.reason)", remedy: "give it an entry in the configuration, or leave it"
                ))
        }
        if findings.isEmpty { findings = [.problem("there is no touchscreen", remedy: "look at its cable, at dmesg and at libinput list-devices")] }
        return findings
    }
}
