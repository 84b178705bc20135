import Glibc

/// Lines on standard error, with the level in front that journald understands when it is the one reading.
public enum Log {
    public static func error(_ message: String) { write("<3>", message) }
    public static func warning(_ message: String) { write("<4>", message) }
    public static func info(_ message: String) { write("<6>", message) }

    private static func write(_ level: String, _ message: String) {
        let prefix = getenv("JOURNAL_STREAM") == nil ? "touchd: " : level
        // Each line of it: a level holds for one line only.
        var lines = message.split(separator: "\n").map { prefix + $0 + "\n" }.joined()
        lines.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
