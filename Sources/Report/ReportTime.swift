import Glibc
import Text

/// The time of `--since`: `2026-11-22`, `2026-11-22 14:30`, `24h`, `7d`, `today`, `yesterday`.
public enum SinceTime {
    public static let forms = "a day (2026-11-22), a day and a time (\"2026-11-22 14:30\"), how long ago (90min, 24h, 7d, 2w), today or yesterday"

    /// The time in seconds since 1970; nil if the text is not a time.
    public static func read(_ text: String, now: Int64) -> Int64? {
        switch text {
        case "today": return LocalTime.midnight(now)
        case "yesterday": return LocalTime.midnight(LocalTime.midnight(now) - 43_200)
        default: return ago(text).map { now - $0 } ?? date(text)
        }
    }

    private static func ago(_ text: String) -> Int64? {
        for (unit, seconds) in [("min", 60), ("s", 1), ("h", 3_600), ("d", 86_400), ("w", 604_800)] as [(String, Int64)] where text.ends(with: unit) {
            return Int64(text.dropLast(unit.count)).flatMap { (0...100_000_000).contains($0) ? $0 * seconds : nil }
        }
        return nil
    }

    private static func date(_ text: String) -> Int64? {
        let parts = text.unicodeScalars.split(maxSplits: 1, whereSeparator: { $0 == " " || $0 == "T" }).map { Substring($0) }
        guard let day = parts.first.flatMap({ numbers($0, "-") }), day.count == 3, (1970...9999).contains(day[0]) else { return nil }
        guard parts.count == 2 else {
            return text.unicodeScalars.contains { $0 == " " || $0 == "T" } ? nil : LocalTime.time(year: day[0], month: day[1], day: day[2])
        }
        guard let clock = numbers(parts[1], ":"), (2...3).contains(clock.count), (0..<24).contains(clock[0]), (0..<60).contains(clock[1]) else {
            return nil
        }
        let second = clock.count == 3 ? clock[2] : 0
        guard (0..<60).contains(second) else { return nil }
        return LocalTime.time(year: day[0], month: day[1], day: day[2], hour: clock[0], minute: clock[1], second: second)
    }

    private static func numbers(_ text: Substring, _ separator: Unicode.Scalar) -> [Int32]? {
        let parts = text.split(at: separator, omittingEmptySubsequences: false).map { Int32($0) }
        return parts.contains(nil) ? nil : parts.map { $0! }
    }
}

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
