import ArgumentParser
import Glibc
import StrictYAML
import Text
import Wire

/// The exit statuses of sysexits.h; docs/touchctl.md says when each is used.
enum Exit {
    static let negative = ExitCode(1)
    static let usage = ExitCode(64)
    static let noInput = ExitCode(66)
    static let unavailable = ExitCode(69)
    static let cannotCreate = ExitCode(73)
    static let inputOutput = ExitCode(74)
    static let `protocol` = ExitCode(76)
    static let permission = ExitCode(77)
    static let configuration = ExitCode(78)
}

/// Writes all bytes. If the reader has closed the pipe (as `head` does), the program ends quietly.
func output(_ bytes: [UInt8], to fd: Int32 = STDOUT_FILENO) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(fd, $0.baseAddress, $0.count) }
        if count < 0 {
            if errno == EINTR { continue }
            if errno == EPIPE { exit(0) }
            if fd == STDOUT_FILENO { complain("touchctl: cannot write: \(String(cString: strerror(errno)))") }
            exit(74)
        }
        rest = rest.dropFirst(count)
    }
}

/// Prints a line for people. Control characters in names from clients, panels and files are made harmless.
func printLine(_ line: String) { output(Array((printable(line) + "\n").utf8)) }

/// Prints a line of JSON for programs, unchanged.
func printJSON(_ line: [UInt8]) { output(line + [UInt8(ascii: "\n")]) }

/// Prints a line with colours, made of `printable` text.
func printPainted(_ line: String) { output(Array((line + "\n").utf8)) }

/// Prints one or more lines on standard error.
func complain(_ message: String) {
    for line in message.split(at: "\n", omittingEmptySubsequences: false) {
        output(Array((printable(String(line)) + "\n").utf8), to: STDERR_FILENO)
    }
}

/// Prints an error or a warning on standard error, in colours on a terminal.
func complain(_ diagnostic: Diagnostic) {
    let (text, paint) = (diagnostic.description, Paint.errors)
    let word = diagnostic.severity.rawValue + ":"
    guard paint.isOn, let (place, message) = text.cut(at: ": \(word) ") else { return complain(text) }
    let color: Paint.Color = diagnostic.severity == .error ? .red : .yellow
    let line = paint(.bold, printable(String(place)) + ":") + " " + paint(color, word) + " " + printable(String(message))
    output(Array((line + "\n").utf8), to: STDERR_FILENO)
}

extension JSONValue {
    /// The value with all its texts made printable.
    var printable: JSONValue {
        switch self {
        case .string(let text): .string(Text.printable(text))
        case .array(let values): .array(values.map(\.printable))
        case .object(let members):
            .object(Dictionary(members.map { (Text.printable($0), $1.printable) }, uniquingKeysWith: { one, _ in one }))
        case .null, .bool, .number: self
        }
    }
}

/// The text of a reply's error: what is wrong, and what to do.
func refusal(_ error: JSONValue?) -> String {
    let error = error?.printable
    return "touchctl: refused: \(error?["message"]?.string ?? "")" + (error?["hint"]?.string.map { " (\($0))" } ?? "")
}
