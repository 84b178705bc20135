import SettingsFile
import Text

/// Reads tuio.yaml. It reports all mistakes, not only the first.
struct SettingsReader {
    static let firstKey = "outputs"
    static let sourceMax = 64
    /// The most outputs. Each is a connection to touchd, which allows one user 32.
    static let outputsMax = 16

    private enum Key: String, CaseIterable { case socket, outputs }
    private enum OutputKey: String, CaseIterable { case screen, region, to, source, maxRate }

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
        for (key, value) in values.entries(root, "the file", Key.self) {
            switch key {
            case .socket: settings.socket = values.path(value, key.rawValue) ?? settings.socket
            case .outputs: readOutputs(value)
            }
        }
        if settings.outputs.isEmpty, values.mistakes.isEmpty { values.addMistake(root.mark, "there are no \"outputs\", so nothing would be sent") }
    }

    private mutating func readOutputs(_ value: YAMLValue) {
        let items = values.items(value, "outputs")
        if items.count > Self.outputsMax {
            values.addMistake(value.mark, "\"outputs\": expected at most \(Self.outputsMax) outputs, found \(items.count)")
        }
        for item in items {
            guard let output = output(item) else { continue }
            // A receiver could not distinguish their cursors.
            if settings.outputs.contains(where: { $0.destination == output.destination && $0.source == output.source }) {
                values.addMistake(item.mark, "two outputs go to \(output.destination.text) with the same \"source\"; give each a different one")
            }
            settings.outputs.append(output)
        }
    }

    private mutating func output(_ item: YAMLValue) -> Settings.Output? {
        var subjects: [Settings.Output.Subject] = []
        var output = Settings.Output(subject: .screen(""))
        let entries = values.entries(item, "an output", OutputKey.self)
        for (known, value) in entries {
            let key = known.rawValue
            switch known {
            case .screen: if let id = values.text(value, key) { subjects.append(.screen(id)) }
            case .region: if let name = region(value, key) { subjects.append(.region(name)) }
            case .to: output.destination = destination(value, key) ?? output.destination
            case .source: output.source = source(value, key)
            case .maxRate: output.maxRate = values.number(value, key, in: 1...1000)
            }
        }
        let given = entries.count { $0.key == .screen || $0.key == .region }
        if given != 1, case .mapping = item.content { values.addMistake(item.mark, "an output needs either a \"screen\" or a \"region\"") }
        guard given == 1, let subject = subjects.first else { return nil }
        output.subject = subject
        return output
    }

    private mutating func region(_ value: YAMLValue, _ key: String) -> String? {
        guard let name = values.text(value, key) else { return nil }
        // Places range from 0 to 1 over one region, so globs are not allowed.
        if !name.has("*"), !name.begins(with: "/"), !name.ends(with: "/") { return name }
        values.addMistake(value.mark, "\"\(key)\": expected one region's id or path, without \"*\", found \(value.found)")
        return nil
    }

    private mutating func destination(_ value: YAMLValue, _ key: String) -> UDPAddress? {
        guard let text = values.text(value, key) else { return nil }
        if let address = UDPAddress(text) { return address }
        values.addMistake(value.mark, "\"\(key)\": \(UDPAddress.rule), found \(value.found)")
        return nil
    }

    private mutating func source(_ value: YAMLValue, _ key: String) -> String? {
        guard let text = values.text(value, key) else { return nil }
        if text.utf8.count <= Self.sourceMax, text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return text }
        values.addMistake(value.mark, "\"\(key)\": expected at most \(Self.sourceMax) printable ASCII characters, found \(value.found)")
        return nil
    }
}
