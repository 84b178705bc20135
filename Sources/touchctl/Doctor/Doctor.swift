import ArgumentParser
import Text

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Finds problems of this kiosk, and says what to do. Exits with 1 if there is a problem.",
        usage: "touchctl doctor [<options>]",
        discussion: """
            Checks the service, its configuration, its panels, udev, the compositor and the display, and changes nothing. It works without a \
            running touchd and for every user, but only root sees everything. docs/operations.md lists the checks.

              sudo touchctl doctor                  what is wrong, and what to do
              sudo touchctl doctor --instance left  the same for touchd@left
            """)

    @Flag(name: .customLong("all"), help: "Also show checks that found no problem.") var showsAll = false
    @OptionGroup var json: JSONOutput
    @OptionGroup var sockets: DaemonSockets

    func run() throws {
        let kiosk = Kiosk.live(sockets)
        var counts: [Finding.Result: Int] = [:]
        for check in doctorChecks {
            for finding in check.findings(kiosk) {
                counts[finding.result, default: 0] += 1
                if json.isOn {
                    printJSON(finding.json(of: type(of: check).name))
                } else if showsAll || finding.result != .ok {
                    show(finding, of: type(of: check).name)
                }
            }
        }
        if !json.isOn { printLine(Self.verdict(counts)) }
        if counts[.problem, default: 0] > 0 { throw Exit.negative }
    }

    private func show(_ finding: Finding, of check: String) {
        let label = finding.result.rawValue
        let color: Paint.Color =
            switch finding.result {
            case .ok: .green
            case .warning: .yellow
            case .problem: .red
            case .unknown: .cyan
            }
        printPainted(Paint.output(color, label.padded(to: 13)) + check.padded(to: 15) + printable(finding.message))
        if let remedy = finding.remedy { printLine("".padded(to: 28) + "-> " + remedy) }
    }

    static func verdict(_ counts: [Finding.Result: Int]) -> String {
        func count(_ result: Finding.Result, _ one: String, _ more: String) -> String? {
            guard let count = counts[result] else { return nil }
            return "\(count) \(count == 1 ? one : more)"
        }
        let parts = [
            count(.problem, "problem", "problems"), count(.warning, "warning", "warnings"),
            count(.unknown, "check without a result", "checks without a result"), count(.ok, "check passed", "checks passed"),
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
