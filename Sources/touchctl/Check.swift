import ArgumentParser
import Configuration
import Glibc
import Sockets
import Text
import Wire

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Validates configurations, and warns of settings that cannot work. Exits with 78 if one is not valid.",
        discussion: """
            Each warning ends with its id; docs/configuration.md explains each of them. A comment "# touchctl: allow ID…" in the file, on the line \
            of the warning or before it, suppresses the warning. A user or group that this system does not know is an error with --strict, and in \
            the files of the services in /etc/touchd, as it is for touchd. In other files, which may be for another system, it is a warning.

              touchctl check                                the service's file
              touchctl check --strict kiosk.yaml left.yaml  both, without warnings
              touchctl check - <kiosk.yaml                  standard input
            """)

    @Argument(help: "The configuration files; - is standard input.", completion: .file()) var files: [String] = [Instance.usualConfiguration]
    @Flag(help: "Exit with 78 even if there are only warnings, and if touchd on this system would refuse the file.") var strict = false
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
        for file in InputFile.paths(files) {
            let result: ConfigurationResult
            do {
                result = try checkConfiguration(file: file, others: anyFile(file), isForThisSystem: strict || Self.isOfService(file)) {
                    scales.scales($0, file: file)
                }
            } catch {
                complain("touchctl: \(error)")
                isThere = false
                continue
            }
            for diagnostic in result.diagnostics { json.isOn ? output(diagnostic.json) : complain(diagnostic) }
            if result.settings == nil || strict && !result.diagnostics.isEmpty { isValid = false }
            if result.settings != nil, !json.isOn {
                let color: Paint.Color = result.warningCount == 0 ? .green : strict ? .red : .yellow
                printPainted("\(printable(file)): \(Paint.output(color, verdict(warnings: result.warningCount)))")
            }
        }
        if !isValid || isThere && scales.hasStrangers { throw Exit.configuration }
        if !isThere { throw Exit.noInput }
    }

    /// True for a file that touchd or one of its instances reads: `/etc/touchd/touchd.yaml` or `/etc/touchd/NAME.yaml`. It may be a link, and its folder
    /// may be named by another path.
    static func isOfService(_ file: String) -> Bool {
        let name = file.split(at: "/").last.map(String.init) ?? ""
        let folder = String(Substring(file.utf8.dropLast(name.utf8.count)))
        return isPathOfService(real(file)) || isPathOfService(real(folder.isEmpty ? "." : folder).map { $0 + "/" + name })
    }

    /// The path without links; nil if there is none.
    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    private static func isPathOfService(_ path: String?) -> Bool {
        let folder = "/etc/touchd/"
        guard let path, path.begins(with: folder), path.ends(with: ".yaml") else { return false }
        let name = String(Substring(path.utf8.dropFirst(folder.utf8.count).dropLast(".yaml".utf8.count)))
        return path == Instance.usualConfiguration || Instance(name) != nil
    }

    private func verdict(warnings count: Int) -> String {
        let warnings = count == 1 ? "1 warning" : "\(count) warnings"
        return count == 0 ? "ok" : strict ? "\(warnings), refused by --strict" : "ok, \(warnings)"
    }
}
