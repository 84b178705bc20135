import Panels
import Text

/// Whether each panel is mapped to its display.
struct OutputsCheck: DoctorCheck {
    static let name = "outputs"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        let folder = "/sys/class/drm"
        let connectors = (kiosk.system.names(in: folder).value ?? []).filter { $0.begins(with: "card") && $0.has("-") }
        let withoutCard = OutputWatcher.withoutCard
        let connected = connectors.filter { kiosk.system.line("\(folder)/\($0)/status") == "connected" }.map(withoutCard)
        var findings: [Finding] = []
        for panel in kiosk.configuredPanels {
            guard let output = panel.output, !connectors.contains(output), !connectors.map(withoutCard).contains(output) else { continue }
            findings.append(
                .problem(
                    "panel \(panel.id) is for the output \(output), which does not exist",
                    remedy: connectors.isEmpty
                        ? "this machine has no outputs; look for its graphics driver"
                        : "the outputs are \(connectors.map(withoutCard).joined(separator: ", ")); sudo touchctl map finds the right one"))
        }
        // Unless it is configured, a compositor stretches a touchscreen over all displays, or maps it to the first one.
        if connected.count > 1 {
            for device in EventDevice.all(kiosk.system)
            where device.phys.begins(with: "touchd/") && !device.name.begins(with: "touchd keys ") && device.properties?["WL_OUTPUT"] == nil {
                findings.append(
                    .warning(
                        "\(connected.count) displays are connected (\(connected.joined(separator: ", "))), "
                            + "and no rule says which of them \"\(device.name)\" is on",
                        remedy:
                            "add a udev rule with ENV{WL_OUTPUT}=\"\(connected[0])\", which sudo touchctl map prints, "
                            + "or use sway's input \"…\" map_to_output, or xinput map-to-output"
                    ))
            }
        }
        if connected.isEmpty && !connectors.isEmpty {
            findings.append(.warning("no display is connected", remedy: "check its cable and its power"))
        }
        if findings.isEmpty && !connectors.isEmpty { findings = [.ok("connected: \(connected.joined(separator: ", "))")] }
        return findings
    }
}
