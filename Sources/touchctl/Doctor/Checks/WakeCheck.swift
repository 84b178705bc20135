/// Whether a touch on a dark display lights it: the compositor does not see that finger.
struct WakeCheck: DoctorCheck {
    static let name = "wake"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        kiosk.wakeScreens.map { screen in
            let unit = kiosk.wakeUnit(screen)
            guard let state = kiosk.system.unit(unit, "LoadState", "Result") else {
                return .unknown("whether anything lights the display of \(screen): systemd does not answer")
            }
            if state["LoadState"] != "loaded" {
                return .problem(
                    "nothing lights the display of \(screen) when it is touched: there is no \(unit)",
                    remedy: "docs/operations.md has one for sway, cage and X")
            }
            if let result = state["Result"], result != "success" {
                return .problem("\(unit), which lights the display of \(screen), has failed: \(result)", remedy: "journalctl -u \(unit) -n 20")
            }
            return .ok("\(unit) lights the display of \(screen)")
        }
    }
}
