/// Which other programs read a panel that touchd has not grabbed: each press is then handled twice.
struct ReadersCheck: DoctorCheck {
    static let name = "readers"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        let shared = kiosk.panels.filter { device in kiosk.configuredPanels.contains { $0.id == device.panel && !$0.grab } }
        if shared.isEmpty { return kiosk.panels.isEmpty ? [] : [.ok("only touchd reads its panels")] }
        let processes = Processes(kiosk.system)
        return shared.flatMap { device -> [Finding] in
            let holders = processes.holders(of: device.node)
            let others = holders.known.filter { $0.name != "touchd" }
            if !others.isEmpty {
                return [
                    .warning(
                        "\(others.summary) reads \(device.panel!) as well, because touchd does not grab it: each press may be handled twice",
                        remedy: "set grab: exclusive, with a region of kind: surface for the applications below; or ignore this if it is intended")
                ]
            }
            if holders.hidden > 0 {
                return [
                    .unknown(
                        "who else reads \(device.panel!) at \(device.node): \(holders.hidden) processes are not this user's", remedy: kiosk.asRoot)
                ]
            }
            return [.ok("only touchd reads \(device.panel!)")]
        }
    }
}
