/// The text formats for metrics.
enum MetricText: String, CaseIterable, Sendable {
    /// OpenMetrics 1.0.
    case openmetrics
    /// Prometheus' older format, 0.0.4, which node_exporter reads from files.
    case prometheus

    /// The text of all families that have samples.
    func text(_ families: [MetricFamily], of source: MetricSource) -> String {
        families.map { text($0, $0.samples(source)) }.joined() + (self == .openmetrics ? "# EOF\n" : "")
    }

    func text(_ family: MetricFamily, _ samples: [MetricSample]) -> String {
        if samples.isEmpty { return "" }
        let full = family.name + family.suffix
        // The older format has no families, so it describes the name of the samples. It has no units, and no type "info".
        let name = self == .openmetrics ? family.name : full
        let kind = self == .prometheus && family.kind == .info ? .gauge : family.kind
        var lines = ["# TYPE \(name) \(kind.rawValue)"]
        if self == .openmetrics, let unit = family.unit { lines.append("# UNIT \(name) \(unit.rawValue)") }
        lines.append("# HELP \(name) \(escaped(family.help, quotes: self == .openmetrics))")
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",")
            lines.append(full + sample.suffix + (labels.isEmpty ? "" : "{\(labels)}") + " " + sample.value.text)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func escaped(_ text: String, quotes: Bool) -> String {
        var out = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": out += #"\\"#
            case "\n": out += #"\n"#
            case "\"" where quotes: out += #"\""#
            default: out.unicodeScalars.append(character)
            }
        }
        return out
    }
}
