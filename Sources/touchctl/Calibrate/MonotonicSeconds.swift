import Sockets

/// The monotonic clock, in seconds.
enum MonotonicSeconds {
    static var now: Double { Double(MonotonicClock.now) / 1e6 }
}
