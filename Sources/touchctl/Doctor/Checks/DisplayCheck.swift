/// Whether touchd knows the state of the displays that have wake rules.
struct DisplayCheck: DoctorCheck {
    static let name = "display"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        if kiosk.wakeScreens.isEmpty { return [] }
        guard let screens = kiosk.daemon.status?["screens"]?.array else {
            return [.unknown("whether the state of the displays is known, for which there are wake rules", remedy: kiosk.asRoot)]
        }
        return kiosk.wakeScreens.map { id in
            guard let state = screens.first(where: { $0["screen"]?.string == id })?["display"]?.string, state != "unknown" else {
                return .problem(
                    "whether the display of \(id) is lit is unknown, so the wake rule swallows nothing",
                    remedy: "give the panel its output, or have the program that switches the display say so: touchctl screen \(id) --display off")
            }
            return .ok("the display of \(id) is \(state)")
        }
    }
}
