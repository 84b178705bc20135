import ArgumentParser
import Glibc
import Wire

/// Exit statuses of sysexits.h, as SPEC 6 uses them.
enum Exit {
    static let negative = ExitCode(1)
    static let noInput = ExitCode(66)
    static let unavailable = ExitCode(69)
    static let cannotCreate = ExitCode(73)
    static let inputOutput = ExitCode(74)
    static let `protocol` = ExitCode(76)
    static let permission = ExitCode(77)
    static let configuration = ExitCode(78)
}

/// Writes all of it; a reader that went away (as `head` does) ends the program quietly.
func output(_ bytes: [UInt8], to fd: Int32 = STDOUT_FILENO) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(fd, $0.baseAddress, $0.count) }
        if count < 0 {
            if errno == EINTR { continue }
            exit(errno == EPIPE ? 0 : 74)
        }
        rest = rest.dropFirst(count)
    }
}

func printLine(_ line: String) { output(Array((line + "\n").utf8)) }

func complain(_ message: String) { output(Array((message + "\n").utf8), to: STDERR_FILENO) }

/// What the error of a reply says: what is wrong, and what to do.
func refusal(_ error: JSONValue?) -> String {
    "touchctl: refused: \(error?["message"]?.string ?? "")" + (error?["hint"]?.string.map { " (\($0))" } ?? "")
}
