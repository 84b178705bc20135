import CLinux
import Glibc

/// The memory of this process. It holds tokens and the locations of touches.
public enum ProcessMemory {
    /// Keeps the memory out of core dumps, and out of reach of other processes of the same user, if a unit has started the program. Otherwise, for
    /// example in development, debuggers and /proc work as usual. Programs that this one starts are not affected.
    public static func protect() {
        if getenv("NOTIFY_SOCKET") != nil { clinux_forbid_dumps() }
    }
}
