import Configuration
import Files
import StrictYAML
import TouchCore

/// The scenarios of a file.
public struct ScenarioFile: Sendable {
    /// The scenarios in the order of the file.
    public let scenarios: [Reading]
    /// Errors and warnings, in the order of their places in the file.
    public let diagnostics: [Diagnostic]

    public enum Reading: Sendable {
        case valid(Scenario)
        /// A scenario with an error. The other ones can still be run.
        case refused(name: String, Mark)
    }

    public var isValid: Bool { !diagnostics.contains { $0.severity == .error } }

    /// Reads and checks scenarios: a list of them, in JSON or in strict YAML. Finds all errors, not only the first one.
    ///
    /// - Parameters:
    ///   - path: the name for diagnostics; no file is opened.
    ///   - configuration: the configuration whose tree a scenario without a tree uses.
    public init(_ text: [UInt8], path: String, configuration: Settings? = nil) {
        let log = DiagnosticLog(file: path)
        var read: [(mark: Mark, name: String, scenario: Scenario?)] = []
        if let root = DocumentReader.read(text, log: log, ifEmpty: "the file is empty; it should be a list of scenarios") {
            var names: [String: Mark] = [:]
            var validator = ShapeValidator(ScenarioShapes.format, log: log)
            if root.items == nil, !root.isRefused { log.error(root.mark, "expected a list of scenarios, found \(root.found)") }
            for node in root.items ?? [] {
                var decoder = ScenarioDecoder(log: log, configuration: configuration, validator)
                let scenario = decoder.scenario(node)
                validator = decoder.validator
                let name = node.string("name") ?? ""
                if let first = names[name], !name.isEmpty {
                    log.error(
                        node.mark,
                        "the name \(quoted(name)) is already used on line \(first.line); names are unique in a file")
                }
                names[name] = names[name] ?? node.mark
                read.append((node.mark, name, scenario))
            }
        }
        diagnostics = log.inSourceOrder
        let errors = diagnostics.filter { $0.severity == .error && $0.mark != .ofFile }.map(\.mark)
        scenarios = read.indices.map { index in
            let end = index + 1 < read.count ? read[index + 1].mark : Mark(line: .max, column: .max)
            // Errors that are not reported come after the last reported one.
            let isRefused =
                errors.contains { $0 >= read[index].mark && $0 < end } || log.hasMoreErrors && errors.last.map { end > $0 } ?? true
            guard !isRefused, let scenario = read[index].scenario else {
                return .refused(name: read[index].name, read[index].mark)
            }
            return .valid(scenario)
        }
    }

    /// Reads a file.
    ///
    /// - Throws: ConfigurationFileError, if the file cannot be read at all.
    public init(file path: String, configuration: Settings? = nil, others: OtherFiles = .refused) throws(ConfigurationFileError) {
        self.init(try contents(ofFile: path, others: others), path: path, configuration: configuration)
    }
}
