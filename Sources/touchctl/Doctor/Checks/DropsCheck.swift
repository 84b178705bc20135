/// Whether events were lost on the way from the panel to the clients.
struct DropsCheck: DoctorCheck {
    static let name = "drops"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        guard let status = kiosk.daemon.status else { return [] }
        var findings: [Finding] = []
        for panel in status["panels"]?.array ?? [] {
            let drops = panel["health"]?.whole("drops") ?? 0
            if drops == 0 { continue }
            findings.append(
                .warning(
                    "the kernel dropped events of \(panel.text("panel")) \(Self.times(drops)): touchd did not read in time",
                    remedy: "look for an overload of the machine: touchctl status\(kiosk.option); journalctl -u \(kiosk.unit)"))
        }
        let counts = status["counts"] ?? .null
        let late = counts.whole("lagged") + counts.whole("slow") + counts.whole("unresponsive")
        if late > 0 {
            findings.append(
                .warning(
                    "clients did not keep up \(Self.times(late)), so touchd cancelled touches",
                    remedy: "touchctl clients\(kiosk.option) and the log name them"))
        }
        let bugs = counts.whole("violations") + counts.whole("refusedEdits")
        if bugs > 0 {
            findings.append(
                .problem("touchd found an internal error \(Self.times(bugs))", remedy: "report it, with what journalctl -u \(kiosk.unit) says"))
        }
        return findings.isEmpty ? [.ok("no events were lost, and no client fell behind")] : findings
    }

    private static func times(_ count: Int64) -> String { count == 1 ? "once" : "\(count) times" }
}
