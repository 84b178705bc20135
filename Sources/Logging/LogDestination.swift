import CLinux
import Glibc
import Text

/// The destination of the lines: journald's socket, with fields, if standard error goes to journald; otherwise standard error.
final class LogDestination: Sendable {
    private let standardError: Int32
    /// The socket of journald; nil if standard error does not go to journald.
    private let journal: JournalSocket?
    /// The most bytes of a line on standard error.
    static let longestLine = 4096

    /// Finds the destination as systemd.exec(5) says. A child with a different standard error inherits `$JOURNAL_STREAM` too, so the variable is
    /// compared with the descriptor.
    ///
    /// - Parameters:
    ///   - stream: `$JOURNAL_STREAM`: the device and inode number of the stream that journald reads.
    ///   - socket: the path of journald's socket.
    init(
        _ standardError: Int32 = STDERR_FILENO, stream: String? = environment("JOURNAL_STREAM"),
        socket: String = environment("TOUCHD_JOURNAL_SOCKET") ?? "/run/systemd/journal/socket"
    ) {
        self.standardError = standardError
        journal = Self.isJournal(standardError, stream) ? JournalSocket(socket) : nil
    }

    private static func isJournal(_ fd: Int32, _ stream: String?) -> Bool {
        let numbers = (stream ?? "").split(at: ":", omittingEmptySubsequences: false).map { UInt64($0) }
        var file = stat()
        guard numbers.count == 2, fstat(fd, &file) == 0 else { return false }
        return numbers[0] == UInt64(file.st_dev) && numbers[1] == UInt64(file.st_ino)
    }

    /// - Parameter onStream: whether to write to standard error even if it goes to journald.
    func write(_ message: LogMessage, as program: String, onStream: Bool = false) {
        for line in lines(message.text).map({ printable($0) }) {
            if let journal {
                if !onStream, journal.send(JournalEntry(line, of: message, as: program).bytes) { continue }
                // The stream accepts a level and nothing more.
                writeLine("<\(message.level.rawValue)>\(line)")
            } else {
                writeLine("\(program): \(line)")
            }
        }
    }

    /// Writes a line without waiting for its reader: a line that cannot be written at once is lost.
    private func writeLine(_ line: String) {
        let bytes = JournalEntry.cut(line, to: Self.longestLine - 1) + [UInt8(ascii: "\n")]
        bytes.withUnsafeBytes { _ = clinux_write_now(standardError, $0.baseAddress, $0.count) }
    }
}

private func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
