import SettingsFile
import StrictYAML
import Text

/// Reads tuio.yaml, and finds the mistakes that its table cannot express. It reports all mistakes, not only the first.
enum SettingsReader {
    static let sourceMax = 64
    /// The most outputs. Each is a connection to touchd, which allows one user 32.
    static let outputsMax = 16

    static func read(_ root: YAMLNode, _ log: DiagnosticLog) -> Settings {
        var settings = Settings()
        settings.socket = root.text("socket") ?? settings.socket
        let items = root.items("outputs")
        if items.count > outputsMax {
            log.error(root["outputs"]?.mark ?? root.mark, "\"outputs\": expected at most \(outputsMax) outputs, found \(items.count)")
        }
        for item in items {
            guard let output = output(item, log) else { continue }
            // A receiver could not distinguish their cursors.
            if settings.outputs.contains(where: { $0.destination == output.destination && $0.source == output.source }) {
                log.error(item.mark, "two outputs go to \(output.destination.text) with the same \"source\"; give each a different one")
            }
            settings.outputs.append(output)
        }
        return settings
    }

    /// Returns an output; nil if its touches are unknown, because the file is refused then.
    private static func output(_ item: YAMLNode, _ log: DiagnosticLog) -> Settings.Output? {
        let region = log.read(item["region"], "region", expected: "one region's id or path, without \"*\"") { isRegion($0) ? $0 : nil }
        let source = log.read(item["source"], "source", expected: "at most \(sourceMax) printable ASCII characters") { isSource($0) ? $0 : nil }
        let destination = log.read(item["to"], "to", expected: UDPAddress.expected, UDPAddress.init)
        guard let subject = item.text("screen").map(Settings.Output.Subject.screen) ?? region.map(Settings.Output.Subject.region) else { return nil }
        return Settings.Output(
            subject: subject, destination: destination ?? UDPAddress.usual, source: source, maxRate: item.number("maxRate"))
    }

    /// True for the name of one region. Places range from 0 to 1 over one region, so globs are not allowed.
    private static func isRegion(_ name: String) -> Bool { !name.has("*") && !name.begins(with: "/") && !name.ends(with: "/") }

    private static func isSource(_ text: String) -> Bool { text.utf8.count <= sourceMax && text.utf8.allSatisfy { (0x20..<0x7f).contains($0) } }
}
