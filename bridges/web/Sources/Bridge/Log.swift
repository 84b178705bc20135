import Glibc
import Sockets
import Text

/// Lines on standard error, with the level in front that journald understands when it is the one reading.
enum Log {
    enum Level: Int { case error = 3, warning = 4, info = 6 }

    static func error(_ message: String) { write(.error, message) }
    static func warning(_ message: String) { write(.warning, message) }
    static func info(_ message: String) { write(.info, message) }

    private static func write(_ level: Level, _ message: String) {
        let prefix = getenv("JOURNAL_STREAM") == nil ? "touchd-web: " : "<\(level.rawValue)>"
        for line in message.split(separator: "\n") {
            var bytes = Array((prefix + printable(String(line)) + "\n").utf8.prefix(1024))
            bytes[bytes.count - 1] = UInt8(ascii: "\n")
            // A reader that has stopped must not stop the bridge: a line that nobody can take is lost.
            var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
            if poll(&ready, 1, 0) == 1 { _ = Glibc.write(STDERR_FILENO, bytes, bytes.count) }
        }
    }
}

/// Keeps what comes a thousand times a minute from filling the log: five lines in 30 s, and the next one says how many were left out.
struct LogLimit {
    private static let most = 5
    private static let window: Int64 = 30_000_000

    private var start: Int64 = .min / 2
    private var written = 0
    private var leftOut = 0

    /// The line to write at this time, µs; nil: none.
    mutating func admit(_ message: @autoclosure () -> String, at time: Int64 = MonotonicClock.now) -> String? {
        if time - start >= Self.window { (start, written) = (time, 0) }
        guard written < Self.most else {
            leftOut += 1
            return nil
        }
        written += 1
        defer { leftOut = 0 }
        return leftOut > 0 ? "\(message()) (and \(leftOut) more like it since the last)" : message()
    }
}
