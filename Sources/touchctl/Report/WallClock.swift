import Text

/// The wall clock in a recording's comments: `# Current time is TEXT`, as libinput and touchctl write it before events.
struct WallClock: Equatable {
    /// The text in the recording.
    let text: String
    /// The event time of the next event, in µs.
    let event: Int64
    /// The seconds since midnight of the text's day, or since 1970 if the text has a date; nil if it has neither.
    let seconds: Double?
    let hasDate: Bool
    /// Whether the text states its time in UTC.
    let isUTC: Bool

    private static let mark = Array("# Current time is ".utf8)

    /// Reads the first such comment that is followed by an event.
    init?(in bytes: [UInt8]) {
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
    func text(at time: Int64) -> String? {
        guard let seconds else { return nil }
        let whole = Int64((seconds + Double(time - event) / 1_000_000).rounded(.down))
        let second = (whole % 86_400 + 86_400) % 86_400
        let clock = [second / 3_600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return hasDate ? CalendarDay(days: (whole - second) / 86_400).text + " " + clock : clock
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
