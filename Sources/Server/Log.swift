import CLinux
import Glibc

/// Lines on standard error, with the level in front that journald understands when it is the one reading.
public enum Log {
    public enum Level: Int, Sendable { case error = 3, warning = 4, info = 6 }

    public static func error(_ message: String) { write(.error, message) }
    public static func warning(_ message: String) { write(.warning, message) }
    public static func info(_ message: String) { write(.info, message) }

    public static func write(_ level: Level, _ message: String) {
        let prefix = getenv("JOURNAL_STREAM") == nil ? "touchd: " : "<\(level.rawValue)>"
        // Each line of it: a level holds for one line only.
        for line in message.split(separator: "\n") {
            var bytes = Array((prefix + line + "\n").utf8.prefix(4096))
            bytes[bytes.count - 1] = UInt8(ascii: "\n")
            // Never waits for whoever reads it: a line nobody can take is lost.
            _ = clinux_write_now(STDERR_FILENO, bytes, bytes.count)
        }
    }
}
