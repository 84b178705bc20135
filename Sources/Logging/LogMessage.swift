import Glibc

/// One message: which it is, its text, and what it is about.
public struct LogMessage: Sendable {
    public let kind: MessageKind
    public let text: String
    public let fields: [LogField]

    public init(_ kind: MessageKind, _ text: String, _ fields: [LogField] = []) {
        (self.kind, self.text, self.fields) = (kind, text, fields)
        if Self.isChecked { check() }
    }

    public var level: Log.Level { kind.level }

    /// Ends a test whose message is not as the table of messages, and so `docs/messages.md`, has it.
    private func check() {
        precondition(kind.fits(text), "the message \"\(text)\" is not \"\(kind.text)\"")
        for field in fields { precondition(kind.fields.contains(field.name), "the message \"\(kind.text)\" has no field \(field.name)") }
    }

    private static let isChecked: Bool = {
        #if DEBUG
            return true
        #else
            return getenv("TOUCHD_VERIFIER").map { String(cString: $0) } == "fatal"
        #endif
    }()
}
