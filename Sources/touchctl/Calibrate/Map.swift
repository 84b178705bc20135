import ArgumentParser
import Calibration
import TouchCore
import Wire
import Text

struct Map: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Finds out which panel lies over which display.",
        usage: "touchctl map [<options>]",
        discussion: """
            It shows a number on each display, without a desktop, and asks you to touch the displays one after another. For each panel it prints the \
            "output" line for the configuration, a udev rule with WL_OUTPUT for compositors, and the lines for labwc and sway. No other program may \
            draw on the displays.

              touchctl map
            """)

    @Flag(help: "Read the event nodes themselves, even of panels that touchd has (without grabbing them).") var direct = false
    @Option(help: "Take the panels from this configuration instead of touchd's.", completion: .file()) var config: String?
    @OptionGroup var json: JSONOutput
    @OptionGroup var sockets: DaemonSockets

    /// The time limit for a display, in seconds.
    private static let patience = 60.0

    func run() throws {
        let found = try FoundPanel.all(sockets, config: config, isDirect: direct)
        do {
            let displays = try Display.all()
            let sources = try ContactSources(found, sockets)
            let glass = ClosedGlass(found, sockets)
            defer { glass?.open() }
            try map(displays, sources, glass, CalibrationReport(isJSON: json.isOn))
        } catch let failure as Display.Failure {
            complain("touchctl: \(failure)")
            throw failure.kind == .denied ? Exit.permission : Exit.unavailable
        }
    }

    private func map(_ displays: [Display], _ sources: ContactSources, _ glass: ClosedGlass?, _ report: CalibrationReport) throws {
        for (index, display) in displays.enumerated() {
            draw(display, index + 1, "", .dim)
            try display.show()
        }
        var taken: [Int: String] = [:]
        var found: [(panel: Int, mapping: OutputMapping)] = []
        for (index, display) in displays.enumerated() {
            draw(display, index + 1, "Touch this display", .ink)
            try sources.discardTaps()
            report.write(
                "display",
                [
                    ("number", .whole(index + 1)), ("connector", .string(display.connector)),
                    ("size", CalibrationReport.pair(display.size.width, display.size.height)),
                ], "display \(index + 1), \(display.connector): touch it")
            glass?.renew(for: Self.patience)
            switch try sources.next(within: Self.patience) {
            case .stopped:
                complain("touchctl: stopped")
                throw Exit.negative
            case .timeIsOver:
                report.write("untouched", [("connector", .string(display.connector))], "\(display.connector): nobody touched it")
                draw(display, index + 1, "No panel", .bad)
            case .tap(let panel, _):
                let isTwice = taken[panel] != nil
                if let other = taken[panel] {
                    complain(
                        "touchctl: \(sources.panels[panel].name) was touched for \(other) and for \(display.connector): "
                            + "either it covers both, or you touched the wrong display"
                    )
                }
                taken[panel] = display.connector
                draw(display, index + 1, sources.panels[panel].name, isTwice ? .bad : .good)
                let mapping = OutputMapping(sources.panels[panel].facts, connector: display.connector)
                self.report(display.connector, sources.panels[panel], mapping, report)
                for other in found where other.panel != panel && other.mapping.isConfused(with: mapping) {
                    complain(
                        "touchctl: compositors cannot tell \(sources.panels[other.panel].name) and \(sources.panels[panel].name) apart, as both are named "
                            + "\"\(mapping.names[0])\": give each panel its own screen with a surface; its virtual panel is named after the screen")
                }
                found.append((panel, mapping))
            }
        }
        if case .stopped = try sources.next(within: 5) { return }
    }

    private func draw(_ display: Display, _ number: Int, _ text: String, _ colour: Canvas.Colour) {
        let canvas = display.canvas()
        let scale = max(2, min(canvas.width, canvas.height) / 20)
        canvas.clear()
        let bottom = canvas.text(String(number), top: canvas.height / 2 - 5 * scale, scale: scale, colour)
        canvas.text(display.connector, top: bottom, scale: max(2, scale / 5), .dim)
        canvas.text(text, top: bottom + 3 * scale, scale: max(2, scale / 5), colour)
        display.flush()
    }

    private func report(_ connector: String, _ panel: FoundPanel, _ mapping: OutputMapping, _ report: CalibrationReport) {
        let rule = UdevRule(panel.facts).text("\(connector) has \(panel.facts.summary) over it.", "WL_OUTPUT", connector)
        let yaml = "output: \(Self.plainOrQuoted(connector))"
        var lines = ["\(connector): \(panel.name), \"\(panel.facts.name)\"", "    in the configuration:  \(yaml)"]
        if !rule.isEmpty { lines += ["    as a udev rule:"] + rule.split(at: "\n").map { "        " + $0 } }
        for (place, entries) in [("labwc's rc.xml", mapping.labwc), ("sway's configuration", mapping.sway)] {
            lines +=
                entries.isEmpty
                ? ["    no line for \(place): the name cannot be written there"] : ["    in \(place):"] + entries.map { "        " + $0 }
        }
        // Mir 2.20 lays each panel over its first output (canonical/mir#611).
        lines.append("    Mir has no setting that maps a panel to an output")
        report.write(
            "mapped",
            [
                ("connector", .string(connector)), ("panel", .string(panel.facts.id)), ("node", .string(panel.node)),
                ("name", .string(panel.facts.name)),
                ("yaml", .string(yaml)), ("rule", .string(rule)),
                ("labwc", .array(mapping.labwc.map { .string($0) })), ("sway", .array(mapping.sway.map { .string($0) })),
            ], lines.joined(separator: "\n"))
    }

    /// A connector as a value in YAML. The kernel's names, such as HDMI-A-1, need no quotes.
    static func plainOrQuoted(_ connector: String) -> String {
        let isPlain = connector.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) || $0 == UInt8(ascii: "-")
        }
        // Without a letter and a "-" it might be read as a number, a boolean or null.
        let isName = connector.utf8.first.map { $0 >= 0x41 } ?? false
        return isPlain && isName && connector.utf8.contains(UInt8(ascii: "-")) ? connector : quotedYAML(connector)
    }
}
