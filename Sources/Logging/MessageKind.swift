/// A kind of message in a program's log. A program lists its kinds in one table: static constants in an extension of this type.
///
///     extension MessageKind {
///         static let connected = MessageKind("0d1b…", .info, "connected to …", .reason)
///     }
///
/// `docs/messages.md` lists each kind with its cause and cure; `Tests/Documents/messages` checks that the tables and the page agree.
public struct MessageKind: Hashable, Sendable {
    /// The id: 32 random hexadecimal digits. They never change, because operators and other programs filter by them.
    public let id: String
    public let level: Log.Level
    /// The text, with `…` for the parts that vary.
    public let text: String
    /// The fields that a message of this kind may have.
    public let fields: [LogField.Name]

    public init(_ id: String, _ level: Log.Level, _ text: String, _ fields: LogField.Name...) {
        (self.id, self.level, self.text, self.fields) = (id, level, text, fields)
    }

    /// Whether a text is of this kind. `LogFlood` may have added the number of messages that were left out.
    func fits(_ text: String) -> Bool {
        Self.fits(text.utf8[...], self.text.utf8[...]) || Self.fits(text.utf8[...], (self.text + LogMessage.count("…")).utf8[...])
    }

    public static func == (one: MessageKind, other: MessageKind) -> Bool { one.id == other.id }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    private static let any = Array("…".utf8)

    private static func fits(_ text: Substring.UTF8View, _ pattern: Substring.UTF8View) -> Bool {
        // The first part begins the text, the last one ends it, and the others come in order.
        let parts = Self.parts(pattern)
        var rest = text
        guard rest.starts(with: parts[0]) else { return false }
        rest = rest.dropFirst(parts[0].count)
        guard parts.count > 1 else { return rest.isEmpty }
        for part in parts[1..<(parts.count - 1)] {
            guard let end = find(part, in: rest) else { return false }
            rest = rest[end...]
        }
        let last = parts[parts.count - 1]
        return rest.suffix(last.count).elementsEqual(last)
    }

    private static func parts(_ pattern: Substring.UTF8View) -> [[UInt8]] {
        var parts: [[UInt8]] = [[]]
        var rest = pattern
        while !rest.isEmpty {
            if rest.starts(with: any) {
                parts.append([])
                rest = rest.dropFirst(any.count)
            } else {
                parts[parts.count - 1].append(rest.removeFirst())
            }
        }
        return parts
    }

    /// Returns the end of the first occurrence of a part.
    private static func find(_ part: [UInt8], in text: Substring.UTF8View) -> Substring.UTF8View.Index? {
        var rest = text
        while rest.count >= part.count {
            if rest.starts(with: part) { return rest.index(rest.startIndex, offsetBy: part.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}
