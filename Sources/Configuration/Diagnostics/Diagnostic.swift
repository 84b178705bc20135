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

    public init(severity: Severity, file: String, mark: Mark, message: String) {
        self.severity = severity
        self.file = file
        self.mark = mark
        self.message = message
    }

    /// Compiler style, which editors can jump to: `file:line:column: error: message`, or `file: error: message`.
    public var description: String {
        let place = mark == .ofFile ? file : "\(file):\(mark.line):\(mark.column)"
        return "\(place): \(severity.rawValue): \(message)"
    }
}
