import Text
import Wire

/// An hour in the answer to `stats`.
public struct UseHour: Equatable {
    struct Panel: Equatable {
        var touches = 0
        var reports = 0
        var ghosts = 0
        var drops = 0

        static func += (a: inout Self, b: Self) {
            a.touches += b.touches
            a.reports += b.reports
            a.ghosts += b.ghosts
            a.drops += b.drops
        }
    }

    /// The start of the hour, in seconds since 1970.
    var time: Int64
    var touches = 0
    var taps = 0
    var missed = 0
    /// The cancels by reason.
    var cancels: [String: Int] = [:]
    /// The panels by ID.
    var panels: [String: Panel] = [:]

    init(time: Int64) { self.time = time }

    /// Reads an hour. Returns nil if the node is not one.
    public init?(_ node: JSONValue) {
        guard let time = node["time"]?.number, abs(time) < 0x1p52 else { return nil }
        self.time = Int64(time)
        touches = Int(node.whole("touches"))
        taps = Int(node.whole("taps"))
        missed = Int(node.whole("missed"))
        if case .object(let counts)? = node["cancels"] { cancels = counts.mapValues { Int($0.wholeNumber) } }
        for panel in node["panels"]?.array ?? [] {
            panels[panel.text("panel")] = Panel(
                touches: Int(panel.whole("touches")), reports: Int(panel.whole("reports")), ghosts: Int(panel.whole("ghosts")),
                drops: Int(panel.whole("drops")))
        }
    }

    static func += (a: inout Self, b: Self) {
        a.touches += b.touches
        a.taps += b.taps
        a.missed += b.missed
        a.cancels.merge(b.cancels, uniquingKeysWith: +)
        for (id, panel) in b.panels { a.panels[id, default: Panel()] += panel }
    }

    var cancelled: Int { cancels.values.reduce(0, +) }
    var ghosts: Int { panels.values.reduce(0) { $0 + $1.ghosts } }
    var drops: Int { panels.values.reduce(0) { $0 + $1.drops } }
}

/// A warning or an error in the journal.
public struct JournalAlarm: Equatable {
    /// The time, in seconds since 1970.
    let time: Int64
    /// The `MESSAGE_ID`, or the text if the entry has none.
    let kind: String
    let hasID: Bool
    let isError: Bool
    let text: String
    /// The number of occurrences: an entry may stand for others that a limit of the log has left out (docs/messages.md).
    let times: Int
    /// The panels, screens or clients that the message is about.
    let subjects: [String]

    /// Reads an entry of `journalctl -o json`. Returns nil if it is not one, or neither a warning nor an error.
    init?(_ node: JSONValue) {
        guard let microseconds = Self.words(node["__REALTIME_TIMESTAMP"]).first.flatMap({ Int64($0) }),
            let priority = Self.words(node["PRIORITY"]).first.flatMap({ Int($0) }), priority <= 4
        else { return nil }
        time = microseconds / 1_000_000
        isError = priority <= 3
        let message = Self.words(node["MESSAGE"]).first ?? ""
        (text, times) = Self.counted(message)
        let id = Self.words(node["MESSAGE_ID"]).first
        (kind, hasID) = (id ?? text, id != nil)
        subjects = ["PANEL", "SCREEN", "CLIENT_NAME"].flatMap { Self.words(node[$0]) }
    }

    /// The message without the remark that it stands for others, and the number of messages that it stands for, itself included.
    private static func counted(_ message: String) -> (text: String, times: Int) {
        let (open, close) = (" (and ", " more like it since the last)")
        var (text, rest) = (Substring(), Substring(message))
        guard message.ends(with: close) else { return (message, 1) }
        while let (before, after) = rest.cut(at: open) { (text, rest) = (message[..<before.endIndex], after) }
        guard rest.endIndex > text.endIndex, let more = Int(Substring(rest.utf8.dropLast(close.utf8.count))), (0..<1_000_000_000).contains(more)
        else { return (message, 1) }
        return (String(text), more + 1)
    }

    /// The values of a field. A field may occur more than once, and a value that is not UTF-8 comes as numbers.
    private static func words(_ node: JSONValue?) -> [String] {
        switch node {
        case .string(let text): [text]
        case .array(let all):
            if let bytes = bytes(all) { [bytes] } else { all.flatMap { words($0) } }
        default: []
        }
    }

    private static func bytes(_ all: [JSONValue]) -> String? {
        let numbers = all.compactMap { $0.number.flatMap { UInt8(exactly: $0) } }
        return numbers.count == all.count && !all.isEmpty ? String(decoding: numbers, as: UTF8.self) : nil
    }

    /// Whether the bytes begin with a line of `journalctl -o json`, or are empty.
    public static func areEntries(_ bytes: [UInt8]) -> Bool {
        guard let line = bytes.split(separator: 10, maxSplits: 1).first else { return bytes.isEmpty }
        return (try? JSONReader.parse(Array(line)))?["__REALTIME_TIMESTAMP"] != nil
    }

    /// All alarms in the lines of `journalctl -o json`. Other lines are skipped.
    public static func all(_ bytes: some Sequence<UInt8>) -> [JournalAlarm] {
        Array(bytes).split(separator: 10).compactMap { line in (try? JSONReader.parse(Array(line))).flatMap(JournalAlarm.init) }
    }
}

/// A row of the table of alarms: the alarms of one kind.
struct AlarmRow: Equatable {
    let kind: String
    let hasID: Bool
    var isError: Bool
    var count = 0
    var first: Int64
    var last: Int64
    /// The text of the latest alarm.
    var text: String
    var subjects: Set<String> = []

    /// The rows of all kinds: errors first, then the most frequent.
    static func all(_ alarms: [JournalAlarm]) -> [AlarmRow] {
        var rows: [String: AlarmRow] = [:]
        for alarm in alarms {
            var row =
                rows[alarm.kind]
                ?? AlarmRow(kind: alarm.kind, hasID: alarm.hasID, isError: alarm.isError, first: alarm.time, last: alarm.time, text: alarm.text)
            row.count += alarm.times
            row.isError = row.isError || alarm.isError
            row.first = min(row.first, alarm.time)
            if alarm.time >= row.last { (row.last, row.text) = (alarm.time, alarm.text) }
            row.subjects.formUnion(alarm.subjects)
            rows[alarm.kind] = row
        }
        return rows.values.sorted { ($0.isError ? 0 : 1, -$0.count, $0.kind) < ($1.isError ? 0 : 1, -$1.count, $1.kind) }
    }
}
