import Text

/// An error or a warning about a file.
public struct Diagnostic: Equatable, Sendable, CustomStringConvertible {
    public enum Severity: String, Sendable {
        /// The file is refused.
        case error
        /// The file is accepted.
        case warning
    }

    public var severity: Severity
    /// The file's name as the caller gave it.
    public var file: String
    public var mark: Mark
    public var message: String
    /// The ID of a warning; nil for errors, and for the line that counts omitted warnings.
    public var id: String?

    public init(severity: Severity, id: String? = nil, file: String, mark: Mark, message: String) {
        self.severity = severity
        self.id = id
        self.file = file
        self.mark = mark
        self.message = message
    }

    /// The message in the style of compilers, which editors can jump to: `file:line:column: error: message`, or `file: error: message`. A warning
    /// ends with its ID: ` [never-hit]`.
    public var description: String {
        let place = mark == .ofFile ? file : "\(file):\(mark.line):\(mark.column)"
        return "\(place): \(severity.rawValue): \(message)\(id.map { " [\($0)]" } ?? "")"
    }
}
