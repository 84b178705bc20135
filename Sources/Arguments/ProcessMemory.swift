import CLinux
import Glibc

/// The memory of this process, which holds places of fingers and tokens.
public enum ProcessMemory {
    /// Keeps the memory out of core dumps, and out of reach of other processes of the same user, in a program that its unit has started. Elsewhere,
    /// as in development, debuggers and /proc work as usual. The programs that this one starts are not concerned.
    public static func protect() {
        if getenv("NOTIFY_SOCKET") != nil { clinux_forbid_dumps() }
    }
}
