import Text

/// An entry in the format of journald's socket: `KEY=value` lines, where a value of several lines is preceded by its length (systemd's "Native
/// Journal Protocol").
struct JournalEntry {
    private(set) var bytes: [UInt8] = []
    /// The most bytes of a value; the rest is cut off. So an entry is far smaller than the largest datagram, and never too long to be sent.
    static let longestValue = 4000

    mutating func add(_ name: String, _ value: String) {
        let value = Self.cut(value, to: Self.longestValue)
        bytes += name.utf8
        if value.contains(UInt8(ascii: "\n")) {
            bytes.append(UInt8(ascii: "\n"))
            var length = UInt64(value.count).littleEndian
            withUnsafeBytes(of: &length) { bytes += $0 }
        } else {
            bytes.append(UInt8(ascii: "="))
        }
        bytes += value
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Returns the beginning of a text, in whole characters, because journald shows a value that is not UTF-8 as binary data.
    static func cut(_ text: String, to most: Int) -> ArraySlice<UInt8> {
        let all = Array(text.utf8)
        if all.count <= most { return all[...] }
        var end = most
        while end > 0, all[end] & 0xC0 == 0x80 { end -= 1 }
        return all[..<end]
    }
}

extension JournalEntry {
    /// Creates the entry for one line of a message.
    init(_ line: String, of message: LogMessage, as program: String) {
        add("MESSAGE", line)
        add("PRIORITY", "\(message.level.rawValue)")
        add("SYSLOG_FACILITY", "3")  // daemon, which systemd uses for standard error
        add("SYSLOG_IDENTIFIER", program)
        add("MESSAGE_ID", message.kind.id)
        for field in message.fields {
            guard let value = field.value else { continue }
            add(field.name.rawValue, lines(value).map { printable($0) }.joined(separator: "\n"))
        }
    }
}
