import Glibc

/// A message: its kind, its text, and what it is about.
public struct LogMessage: Sendable {
    /// A limit on the messages of a kind about one subject.
    public struct Limit: Sendable {
        /// The subject, unique among those of the kind.
        let subject: String
        /// The most messages in 30 s.
        let most: Int

        public init(_ subject: String, most: Int) { (self.subject, self.most) = (subject, most) }

        /// The limit that libinput has, 5 in 30 s, for messages that may come a thousand times a minute.
        public static func few(_ subject: String = "") -> Limit { Limit(subject, most: 5) }
    }

    public let kind: MessageKind
    public let text: String
    public let fields: [LogField]
    /// The limits, all of which apply.
    public let limits: [Limit]

    public init(_ kind: MessageKind, _ text: String, _ fields: [LogField] = [], limits: [Limit] = []) {
        (self.kind, self.text, self.fields, self.limits) = (kind, text, fields, limits)
        if Self.isChecked { check() }
    }

    public var level: Log.Level { kind.level }

    /// Returns the text that is added to a message to count the messages that were left out.
    static func count(_ more: Int) -> String { count("\(more)") }
    static func count(_ more: String) -> String { " (and \(more) more like it since the last)" }

    func addingCount(_ more: Int) -> LogMessage { LogMessage(kind, text + Self.count(more), fields, limits: limits) }

    /// Stops the process if the message differs from the table of messages, and so from `docs/messages.md`.
    private func check() {
        precondition(kind.fits(text), "the message \"\(text)\" does not match \"\(kind.text)\"")
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
