/// Whether systemd runs the service now and starts it at boot.
struct ServiceCheck: DoctorCheck {
    static let name = "service"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        let unit = kiosk.unit
        guard let state = kiosk.system.unit(unit, "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "ExecMainStatus") else {
            return [.unknown("systemd does not answer, so nothing is known about \(unit)")]
        }
        switch state["LoadState"] {
        case "loaded": return [activity(state, unit, kiosk.configuration.file), enablement(state, unit)].compactMap(\.self)
        case "masked":
            return [.problem("\(unit) is masked: it never starts", remedy: "sudo systemctl unmask \(unit) && sudo systemctl enable --now \(unit)")]
        default:
            if kiosk.daemon.failure == nil {
                return [
                    .warning(
                        "touchd runs, but there is no \(unit): nothing starts it after a boot or a crash",
                        remedy: "run make install, or install the package")
                ]
            }
            return [.problem("there is no \(unit)", remedy: "run make install, or install the package; then sudo systemctl enable --now \(unit)")]
        }
    }

    private func activity(_ state: [String: String], _ unit: String, _ file: String) -> Finding {
        let log = "journalctl -u \(unit) -n 20"
        switch (state["ActiveState"], state["SubState"]) {
        case ("active", _): return .ok("\(unit) runs")
        case ("failed", _):
            let isConfiguration = state["ExecMainStatus"] == "78"
            return .problem(
                "\(unit) has failed: \(isConfiguration ? "its configuration is wrong" : state["Result"] ?? "the reason is unknown")",
                remedy: isConfiguration ? "touchctl check \(file), then sudo systemctl restart \(unit)" : log)
        case ("activating", "auto-restart"), ("activating", "auto-restart-queued"):
            return .problem("\(unit) ends again and again; systemd will start it once more", remedy: log)
        case ("activating", _): return .warning("\(unit) is starting", remedy: "check again in a few seconds; \(log)")
        default: return .problem("\(unit) does not run", remedy: "sudo systemctl enable --now \(unit)")
        }
    }

    private func enablement(_ state: [String: String], _ unit: String) -> Finding? {
        guard state["UnitFileState"] == "disabled" else { return nil }
        return .warning(
            "\(unit) is not enabled: after a boot it starts only when a client or udev needs it, or not at all",
            remedy: "sudo systemctl enable \(unit)")
    }
}
