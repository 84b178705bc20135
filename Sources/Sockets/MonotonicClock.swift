import Glibc

/// CLOCK_MONOTONIC: it does not jump, and it is the clock of the kernel's event times.
public enum MonotonicClock {
    /// In µs.
    public static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
