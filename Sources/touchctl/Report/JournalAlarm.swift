import Wire
import Text

/// A warning or an error in the journal.
struct JournalAlarm: Equatable {
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
    static func areEntries(_ bytes: [UInt8]) -> Bool {
        guard let line = bytes.split(separator: 10, maxSplits: 1).first else { return bytes.isEmpty }
        return (try? JSONReader.parse(Array(line)))?["__REALTIME_TIMESTAMP"] != nil
    }

    /// All alarms in the lines of `journalctl -o json`. Other lines are skipped.
    static func all(_ bytes: some Sequence<UInt8>) -> [JournalAlarm] {
        Array(bytes).split(separator: 10).compactMap { line in (try? JSONReader.parse(Array(line))).flatMap(JournalAlarm.init) }
    }
}
