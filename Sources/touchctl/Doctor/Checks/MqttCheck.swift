import Configuration
import Text

/// Whether the bridge to an MQTT broker, if it is used, has its configuration and the right that it needs.
struct MqttCheck: DoctorCheck {
    static let name = "mqtt"
    private static let file = "/etc/touchd/mqtt.yaml"
    private static let user = "touchd-mqtt"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        // A bridge that is neither running nor enabled is not used.
        guard let state = kiosk.system.unit("touchd-mqtt.service", "ActiveState", "UnitFileState", "ExecMainStatus"),
            state["ActiveState"] != "inactive" || state["UnitFileState"] == "enabled"
        else { return [] }
        var findings: [Finding] = []
        if kiosk.system.text(Self.file).value == nil, !kiosk.system.text(Self.file).isDenied {
            findings.append(.problem("there is no \(Self.file), so touchd-mqtt does not start", remedy: "docs/mqtt.md has an example"))
        } else if state["ExecMainStatus"] == "78" {
            findings.append(.problem("touchd-mqtt has refused \(Self.file)", remedy: "sudo -u touchd-mqtt touchd-mqtt --check"))
        }
        if let settings = kiosk.settings, !mayAskForStatus(settings, kiosk) {
            findings.append(
                .problem(
                    "no access rule allows touchd-mqtt to ask for the status, so it has nothing to publish",
                    remedy: "access: [{ user: touchd-mqtt, allow: [status] }] in \(kiosk.configuration.file); see docs/mqtt.md"))
        }
        return findings.isEmpty ? [.ok("touchd-mqtt has its configuration and its access right")] : findings
    }

    private func mayAskForStatus(_ settings: Settings, _ kiosk: Kiosk) -> Bool {
        let number = kiosk.system.run(["getent", "passwd", Self.user]).flatMap { $0.text.split(at: ":").dropFirst(2).first.map(String.init) }
        func isBridge(_ text: String) -> Bool { text == Self.user || text == number }
        if settings.server.trusted.contains(where: { isBridge($0) }) { return true }
        // Group memberships are not looked up: any rule about a group may apply to the bridge.
        return (settings.access ?? []).contains { rule in
            rule.allow.contains("status") && rule.token == nil && (rule.user.map { isBridge($0.name) } ?? true)
        }
    }
}
