import Glibc

/// The clock CLOCK_MONOTONIC. It does not jump, and the kernel takes the event times of panels from the same clock.
public enum MonotonicClock {
    /// The current time in µs.
    public static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
