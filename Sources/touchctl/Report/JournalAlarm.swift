import Wire
import Text

/// A message of the journal that somebody should look at: a warning or an error.
struct JournalAlarm: Equatable {
    /// Seconds since 1970.
    let time: Int64
    /// `MESSAGE_ID`; of an entry without one its text.
    let kind: String
    let hasID: Bool
    let isError: Bool
    let text: String
    /// How often it came: an entry may stand for others that a limit of the log has left out (docs/messages.md).
    let times: Int
    /// What it is about: panels, screens, clients.
    let subjects: [String]

    /// An entry of `journalctl -o json`; nil: it is none, or neither a warning nor an error.
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

    /// A message without what says that it stands for others, and for how many it does, itself included.
    private static func counted(_ message: String) -> (text: String, times: Int) {
        let (open, close) = (" (and ", " more like it since the last)")
        var (text, rest) = (Substring(), Substring(message))
        guard message.ends(with: close) else { return (message, 1) }
        while let (before, after) = rest.cut(at: open) { (text, rest) = (message[..<before.endIndex], after) }
        guard rest.endIndex > text.endIndex, let more = Int(Substring(rest.utf8.dropLast(close.utf8.count))), (0..<1_000_000_000).contains(more)
        else { return (message, 1) }
        return (String(text), more + 1)
    }

    /// A field may come more than once, and what is no UTF-8 comes as numbers.
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

    /// Whether they begin with a line of `journalctl -o json`; also if there is no line.
    static func areEntries(_ bytes: [UInt8]) -> Bool {
        guard let line = bytes.split(separator: 10, maxSplits: 1).first else { return bytes.isEmpty }
        return (try? JSONReader.parse(Array(line)))?["__REALTIME_TIMESTAMP"] != nil
    }

    /// All of the lines of `journalctl -o json`; what is no line of it is passed over.
    static func all(_ bytes: some Sequence<UInt8>) -> [JournalAlarm] {
        Array(bytes).split(separator: 10).compactMap { line in (try? JSONReader.parse(Array(line))).flatMap(JournalAlarm.init) }
    }
}
