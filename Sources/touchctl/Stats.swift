import ArgumentParser
import Wire

struct Stats: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows how often and for how long regions and panels were touched.",
        usage: "touchctl stats [<options>]",
        discussion: """
            For users who may open the admin socket, trusted users, and users with the right "status" (docs/access.md). TAPS are touches that were \
            short, hardly moved, and were lifted inside; DWELL is the total time that fingers were down. Touches in sensitive regions and injected \
            fingers are not counted. The counts begin when touchd starts; with "server: statistics: keep" they continue after a restart.

              touchctl stats          since touchd was started
              touchctl stats --reset  the same, and reset the counts
            """)

    @Flag(help: "Reset the counts after printing them.") var reset = false
    @OptionGroup var json: JSONOutput
    @OptionGroup var sockets: DaemonSockets

    func run() throws {
        let answer = try Connection.askTrusted("{\"type\":\"stats\"\(reset ? ",\"reset\":true" : "")}", capability: "stats", at: sockets)
        if json.isOn { return printJSON(answer.bare) }
        for line in Self.lines(answer.message["statistics"]?.printable ?? .null, fitting: terminalWidth) { printLine(line) }
    }

    static func lines(_ statistics: JSONValue, fitting width: Int?) -> [String] {
        var regions = Table("REGION", ">TOUCHES", ">TAPS", ">DWELL", ">LONGEST", ">CANCELLED", "WHY")
        let touched = (statistics["regions"]?.array ?? []).sorted {
            ($0.whole("touches"), $1.text("region")) > ($1.whole("touches"), $0.text("region"))
        }
        for region in touched {
            let cancels = Self.cancels(region)
            regions.add([
                region.text("region"), region.text("touches"), region.text("taps"), duration(region.whole("dwell")),
                duration(region.whole("longest")),
                "\(cancels.reduce(0) { $0 + $1.count })", cancels.map { "\($0.reason) \($0.count)" }.joined(separator: ", "),
            ])
        }
        var panels = Table("PANEL", ">TOUCHES", ">REPORTS", ">A SECOND", ">GHOSTS", ">DROPS")
        for panel in statistics["panels"]?.array ?? [] {
            panels.add([
                panel.text("panel"), panel.text("touches"), panel.text("reports"), panel["reportRate"] == nil ? "-" : panel.text("reportRate"),
                panel.text("ghosts"), panel.text("drops"),
            ])
        }
        var lines = [
            "counted for \(duration(statistics.whole("duration"))); \(plural(statistics.whole("missed"), "touch", "touches")) hit no region that takes them"
        ]
        if statistics.whole("forgotten") > 0 { lines.append("the counts of \(statistics.whole("forgotten")) removed regions were dropped") }
        if touched.isEmpty {
            lines.append("no region has been touched yet; injected fingers and touches in sensitive regions are not counted")
        }
        if !touched.isEmpty { lines += [""] + regions.lines(fitting: width) }
        return lines + [""] + panels.lines(fitting: width)
    }

    /// The cancels by reason, the most frequent first.
    private static func cancels(_ region: JSONValue) -> [(reason: String, count: Int64)] {
        guard case .object(let counts)? = region["cancels"] else { return [] }
        return counts.map { ($0.key, $0.value.wholeNumber) }.sorted { ($0.1, $1.0) > ($1.1, $0.0) }
    }
}
