/// Why a recording was refused: one problem, with its place.
public struct RecordingError: Error, Hashable, CustomStringConvertible {
    /// The path as the user gave it.
    public var file: String
    /// Counted from 1; nil when the problem is the file itself (missing, unreadable, too large).
    public var line: Int?
    /// What is wrong and what would be right, without a full stop at the end.
    public var message: String

    public init(file: String, line: Int? = nil, message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    /// `file:line: error: message`, or `file: error: message`.
    public var description: String {
        if let line { "\(file):\(line): error: \(message)" } else { "\(file): error: \(message)" }
    }
}
