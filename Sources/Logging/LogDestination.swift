import CLinux
import Glibc
import Text

/// Where the lines go: to journald's own socket, with fields, if standard error is journald's, and to standard error elsewhere.
final class LogDestination: Sendable {
    private let standardError: Int32
    /// Nil: standard error is not journald's.
    private let journal: JournalSocket?
    /// Bytes of a line on standard error.
    static let longestLine = 4096

    /// As systemd.exec(5) has it: `$JOURNAL_STREAM` is inherited also by a child whose standard error is another, and says which it means.
    ///
    /// - Parameters:
    ///   - stream: `$JOURNAL_STREAM`: the device and inode number of what journald reads.
    ///   - socket: journald's.
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

    /// - Parameter onStream: not to journald's socket, also where that is the place.
    func write(_ message: LogMessage, as program: String, onStream: Bool = false) {
        for line in lines(message.text).map({ printable($0) }) {
            if let journal {
                if !onStream, journal.send(JournalEntry(line, of: message, as: program).bytes) { continue }
                // Its stream takes a level and nothing more.
                writeLine("<\(message.level.rawValue)>\(line)")
            } else {
                writeLine("\(program): \(line)")
            }
        }
    }

    /// Never waits for whoever reads it: a line nobody can take is lost.
    private func writeLine(_ line: String) {
        let bytes = JournalEntry.cut(line, to: Self.longestLine - 1) + [UInt8(ascii: "\n")]
        bytes.withUnsafeBytes { _ = clinux_write_now(standardError, $0.baseAddress, $0.count) }
    }
}

private func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
