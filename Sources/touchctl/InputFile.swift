import Configuration
import Files
import Glibc

/// A file that a command reads. `-` is standard input.
enum InputFile {
    private static let standardInput = "/dev/stdin"

    /// Returns the path of a file on the command line.
    static func path(_ argument: String) -> String { argument == "-" ? standardInput : argument }

    static func paths(_ arguments: [String]) -> [String] { arguments.map(path) }
}

/// Lets a path name a pipe or a terminal, such as `/dev/stdin`, which is read to its end. A message says that touchctl waits for it, except for standard
/// input that is not a terminal, because somebody has put it there.
func anyFile(_ path: String) -> OtherFiles {
    .read {
        if path == InputFile.path("-"), isatty(STDIN_FILENO) == 0 { return }
        complain("touchctl: waiting for input from \(path), which is not a regular file")
    }
}
