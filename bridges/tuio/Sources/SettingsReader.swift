import SettingsFile
import Text

/// Reads tuio.yaml. It reports all mistakes, not only the first.
struct SettingsReader {
    static let firstKey = "outputs"
    static let sourceMax = 64
    /// The most outputs. Each is a connection to touchd, which allows one user 32.
    static let outputsMax = 16

    private var settings = Settings()
    private var values: ValueReader

    private init(_ values: ValueReader) { self.values = values }

    /// Reads the settings of a file's root. Mistakes are reported to the reader of values.
    static func read(_ root: YAMLValue, _ values: inout ValueReader) -> Settings {
        var reader = SettingsReader(values)
        reader.read(root)
        values = reader.values
        return reader.settings
    }

    private mutating func read(_ root: YAMLValue) {
        for entry in values.entries(root, "the file", known: ["socket", "outputs"]) {
            switch entry.key {
            case "socket": settings.socket = values.path(entry.value, entry.key) ?? settings.socket
            default: readOutputs(entry.value)
            }
        }
        if settings.outputs.isEmpty, values.mistakes.isEmpty { values.complain(root.mark, "there are no \"outputs\", so nothing would be sent") }
    }

    private mutating func readOutputs(_ value: YAMLValue) {
        let items = values.items(value, "outputs")
        if items.count > Self.outputsMax {
            values.complain(value.mark, "\"outputs\": there are \(items.count), and at most \(Self.outputsMax) may be")
        }
        for item in items {
            guard let output = output(item) else { continue }
            // A receiver could not distinguish their cursors.
            if settings.outputs.contains(where: { $0.destination == output.destination && $0.source == output.source }) {
                values.complain(item.mark, "two outputs go to \(output.destination.text) with the same \"source\"; give each its own")
            }
            settings.outputs.append(output)
        }
    }

    private mutating func output(_ item: YAMLValue) -> Settings.Output? {
        var subjects: [Settings.Output.Subject] = []
        var output = Settings.Output(subject: .screen(""))
        let entries = values.entries(item, "an output", known: ["screen", "region", "to", "source", "maxRate"])
        for entry in entries {
            switch entry.key {
            case "screen": if let id = values.text(entry.value, entry.key) { subjects.append(.screen(id)) }
            case "region": if let name = region(entry.value, entry.key) { subjects.append(.region(name)) }
            case "to": output.destination = destination(entry.value, entry.key) ?? output.destination
            case "source": output.source = source(entry.value, entry.key)
            default: output.maxRate = values.number(entry.value, entry.key, in: 1...1000)
            }
        }
        let given = entries.count { $0.key == "screen" || $0.key == "region" }
        if given != 1, case .mapping = item.content { values.complain(item.mark, "an output has either a \"screen\" or a \"region\"") }
        guard given == 1, let subject = subjects.first else { return nil }
        output.subject = subject
        return output
    }

    private mutating func region(_ value: YAMLValue, _ key: String) -> String? {
        guard let name = values.text(value, key) else { return nil }
        // Places range from 0 to 1 over one region, so globs are not allowed.
        if !name.has("*"), !name.begins(with: "/"), !name.ends(with: "/") { return name }
        values.complain(value.mark, "\"\(key)\": expected one region's id or path, without \"*\", found \(value.found)")
        return nil
    }

    private mutating func destination(_ value: YAMLValue, _ key: String) -> UDPAddress? {
        guard let text = values.text(value, key) else { return nil }
        if let address = UDPAddress(text) { return address }
        values.complain(value.mark, "\"\(key)\": \(UDPAddress.rule), found \(value.found)")
        return nil
    }

    private mutating func source(_ value: YAMLValue, _ key: String) -> String? {
        guard let text = values.text(value, key) else { return nil }
        if text.utf8.count <= Self.sourceMax, text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return text }
        values.complain(value.mark, "\"\(key)\": expected at most \(Self.sourceMax) printable ASCII characters, found \(value.found)")
        return nil
    }
}
