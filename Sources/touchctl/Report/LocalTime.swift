import Glibc

/// Times of the wall clock in this machine's time zone.
enum LocalTime {
    private static func parts(_ time: Int64) -> tm {
        var (seconds, parts) = (time_t(time), tm())
        localtime_r(&seconds, &parts)
        return parts
    }

    private static func pad(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The day, as `2026-11-22`.
    static func day(_ time: Int64) -> String {
        let parts = parts(time)
        return "\(parts.tm_year + 1_900)-\(pad(parts.tm_mon + 1))-\(pad(parts.tm_mday))"
    }

    /// The time of day, as `14:00`.
    static func clock(_ time: Int64) -> String {
        let parts = parts(time)
        return "\(pad(parts.tm_hour)):\(pad(parts.tm_min))"
    }

    static func hour(_ time: Int64) -> Int { Int(parts(time).tm_hour) }

    static func text(_ time: Int64) -> String { day(time) + " " + clock(time) }

    /// The name of the time zone at that time, such as `CET`.
    static func zone(_ time: Int64) -> String { parts(time).tm_zone.map { String(cString: $0) } ?? "" }

    /// Returns a local time as seconds since 1970; nil if the calendar has no such day.
    static func time(year: Int32, month: Int32, day: Int32, hour: Int32 = 0, minute: Int32 = 0, second: Int32 = 0) -> Int64? {
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1_900, month - 1, day)
        (parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) = (hour, minute, second, -1)
        let time = mktime(&parts)
        return parts.tm_mday == day && parts.tm_mon == month - 1 ? Int64(time) : nil
    }

    /// The start of the day that contains a time.
    static func midnight(_ time: Int64) -> Int64 {
        let parts = parts(time)
        return self.time(year: parts.tm_year + 1_900, month: parts.tm_mon + 1, day: parts.tm_mday) ?? time
    }
}
