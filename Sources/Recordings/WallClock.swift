import Text

/// The wall clock in a recording's comments: `# Current time is TEXT`, as libinput and touchctl write it before events.
public struct WallClock: Equatable, Sendable {
    /// The text in the recording.
    let text: String
    /// The event time of the next event, in µs.
    let event: Int64
    /// The seconds since midnight of the text's day, or since 1970 if the text has a date; nil if it has neither.
    let seconds: Double?
    public let hasDate: Bool
    /// Whether the text states its time in UTC.
    public let isUTC: Bool

    private static let words = "Current time is "
    private static let mark = Array("# \(words)".utf8)

    /// Reads the first such comment that is followed by an event.
    public init?(in bytes: [UInt8]) {
        var commentText: String?
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let text = line.drop { $0 == 32 || $0 == 9 }
            if text.starts(with: Self.mark) {
                commentText = String(decoding: text.dropFirst(Self.mark.count).prefix(64).filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
            } else if let words = commentText, let time = Self.eventTime(text) {
                self.init(words, event: time)
                return
            }
        }
        return nil
    }

    init(_ text: String, event: Int64) {
        self.text = text
        self.event = event
        let parts = text.split(at: "T", maxSplits: 1).map(String.init)
        isUTC = text.last == "Z"
        let day = parts.count == 2 ? Self.days(parts[0]) : nil
        hasDate = day != nil
        let time = Self.timeOfDay(parts.last ?? "")
        seconds = parts.count == 2 && day == nil ? nil : time.map { $0 + Double(day ?? 0) * 86_400 }
    }

    /// The wall clock at an event time, to the second: `2026-11-22 14:35:22` or `14:35:22`; nil if unknown.
    public func text(at time: Int64) -> String? {
        guard let seconds else { return nil }
        let whole = Int64((seconds + Double(time - event) / 1_000_000).rounded(.down))
        let second = (whole % 86_400 + 86_400) % 86_400
        let clock = [second / 3_600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return hasDate ? CalendarDay(days: (whole - second) / 86_400).text + " " + clock : clock
    }

    /// The comment before a recording's first event, as `EvemuWriter.comment` takes it.
    ///
    /// - Parameter time: the wall clock time of the event, in µs since 1970.
    public static func comment(_ time: Int64) -> String { words + iso8601(time) }

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

    /// The event time of an event's line in a recording of evemu or libinput.
    private static func eventTime(_ line: ArraySlice<UInt8>) -> Int64? {
        let text = line.prefix(64)
        let numbers = text.split { !(48...57).contains($0) }.map { String(decoding: $0, as: UTF8.self) }
        guard numbers.count >= 2, let seconds = Int64(numbers[0]), let rest = Int64(numbers[1]), seconds < 1 << 40 else { return nil }
        let isEvent = text.starts(with: Array("E: ".utf8)) || text.starts(with: Array("- [".utf8))
        return isEvent ? seconds * 1_000_000 + min(rest, 999_999) : nil
    }

    private static func days(_ text: String) -> Int64? {
        let parts = text.split(at: "-").compactMap { Int64($0) }
        guard parts.count == 3, (1970...9999).contains(parts[0]), (1...12).contains(parts[1]), (1...31).contains(parts[2]) else { return nil }
        return CalendarDay(year: parts[0], month: parts[1], day: parts[2]).days
    }

    private static func timeOfDay(_ text: String) -> Double? {
        let parts = text.unicodeScalars.filter { $0 != "Z" }.split(separator: ":").map { Double(Substring($0)) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2], (0..<24).contains(hour),
            (0..<60).contains(minute), (0..<61).contains(second)
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }
}

/// A day of the Gregorian calendar.
struct CalendarDay: Equatable {
    let year: Int64
    let month: Int64
    let day: Int64

    init(year: Int64, month: Int64, day: Int64) { (self.year, self.month, self.day) = (year, month, day) }

    /// The day after a number of days.
    ///
    /// - Parameter days: the days since 1970-01-01.
    init(days: Int64) {
        // Years begin in March, so that the leap day is the last day; 146 097 days are 400 years.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The days since 1970-01-01.
    var days: Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The day in ISO 8601.
    var text: String {
        func pad(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(pad(month))-\(pad(day))"
    }
}
