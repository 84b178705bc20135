import CLinux

/// The command line of this process. Swift's `CommandLine` reads it from /proc, and is empty in a chroot or a small container without /proc.
public enum ProgramArguments {
    /// The arguments after the program's name. Invalid UTF-8 is repaired, as in `CommandLine.arguments`.
    public static var all: [String] {
        (0..<clinux_argument_count()).dropFirst().compactMap { clinux_argument($0).map { String(cString: $0) } }
    }

    /// The number of the first argument that is not UTF-8, counted from 1. The program must refuse that argument, because its repaired text may name
    /// another file.
    public static var notUTF8: Int? {
        (0..<clinux_argument_count()).dropFirst().first { clinux_argument($0).map { String(validatingCString: $0) == nil } == true }.map(Int.init)
    }
}
