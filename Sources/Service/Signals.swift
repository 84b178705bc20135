import CLinux
import Glibc

/// The signals that the process handles. They are watched from the beginning, so that a signal during the start is handled afterwards.
final class Signals {
    /// A descriptor that is readable when a signal has come.
    let fd = clinux_signalfd([SIGTERM, SIGINT, SIGHUP], 3)
    /// Whether SIGHUP came before the service had started: the configuration may have changed since it was read.
    private(set) var isStale = false

    /// Reads the signals that have come during the start. Returns whether one of them ends the service.
    func readAtStart() -> Bool {
        while let signal = next() {
            if signal != SIGHUP { return true }
            isStale = true
        }
        return false
    }

    /// Returns the next signal that has come, or nil. Does not block.
    func next() -> Int32? {
        let signal = clinux_signalfd_read(fd)
        return signal > 0 ? signal : nil
    }
}
