import CLinux
import Sockets
import Synchronization

/// The log of a program, for people and for journald. Writing never blocks: a line that cannot be written at once is lost. A flood of messages of
/// one kind is limited (`LogFlood`).
public enum Log {
    /// The levels, as numbered by syslog(3).
    public enum Level: Int, Sendable { case error = 3, warning = 4, info = 6 }

    /// The name of the program in its lines. A program sets it before its first line.
    nonisolated(unsafe) public static var program = "?"

    private static let destination = LogDestination()
    private static let flood = Mutex(LogFlood())

    /// A descriptor that is readable when `writeLeftOut` has something to write, for programs that wait for descriptors. A program that only wakes up
    /// every second calls `writeLeftOut` each time instead.
    public static let leftOut = clinux_timerfd()

    /// Writes a message. A text of several lines becomes several entries, because a level, an id and fields apply to one line.
    public static func write(_ message: LogMessage) {
        let now = MonotonicClock.now
        let (admitted, due) = flood.withLock { ($0.admit(message, at: now), $0.due) }
        if let admitted { destination.write(admitted, as: program) }
        if let due { clinux_timerfd_set(leftOut, max(due - now, 1), 0) }
    }

    /// Writes the messages that were left out and whose window is over.
    public static func writeLeftOut() {
        let now = MonotonicClock.now
        let (messages, due) = flood.withLock { flood in
            guard let due = flood.due, due <= now else { return ([LogMessage](), flood.due) }
            return (flood.removeDue(at: now), flood.due)
        }
        for message in messages { destination.write(message, as: program) }
        clinux_timerfd_set(leftOut, due.map { max($0 - now, 1) } ?? 0, 0)
    }

    /// Writes all messages that were left out, before the program ends.
    public static func finish() {
        for message in flood.withLock({ $0.removeAll(at: MonotonicClock.now) }) { destination.write(message, as: program) }
    }

    public static func write(_ kind: MessageKind, _ text: String, _ fields: LogField...) { write(LogMessage(kind, text, fields)) }

    /// Writes the last message of a program that ends early. It goes to standard error, because the journal knows the unit of that stream. If the
    /// message went to journald's socket, the journal would look up the unit by the process. The process may be gone by then, and `journalctl -u`
    /// would not show why the program has ended.
    public static func writeBeforeExit(_ kind: MessageKind, _ text: String) {
        destination.write(LogMessage(kind, text), as: program, onStream: true)
    }
}
