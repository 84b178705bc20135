/// Whether a screen is locked or being cleaned.
struct ModeCheck: DoctorCheck {
    static let name = "mode"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        guard let screens = kiosk.daemon.status?["screens"]?.array else { return [] }
        let closed = screens.filter(ScreenView.isClosed)
        if closed.isEmpty { return [.ok("no screen is locked or being cleaned")] }
        return closed.map { screen in
            let (id, mode) = (screen.text("screen"), screen.text("mode"))
            return .warning(
                "screen \(id) is \(mode == "cleaning" ? "being cleaned" : mode): no touch reaches anybody",
                remedy: "if nobody wants that, touchctl screen \(id) --unlock\(kiosk.option)")
        }
    }
}
