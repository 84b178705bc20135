/// Whether the service crashes and is restarted.
struct RestartsCheck: DoctorCheck {
    static let name = "restarts"
    /// The number of restarts that counts as a loop, and the uptime in µs after which the loop counts as over.
    private static let loop = 3
    private static let stableUptime: Int64 = 600_000_000

    func findings(_ kiosk: Kiosk) -> [Finding] {
        guard let state = kiosk.system.unit(kiosk.unit, "NRestarts", "Result"), let count = state["NRestarts"].flatMap(Int.init) else { return [] }
        if count == 0 { return [.ok("\(kiosk.unit) was never restarted after a crash")] }
        let times = count == 1 ? "once" : "\(count) times"
        let message = "systemd had to restart \(kiosk.unit) \(times) since somebody last started it"
        let remedy = "journalctl -u \(kiosk.unit) says why; coredumpctl list touchd lists its crashes"
        let uptime = kiosk.daemon.status.map { $0.whole("time") - $0.whole("startedAt") }
        let isCalm = uptime.map { $0 >= Self.stableUptime } ?? false
        return [count >= Self.loop && !isCalm ? .problem(message + ": it crashes in a loop", remedy: remedy) : .warning(message, remedy: remedy)]
    }
}
