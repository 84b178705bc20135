import Glibc

/// One message: which it is, its text, and what it is about.
public struct LogMessage: Sendable {
    /// How often a kind of message is written about one subject.
    public struct Limit: Sendable {
        /// Which subject: unique among those of the kind.
        let subject: String
        /// Messages in 30 s.
        let most: Int

        public init(_ subject: String, most: Int) { (self.subject, self.most) = (subject, most) }

        /// libinput's own limit: 5 in 30 s. For what may come a thousand times a minute.
        public static func few(_ subject: String = "") -> Limit { Limit(subject, most: 5) }
    }

    public let kind: MessageKind
    public let text: String
    public let fields: [LogField]
    /// All of them hold.
    public let limits: [Limit]

    public init(_ kind: MessageKind, _ text: String, _ fields: [LogField] = [], limits: [Limit] = []) {
        (self.kind, self.text, self.fields, self.limits) = (kind, text, fields, limits)
        if Self.isChecked { check() }
    }

    public var level: Log.Level { kind.level }

    /// What is behind the text of a message that stands for others.
    static func count(_ more: Int) -> String { count("\(more)") }
    static func count(_ more: String) -> String { " (and \(more) more like it since the last)" }

    func addingCount(_ more: Int) -> LogMessage { LogMessage(kind, text + Self.count(more), fields, limits: limits) }

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
