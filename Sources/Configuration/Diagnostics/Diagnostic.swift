/// One thing that is wrong, or worth knowing, about a configuration file.
public struct Diagnostic: Equatable, Sendable, CustomStringConvertible {
    public enum Severity: String, Sendable {
        /// The configuration is refused.
        case error
        /// The configuration is taken all the same.
        case warning
    }

    public var severity: Severity
    /// The file's name as the caller gave it.
    public var file: String
    public var mark: Mark
    public var message: String
    /// Of a warning; nil of the one that counts the rest.
    public var id: WarningID?

    public init(severity: Severity, id: WarningID? = nil, file: String, mark: Mark, message: String) {
        self.severity = severity
        self.id = id
        self.file = file
        self.mark = mark
        self.message = message
    }

    /// Compiler style, which editors can jump to: `file:line:column: error: message`, or `file: error: message`. A warning ends with
    /// its id: ` [never-hit]`.
    public var description: String {
        let place = mark == .ofFile ? file : "\(file):\(mark.line):\(mark.column)"
        return "\(place): \(severity.rawValue): \(message)\(id.map { " [\($0.rawValue)]" } ?? "")"
    }
}
