import ArgumentParser
import Wire
import Text

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the state of touchd: its configuration, panels and clients, and what went wrong since it was started.",
        usage: "touchctl status [<options>]",
        discussion: """
            For users who may open the admin socket, trusted users, and users with the right "status" (docs/access.md).

              touchctl status                      for people
              touchctl status --json | jq .counts  for scripts
            """)

    @OptionGroup var json: JSONOutput
    @OptionGroup var sockets: DaemonSockets

    func run() throws {
        let answer = try Connection.askTrusted(#"{"type":"status"}"#, capability: "status", at: sockets)
        if json.isOn { return printJSON(answer.bare) }
        for line in lines(answer.message) { printLine(line) }
    }

    private func lines(_ status: JSONValue) -> [String] {
        let configuration = status["configuration"] ?? .null
        let counts = status["counts"] ?? .null
        func ago(_ time: JSONValue?) -> String { duration(status.whole("time") - (time.map(\.wholeNumber) ?? 0)) + " ago" }
        func count(_ key: String, _ words: String) -> String { "\(counts.whole(key)) \(words)" }
        var lines = [
            "\(status.text("server")), protocol \(status.whole("protocol")), pid \(status.whole("pid")), up "
                + "\(duration(status.whole("time") - status.whole("startedAt"))), epoch \(status.text("epoch"))",
            "configuration  \(configuration.text("file")), loaded \(ago(configuration["loadedAt"])), generation \(status.whole("generation"))",
        ]
        if configuration["lastGood"]?.bool == true {
            lines.append("               the file is not valid, so its last valid version is in force; correct it, then run \"touchctl reload\":")
            lines += configuration.text("message").split(at: "\n").map { "               \($0)" }
        } else if let refused = configuration["refusedAt"], refused.wholeNumber > configuration.whole("loadedAt") {
            lines.append("               a reload was refused \(ago(refused)); the old configuration stays in force:")
            lines += configuration.text("message").split(at: "\n").map { "               \($0)" }
        }
        if let trial = configuration["trial"] {
            let what = trial["panel"].map { _ in "the calibration of \(trial.text("panel"))" } ?? "a configuration"
            lines.append("               \(what) is being tried for another \(duration(trial.whole("until") - status.whole("time")))")
        }
        let panels = status["panels"]?.array ?? []
        for panel in panels { lines += self.lines(ofPanel: panel, now: status.whole("time")) }
        if panels.isEmpty { lines.append("panels         none; \"touchctl devices\" says why") }
        if counts.whole("unusedDevices") > 0 {
            lines.append("               " + count("unusedDevices", "touchscreens are not used; \"touchctl devices\" says why"))
        }
        lines += (status["screens"]?.array ?? []).map(line(ofScreen:))
        lines.append(
            "clients        "
                + [
                    "\(counts.whole("clients")) of at most \(counts.whole("mostClients"))", count("connections", "since the start"),
                    count("refused", "turned away"),
                ].joined(separator: ", "))
        lines.append(
            "touches        "
                + [
                    counts.text("touches"), count("injected", "fingers injected"), count("frames", "frames"), count("encodings", "encoded"),
                    count("lines", "lines sent"),
                ].joined(separator: ", "))
        lines.append(
            "slow clients   "
                + [
                    count("merged", "moves merged"), count("lagged", "times lagged"), count("slow", "closed"),
                    count("unresponsive", "times without an acknowledgement"),
                ].joined(separator: ", "))
        lines.append("bad lines      " + [counts.text("badLines"), count("refusedRequests", "requests denied")].joined(separator: ", "))
        if counts.whole("violations") > 0 {
            lines.append("bugs           " + count("violations", "broken streams kept from clients; please report what the log says about them"))
        }
        if counts.whole("refusedEdits") > 0 {
            lines.append(
                "bugs           "
                    + count("refusedEdits", "regions of disconnected clients were not removed; please report what the log says about them"))
        }
        return lines
    }

    private func line(ofScreen screen: JSONValue) -> String {
        let mode = screen.text("mode")
        return "screen         \(screen.text("screen")): display \(screen.text("display")), \(ScreenView.activity(screen)), last touch "
            + ScreenView.lastTouch(screen) + (mode == "normal" ? "" : ", \(mode): no touch reaches anybody")
    }

    private func lines(ofPanel panel: JSONValue, now: Int64) -> [String] {
        let health = panel["health"] ?? .null
        let first = "panel          \(panel.text("panel")): \"\(panel.text("name"))\" at \(panel.text("node"))"
        guard health.whole("reports") > 0 else { return [first, "               has reported nothing yet"] }
        // Counts of zero are left out.
        let trouble = (DeviceEntry(panel).health).filter { name, value in
            value > 0 && !["reports", "reportRate", "touches", "lastReport"].contains(name)
        }
        return [
            first,
            "               \(health.whole("touches")) touches in \(health.whole("reports")) reports, \(health.whole("reportRate")) of them "
                + "in its last full second" + trouble.map { ", \($0.name) \($0.value)" }.joined(),
        ]
    }
}
