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
        for line in lines(answer.message) { printPainted(line.painted(Paint.output)) }
    }

    /// A line of the text. Its first 15 columns are a label.
    private struct Line: ExpressibleByStringInterpolation {
        private let text: String
        /// The colour of a line about something that people should look at.
        private var color: Paint.Color?

        init(_ text: String, _ color: Paint.Color? = nil) { (self.text, self.color) = (text, color) }
        init(stringLiteral text: String) { self.init(text) }

        func painted(_ paint: Paint) -> String {
            let text = printable(text)
            let label = String(String.UnicodeScalarView(text.unicodeScalars.prefix(15)))
            guard label.ends(with: "  ") else { return paint(color ?? .bold, text) }
            return paint(.bold, label) + paint(color, String(Substring(text.utf8.dropFirst(label.utf8.count))))
        }
    }

    private func lines(_ status: JSONValue) -> [Line] {
        let configuration = status["configuration"] ?? .null
        let counts = status["counts"] ?? .null
        func ago(_ time: JSONValue?) -> String { duration(status.whole("time") - (time.map(\.wholeNumber) ?? 0)) + " ago" }
        func count(_ key: String, _ words: String) -> String { "\(counts.whole(key)) \(words)" }
        var lines: [Line] = [
            Line(
                "\(status.text("server")), protocol \(status.whole("protocol")), pid \(status.whole("pid")), up "
                    + "\(duration(status.whole("time") - status.whole("startedAt"))), epoch \(status.text("epoch"))"),
            "configuration  \(configuration.text("file")), loaded \(ago(configuration["loadedAt"])), generation \(status.whole("generation"))",
        ]
        if configuration["lastGood"]?.bool == true {
            lines.append(
                Line("               the file is not valid, so its last valid version is in force; correct it, then run \"touchctl reload\":", .red))
            lines += configuration.text("message").split(at: "\n").map { Line("               \($0)", .red) }
        } else if let refused = configuration["refusedAt"], refused.wholeNumber > configuration.whole("loadedAt") {
            lines.append(Line("               a reload was refused \(ago(refused)); the old configuration stays in force:", .red))
            lines += configuration.text("message").split(at: "\n").map { Line("               \($0)", .red) }
        }
        if let trial = Self.trial(status) { lines.append(Line("               \(trial)", .yellow)) }
        let panels = status["panels"]?.array ?? []
        for panel in panels { lines += self.lines(ofPanel: panel, now: status.whole("time")) }
        if panels.isEmpty { lines.append(Line("panels         none; \"touchctl devices\" says why", .yellow)) }
        if counts.whole("unusedDevices") > 0 {
            let unused = plural(counts.whole("unusedDevices"), "touchscreen is not used", "touchscreens are not used")
            lines.append(Line("               \(unused); \"touchctl devices\" says why", .yellow))
        }
        lines += (status["screens"]?.array ?? []).map(line(ofScreen:))
        lines.append(
            Line(
                "clients        "
                    + [
                        "\(counts.whole("clients")) of at most \(counts.whole("mostClients"))", count("connections", "since the start"),
                        count("refused", "turned away"),
                    ].joined(separator: ", ")))
        lines.append(
            Line(
                "touches        "
                    + [
                        counts.text("touches"), counts.whole("injected") == 1 ? "1 finger injected" : count("injected", "fingers injected"),
                        count("frames", "frames"), count("encodings", "encoded"),
                        count("lines", "lines sent"),
                    ].joined(separator: ", ")))
        lines.append(
            Line(
                "slow clients   "
                    + [
                        count("merged", "moves merged"), count("lagged", "times lagged"), count("slow", "closed"),
                        count("unresponsive", "times without an acknowledgement"),
                    ].joined(separator: ", ")))
        lines.append("bad lines      \([counts.text("badLines"), count("refusedRequests", "requests denied")].joined(separator: ", "))")
        if counts.whole("violations") > 0 {
            let words = "broken streams kept from clients; please report what the log says about them"
            lines.append(Line("bugs           " + count("violations", words), .red))
        }
        if counts.whole("refusedEdits") > 0 {
            let words = "regions of disconnected clients were not removed; please report what the log says about them"
            lines.append(Line("bugs           " + count("refusedEdits", words), .red))
        }
        return lines
    }

    /// The text about a trial that is in force, with the time that is left; nil if there is none.
    static func trial(_ status: JSONValue) -> String? {
        guard let trial = status["configuration"]?["trial"] else { return nil }
        let what = trial["panel"].map { _ in "the calibration of \(trial.text("panel"))" } ?? "a configuration"
        return "\(what) is being tried for another \(duration(trial.whole("until") - status.whole("time")))"
    }

    private func line(ofScreen screen: JSONValue) -> Line {
        let isClosed = ScreenView.isClosed(screen)
        let color: Paint.Color? = isClosed ? .yellow : nil
        let text =
            "screen         \(screen.text("screen")): display \(screen.text("display")), \(ScreenView.activity(screen)), last touch "
            + ScreenView.lastTouch(screen) + (isClosed ? ", \(screen.text("mode")): no touch reaches anybody" : "")
        return Line(text, color)
    }

    private func lines(ofPanel panel: JSONValue, now: Int64) -> [Line] {
        let health = panel["health"] ?? .null
        let first: Line = "panel          \(panel.text("panel")): \"\(panel.text("name"))\" at \(panel.text("node"))"
        guard health.whole("reports") > 0 else { return [first, "               has reported nothing yet"] }
        // Counts of zero are left out.
        let trouble = (DeviceEntry(panel).health).filter { name, value in
            value > 0 && !["reports", "reportRate", "touches", "lastReport"].contains(name)
        }
        return [
            first,
            Line(
                "               \(health.whole("touches")) touches in \(health.whole("reports")) reports, \(health.whole("reportRate")) of them "
                    + "in its last full second" + trouble.map { ", \($0.name) \($0.value)" }.joined()),
        ]
    }
}
