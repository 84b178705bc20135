/// The lines of a program's log, for people and for journald. A line is never waited for: what nobody can take is lost.
public enum Log {
    /// As syslog(3) numbers them.
    public enum Level: Int, Sendable { case error = 3, warning = 4, info = 6 }

    /// What lines are called by. A program sets it before its first line.
    nonisolated(unsafe) public static var program = "?"

    private static let destination = LogDestination()

    /// One thing that has happened. More than one line of text is as many entries, since a level, an id and fields hold for one.
    public static func write(_ message: LogMessage) {
        destination.write(message, as: program)
    }

    public static func write(_ kind: MessageKind, _ text: String, _ fields: LogField...) { write(LogMessage(kind, text, fields)) }

    /// What the program says before it ends, where it has hardly begun. It goes to standard error's stream, which the journal knows the unit of:
    /// of an entry on its own socket it asks for the unit by the process, which may be gone by then, and `journalctl -u` would not show why the
    /// program has ended.
    public static func writeBeforeExit(_ kind: MessageKind, _ text: String) {
        destination.write(LogMessage(kind, text), as: program, onStream: true)
    }
}
