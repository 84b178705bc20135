import CLinux

/// The command line of this process. Swift's `CommandLine` reads it from /proc, which a chroot or a small container may not have: there it is
/// empty.
public enum ProgramArguments {
    /// Those behind the program's name. What is no UTF-8 is repaired, as in `CommandLine.arguments`.
    public static var all: [String] {
        (0..<clinux_argument_count()).dropFirst().compactMap { clinux_argument($0).map { String(cString: $0) } }
    }
}
