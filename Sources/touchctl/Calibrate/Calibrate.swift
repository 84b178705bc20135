import ArgumentParser
import Calibration
import Files
import TouchCore
import Wire
import Text

struct Calibrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows crosses, without a desktop, and computes a panel's calibration from your touches on them.",
        discussion: """
            It shows one cross after another; touch the middle of each. Then it says what is wrong with the panel, and prints a udev rule, which \
            works for touchd and for compositors, and a line for touchd's configuration. With --apply it tries the calibration for 30 s, and writes \
            the rule if you confirm the calibration by touching one more cross. No other program may draw on the display. If you cannot stop the \
            compositor, use the page of touchd-web-admin, which shows the crosses in a browser (docs/web.md). If touchd has the panel, its screens \
            are locked while you calibrate, and contacts that begin in a sensitive region are missing; --direct reads the event node itself.

              touchctl calibrate                       the panel that you touch first
              touchctl calibrate main-0 --apply        this panel, and write the rule
              touchctl calibrate --output HDMI-A-1     on this display

            With --solve it reads touches from standard input, for the page: {"points": [{"shown": [x, y], "raw": [x, y]}, …], "screen": \
            [w, h], "millimetres": [w, h] or null, "panel": {…}}. "shown" is in points of the screen, "raw" from 0 to 1 over the panel. It prints \
            the calibration as JSON. If the touches give no calibration, it prints "ok": false with the reason, and exits with 1. If the panel \
            has neither a name nor a place that a udev rule could match, "udev" is null.
            """)

    @Argument(help: "The panel's id, name or event node; by default the panel that you touch first.", completion: .file()) var panel: String?
    @Option(help: "The connector of the display that shows the crosses; by default the panel's display, or the only one.") var output: String?
    @Option(help: "The number of crosses, from 5 to 25.") var points = CrossLayout.usual
    @Option(
        help:
            "How many degrees the compositor turns the picture clockwise: 0, 90, 180 or 270. By default the panel's rotation, if it fits the display."
    )
    var turned: Int?
    @Flag(help: "Try the calibration for 30 s, and write the udev rule when a touch confirms it.") var apply = false
    @Option(help: "How long --apply tries the calibration, in seconds.", transform: Seconds.read) var trial = 30.0
    @Flag(help: "Read the event node itself, even if touchd has the panel (without grabbing it).") var direct = false
    @Flag(help: "Only calculate: read touches from standard input, and print the calibration as JSON.") var solve = false
    @Option(help: "Take the panels from this configuration instead of touchd's.", completion: .file()) var config: String?
    @OptionGroup var json: JSONOutput
    @OptionGroup var sockets: DaemonSockets

    func validate() throws {
        if !CrossLayout.range.contains(points) { throw ValidationError("--points must be from 5 to 25") }
        if !(1...600).contains(trial) { throw ValidationError("--trial must be from 1 to 600 seconds") }
        if let turned, Rotation(rawValue: turned) == nil { throw ValidationError("--turned must be 0, 90, 180 or 270") }
        if solve && (apply || panel != nil) { throw ValidationError("--solve reads everything from standard input; leave out --apply and the panel") }
    }

    func run() throws {
        if solve { return try solveInput() }
        let found = try FoundPanel.all(sockets, config: config, isDirect: direct)
        let wanted = try panel.map { try chosen($0, of: found) }
        if apply { try checkCanApply(wanted.map { [found[$0]] } ?? found) }
        let display = try chosenDisplay(wanted.map { found[$0] } ?? (found.count == 1 ? found[0] : nil))
        let sources = try ContactSources(found, sockets)
        let glass = ClosedGlass(found, sockets)
        let turn = turn(of: display, wanted.map { found[$0] } ?? found.first)
        let session = CalibrationSession(display, turn: turn, sources, panel: wanted, glass: glass, report: CalibrationReport(isJSON: json.isOn))
        do { try run(session, sources) } catch is CalibrationSession.Stopped {
            complain("touchctl: stopped; the calibration is unchanged")
            throw Exit.negative
        } catch let failure as Display.Failure {
            complain("touchctl: \(failure)")
            throw Exit.unavailable
        }
    }

    private func run(_ session: CalibrationSession, _ sources: ContactSources) throws {
        let report = CalibrationReport(isJSON: json.isOn)
        try session.collectTouches(points)
        guard let index = session.panel else { return }
        let panel = sources.panels[index]
        let facts = panel.facts(on: session.size)
        let answer = CalibrationAnswer(CalibrationSolver(session.pairs, screen: session.size, display: session.millimetres, panel: facts))
        session.show(answer)
        self.report(answer, panel)
        guard case .success(let solution) = answer.result else {
            try session.waitForTouch(seconds: 10)
            throw Exit.negative
        }
        if !apply || solution.isAlreadyRight { return try session.waitForTouch(seconds: 10) }
        try session.waitForTouch(seconds: 4)
        let trial = CalibrationTrial(solution: solution, panel: panel, seconds: self.trial, sockets: sockets, report: report)
        guard try trial.run(session) else { throw Exit.negative }
    }

    // MARK: Panel and display

    private func chosen(_ name: String, of found: [FoundPanel]) throws -> Int {
        let byID = found.indices.filter { found[$0].facts.id == name || found[$0].node == name }
        let fitting = byID.isEmpty ? found.indices.filter { found[$0].facts.name == name } : byID
        if fitting.count == 1 { return fitting[0] }
        let list = (fitting.isEmpty ? Array(found.indices) : fitting).map {
            "\n    \(found[$0].node)  \"\(found[$0].facts.name)\"  \(found[$0].facts.id)"
        }
        complain(
            "touchctl: " + (fitting.isEmpty ? "there is no panel \"\(name)\"; choose one of:" : "several panels are called \"\(name)\":")
                + list.joined())
        throw Exit.noInput
    }

    private func checkCanApply(_ panels: [FoundPanel]) throws {
        guard RuleFile.isWritable else {
            complain("touchctl: --apply writes to \(RuleFile.folder), which this user may not; run touchctl as root")
            throw Exit.permission
        }
        for panel in panels {
            guard let obstacle = CalibrationTrial.obstacle(panel) else { continue }
            complain("touchctl: --apply: \(obstacle)")
            throw Exit.usage
        }
    }

    private func chosenDisplay(_ panel: FoundPanel?) throws -> Display {
        let displays: [Display]
        do throws(Display.Failure) { displays = try Display.all() } catch {
            complain("touchctl: \(error)")
            throw error.kind == .denied ? Exit.permission : Exit.unavailable
        }
        let wanted = output ?? panel?.settings?.output
        // The configuration may name the connector with its card: card1-HDMI-A-1.
        if let wanted,
            let display = displays.first(where: { wanted == $0.connector || wanted.ends(with: "-" + $0.connector) && wanted.begins(with: "card") })
        {
            return display
        }
        if output == nil, displays.count == 1 { return displays[0] }
        let list = displays.map(\.connector).joined(separator: ", ")
        complain(
            "touchctl: "
                + (output.map { "no display is connected to \($0); connected" } ?? "several displays are connected; choose one with --output")
                + ": \(list)")
        throw Exit.usage
    }

    /// The turn of the picture as people see it.
    private func turn(of display: Display, _ panel: FoundPanel?) -> Rotation {
        if let turned { return Rotation(rawValue: turned) ?? .none }
        guard let panel, let rotation = panel.settings?.rotation, rotation == .quarter || rotation == .threeQuarters, let screen = panel.screen?.size
        else { return .none }
        // If the screen is portrait and the display landscape, or the reverse, the display is mounted on its side.
        return (screen.width < screen.height) != (display.size.width < display.size.height) ? rotation : .none
    }

    // MARK: Result

    private func report(_ answer: CalibrationAnswer, _ panel: FoundPanel) {
        if json.isOn { return printJSON(answer.json(event: "result", panel: panel.facts.id)) }
        switch answer.result {
        case .failure(let refusal): complain("touchctl: \(refusal)")
        case .success(let solution):
            let text = CalibrationText(solution)
            for sentence in solution.sentences { printLine(sentence) }
            if solution.isAlreadyRight { return }
            if UdevRule(panel.facts).isPossible {
                printLine("")
                printLine("A udev rule, for touchd and compositors alike (\(RuleFile.folder)/\(text.ruleFile)):")
                printLine("")
                for line in text.rule.split(at: "\n") { printLine(String(line)) }
            }
            printLine("")
            printLine("Or, for touchd alone, the panel's line in the configuration:")
            printLine("")
            printLine("        " + (text.yaml.isEmpty ? "(no \"calibration\")" : text.yaml))
        }
    }

    private func solveInput() throws {
        let request: CalibrationRequest
        do { request = try CalibrationRequest(try readFile("/dev/stdin", atMost: 64 << 20, others: anyFile("standard input"))) } catch {
            complain("touchctl: standard input: \(error)")
            throw Exit.usage
        }
        let answer = CalibrationAnswer(request)
        printJSON(answer.json())
        if !answer.isOK { throw Exit.negative }
    }
}
