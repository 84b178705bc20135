/// The reason why a recording was refused: one problem with its place.
public struct RecordingError: Error, Hashable, CustomStringConvertible {
    /// The path as the user gave it.
    public var file: String
    /// The line, counted from 1; nil if the problem is the file itself (missing, unreadable, too large).
    public var line: Int?
    /// The problem and its remedy, without a full stop at the end.
    public var message: String

    public init(file: String, line: Int? = nil, message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    /// The message in the form `file:line: error: message`, or `file: error: message`.
    public var description: String {
        if let line { "\(file):\(line): error: \(message)" } else { "\(file): error: \(message)" }
    }
}
