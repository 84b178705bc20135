import Configuration
import Text
import Wire

/// Whether each configured panel is present, and which touchscreens are not configured.
struct PanelsCheck: DoctorCheck {
    static let name = "panels"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        var findings = kiosk.panels.map { Finding.ok("panel \($0.panel!) is \"\($0.name)\" at \($0.node)") }
        for panel in kiosk.configuredPanels where !kiosk.panels.contains(where: { $0.panel == panel.id }) {
            findings += absence(of: panel, kiosk)
        }
        for device in kiosk.devices where device.panel == nil && !isExplained(device) { findings += unused(device, kiosk) }
        if findings.isEmpty, kiosk.devices.allSatisfy(\.isVirtualPanel) {
            findings = [.problem("there is no touchscreen", remedy: "check its cable, dmesg and libinput list-devices")]
        }
        return findings
    }

    /// Whether another check explains the device (panels of another touchd, siblings), or no entry is for it (virtual panels of touchd).
    private func isExplained(_ device: DeviceEntry) -> Bool { InstancesCheck.isHeld(device) || device.isSibling || device.isVirtualPanel }

    /// Why a panel of the configuration is not in use.
    private func absence(of panel: PanelSettings, _ kiosk: Kiosk) -> [Finding] {
        let refused = kiosk.devices.filter(panel.isRefused)
        if refused.isEmpty {
            return [
                .problem(
                    "panel \(panel.id) is not there: no touchscreen matches it",
                    remedy: kiosk.devices.isEmpty
                        ? "there is no touchscreen at all: check its cable, dmesg and libinput list-devices"
                        : "compare its \"match\" with the output of touchctl devices\(kiosk.option)")
            ]
        }
        return refused.filter { !InstancesCheck.isHeld($0) }.map { device in
            // Without an answer of touchd this user has tried the device.
            if kiosk.daemon.devices == nil {
                return .unknown(
                    "whether panel \(panel.id) can be used: \"\(device.name)\" at \(device.node): \(device.refusal)", remedy: kiosk.asRoot)
            }
            return .problem(
                "panel \(panel.id) is not in use: touchd has refused \"\(device.name)\" at \(device.node): \(device.refusal)",
                remedy: "see docs/guide/troubleshooting.md, and the output of touchctl devices\(kiosk.option)")
        }
    }

    /// Why a touchscreen is no panel, unless `absence` says so.
    private func unused(_ device: DeviceEntry, _ kiosk: Kiosk) -> [Finding] {
        let isOfAbsent = kiosk.configuredPanels.contains { panel in
            panel.isRefused(device) && !kiosk.panels.contains { $0.panel == panel.id }
        }
        if isOfAbsent { return [] }
        guard let holder = kiosk.panels.first(where: { device.reason.has("the match of panel \($0.panel!) fits ") }) else {
            return [
                .warning(
                    "\"\(device.name)\" at \(device.node) is not a panel: \(device.reason)",
                    remedy: "add it to the configuration, or ignore this warning")
            ]
        }
        return [
            .problem(
                "the match of panel \(holder.panel!) fits \"\(holder.name)\" at \(holder.node) and \"\(device.name)\" at \(device.node): "
                    + "after the next start touchd uses neither",
                remedy: "add a key to the match that fits only one of them, such as idPath; touchctl devices\(kiosk.option) lists the keys")
        ]
    }
}
