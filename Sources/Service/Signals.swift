import CLinux
import Glibc

/// The signals that the process obeys: from the beginning, so that one that comes while the service starts is obeyed once it has.
final class Signals {
    /// Readable when one has come.
    let fd = clinux_signalfd([SIGTERM, SIGINT, SIGHUP], 3)
    /// SIGHUP has come before the service had started: what was read may have changed since.
    private(set) var isStale = false

    /// Reads those that have come while the service starts; returns whether one of them ends it.
    func readAtStart() -> Bool {
        while let signal = next() {
            if signal != SIGHUP { return true }
            isStale = true
        }
        return false
    }

    /// The next that has come, or nil. Does not wait.
    func next() -> Int32? {
        let signal = clinux_signalfd_read(fd)
        return signal > 0 ? signal : nil
    }
}
