import CLinux

/// The command line of this process. Swift's `CommandLine` reads it from /proc, which a chroot or a small container may not have: there it is
/// empty.
public enum ProgramArguments {
    /// Those behind the program's name. What is no UTF-8 is repaired, as in `CommandLine.arguments`.
    public static var all: [String] {
        (0..<clinux_argument_count()).dropFirst().compactMap { clinux_argument($0).map { String(cString: $0) } }
    }

    /// The first argument that is no UTF-8, counted from 1: a file would be another one by its repaired name.
    public static var notUTF8: Int? {
        (0..<clinux_argument_count()).dropFirst().first { clinux_argument($0).map { String(validatingCString: $0) == nil } == true }.map(Int.init)
    }
}
