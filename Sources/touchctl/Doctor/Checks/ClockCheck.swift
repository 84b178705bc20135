/// Whether the clocks are right: the wall clock, for logs and counts, and the clock of the panels' events.
struct ClockCheck: DoctorCheck {
    static let name = "clock"
    /// The µs by which an event may be later than `status`, because the two were not read at the same moment.
    private static let tolerance: Int64 = 1_000_000

    func findings(_ kiosk: Kiosk) -> [Finding] {
        var findings: [Finding] = []
        if let status = kiosk.daemon.status {
            for panel in status["panels"]?.array ?? [] {
                guard let last = panel["health"]?["lastReport"], last.wholeNumber > status.whole("time") + Self.tolerance else { continue }
                findings.append(
                    .problem(
                        "the last report of \(panel.text("panel")) is from the future: its events do not use CLOCK_MONOTONIC, or the clock jumps",
                        remedy: "report it, with a recording by touchctl record \(panel.text("panel"))"))
            }
        }
        let state = kiosk.system.run(["timedatectl", "show", "--property=NTP,NTPSynchronized"]).map { kiosk.system.assignments($0.text) }
        switch state?["NTPSynchronized"] {
        case "yes": findings.append(.ok("the clock is synchronised"))
        case "no":
            findings.append(
                .warning(
                    "the clock is not synchronised: the times in the log may be wrong",
                    remedy: state?["NTP"] == "yes" ? "check the network; see timedatectl timesync-status" : "sudo timedatectl set-ntp true"))
        default: findings.append(.unknown("whether the clock is synchronised: timedatectl does not say"))
        }
        return findings
    }
}
