import ArgumentParser
import Configuration
import Sockets
import Wire

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Validates configurations, and warns of what cannot work; 0 when all are valid, else 78.",
        discussion: """
            Each warning ends with its id; docs/configuration.md says what each is about. A comment "# touchctl: allow ID…" in the file, on the line \
            or before it, says that it is meant. A user or group that this system does not know is a warning here, and an error to touchd.

              touchctl check                                the one of the service
              touchctl check --strict kiosk.yaml left.yaml  these, without a warning
            """)

    @Argument(help: "Configurations.", completion: .file()) var files: [String] = [Instance.usualConfiguration]
    @Flag(help: "Exit with 78 if there is a warning, too.") var strict = false
    @Option(
        name: .customLong("recording"),
        help: ArgumentHelp("A recording that stands in for a panel: it may say how large the panel is.", valueName: "file"),
        completion: .file())
    var recordings: [String] = []
    @OptionGroup var json: JSONOutput

    func run() throws {
        let scales = try PanelScales(recordings: recordings)
        var isValid = true
        var isThere = true
        for file in files {
            let result: ConfigurationResult
            do { result = try checkConfiguration(file: file, others: anyFile(file)) { scales.scales($0, file: file) } } catch {
                complain("touchctl: \(error)")
                isThere = false
                continue
            }
            for diagnostic in result.diagnostics { json.isOn ? output(diagnostic.json) : complain(diagnostic.description) }
            if result.settings == nil || strict && !result.diagnostics.isEmpty { isValid = false }
            if result.settings != nil, !json.isOn { printLine("\(file): \(verdict(warnings: result.warningCount))") }
        }
        if !isValid { throw Exit.configuration }
        if !isThere { throw Exit.noInput }
    }

    private func verdict(warnings count: Int) -> String {
        let warnings = count == 1 ? "1 warning" : "\(count) warnings"
        return count == 0 ? "ok" : strict ? "\(warnings), refused by --strict" : "ok, \(warnings)"
    }
}
