/// Whether a touch on a dark display switches it on. The compositor does not see that finger.
struct WakeCheck: DoctorCheck {
    static let name = "wake"

    /// The socket through which the daemon asks for units to be started.
    private static let socket = "touchd-units.socket"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        if kiosk.wakeScreens.isEmpty { return [] }
        if let state = kiosk.system.unit(Self.socket, "ActiveState"), state["ActiveState"] != "active" {
            return [
                .problem(
                    "no unit is started when a dark display is touched: \(Self.socket) is not active", remedy: "sudo systemctl start \(Self.socket)")
            ]
        }
        return kiosk.wakeScreens.map { screen in
            let unit = kiosk.wakeUnit(screen)
            guard let state = kiosk.system.unit(unit, "LoadState", "Result") else {
                return .unknown("whether anything lights the display of \(screen): systemd does not answer")
            }
            if state["LoadState"] != "loaded" {
                return .problem(
                    "nothing lights the display of \(screen) when it is touched: there is no \(unit)",
                    remedy: "docs/operations.md#units-that-follow-a-screen has one for sway, cage and X")
            }
            if let result = state["Result"], result != "success" {
                return .problem("\(unit), which lights the display of \(screen), has failed: \(result)", remedy: "journalctl -u \(unit) -n 20")
            }
            return .ok("\(unit) lights the display of \(screen)")
        }
    }
}
