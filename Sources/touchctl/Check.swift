import ArgumentParser
import Configuration
import Sockets
import Wire

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Validates configurations, and warns of settings that cannot work. Exits with 78 if one is not valid.",
        discussion: """
            Each warning ends with its id; docs/configuration.md explains each of them. A comment "# touchctl: allow ID…" in the file, on the line \
            of the warning or before it, suppresses the warning. A user or group that this system does not know is a warning here, but touchd \
            treats it as an error.

              touchctl check                                the service's file
              touchctl check --strict kiosk.yaml left.yaml  both, without warnings
            """)

    @Argument(help: "The configuration files.", completion: .file()) var files: [String] = [Instance.usualConfiguration]
    @Flag(help: "Exit with 78 even if there are only warnings.") var strict = false
    @Option(
        name: .customLong("recording"),
        help: ArgumentHelp("A recording that replaces a panel, for instance to supply its size.", valueName: "file"),
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
