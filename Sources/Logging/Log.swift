import CLinux
import Sockets
import Synchronization

/// The lines of a program's log, for people and for journald. A line is never waited for: what nobody can take is lost. A flood of one kind
/// is cut (`LogFlood`).
public enum Log {
    /// As syslog(3) numbers them.
    public enum Level: Int, Sendable { case error = 3, warning = 4, info = 6 }

    /// What lines are called by. A program sets it before its first line.
    nonisolated(unsafe) public static var program = "?"

    private static let destination = LogDestination()
    private static let flood = Mutex(LogFlood())

    /// Readable when `writeLeftOut` has something to write, for programs that wait for descriptors; those that turn once a second call it then.
    public static let leftOut = clinux_timerfd()

    /// One thing that has happened. More than one line of text is as many entries, since a level, an id and fields hold for one.
    public static func write(_ message: LogMessage) {
        let now = MonotonicClock.now
        let (admitted, due) = flood.withLock { ($0.admit(message, at: now), $0.due) }
        if let admitted { destination.write(admitted, as: program) }
        if let due { clinux_timerfd_set(leftOut, max(due - now, 1), 0) }
    }

    /// Tells of messages that were left out, once their time is over.
    public static func writeLeftOut() {
        let now = MonotonicClock.now
        let (messages, due) = flood.withLock { flood in
            guard let due = flood.due, due <= now else { return ([LogMessage](), flood.due) }
            return (flood.takeDue(at: now), flood.due)
        }
        for message in messages { destination.write(message, as: program) }
        clinux_timerfd_set(leftOut, due.map { max($0 - now, 1) } ?? 0, 0)
    }

    /// Tells of all messages that were left out: the last that a program says.
    public static func finish() {
        for message in flood.withLock({ $0.takeAll(at: MonotonicClock.now) }) { destination.write(message, as: program) }
    }

    public static func write(_ kind: MessageKind, _ text: String, _ fields: LogField...) { write(LogMessage(kind, text, fields)) }

    /// What the program says before it ends, where it has hardly begun. It goes to standard error's stream, which the journal knows the unit of:
    /// of an entry on its own socket it asks for the unit by the process, which may be gone by then, and `journalctl -u` would not show why the
    /// program has ended.
    public static func writeBeforeExit(_ kind: MessageKind, _ text: String) {
        destination.write(LogMessage(kind, text), as: program, onStream: true)
    }
}
