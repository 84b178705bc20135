/// Whether touchd knows the state of the displays that have wake rules.
struct DisplayCheck: DoctorCheck {
    static let name = "display"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        if kiosk.wakeScreens.isEmpty { return [] }
        guard let screens = kiosk.daemon.status?["screens"]?.array else {
            return [.unknown("whether the state of the displays with wake rules is known", remedy: kiosk.asRoot)]
        }
        return kiosk.wakeScreens.map { id in
            guard let state = screens.first(where: { $0["screen"]?.string == id })?["display"]?.string, state != "unknown" else {
                return .problem(
                    "touchd does not know whether the display of \(id) is lit, so the wake rule has no effect",
                    remedy: "set the panel's output, or have the program that switches the display off run touchctl screen \(id) --display off")
            }
            return .ok("the display of \(id) is \(state)")
        }
    }
}
