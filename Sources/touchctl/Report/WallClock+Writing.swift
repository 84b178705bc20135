import Glibc
import Sockets

extension WallClock {
    /// The comment before a recording's first event: the wall clock time of the event.
    ///
    /// - Parameter time: the event time, in µs of the kernel's CLOCK_MONOTONIC.
    static func comment(at time: Int64) -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = MonotonicClock.now - time
        let wall = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
        // A recording that touchd plays has its own clock.
        return "Current time is " + iso8601(wall - ((0...10_000_000).contains(age) ? age : 0))
    }

    /// The time in ISO 8601.
    ///
    /// - Parameter time: µs since 1970.
    static func iso8601(_ time: Int64) -> String {
        let second = time / 1_000_000
        func pad(_ number: Int64, _ width: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let clock = [second / 3_600 % 24, second / 60 % 60, second % 60].map { pad($0) }.joined(separator: ":")
        return "\(CalendarDay(days: second / 86_400).text)T\(clock).\(pad(time % 1_000_000 / 1_000, 3))Z"
    }
}
