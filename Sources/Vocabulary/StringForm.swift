import Text

/// The form that a string must have.
package enum StringForm: Sendable {
    case any
    /// An id that can be one component of a region's path and that people can tell from others.
    case identifier
    /// A USB id: four hexadecimal digits, as lsusb prints them.
    case usbID
    /// A display's connector, by the kernel's name. A card name in front of it distinguishes two connectors of the same name.
    case connector
    /// An absolute path that fits `sun_path` (unix(7): 108 bytes with the final NUL).
    case socketPath
    /// The read and write permissions in chmod(1)'s form: three octal digits, with or without a 0 before them.
    case fileMode
    /// The path of an event node: `/dev/input/event` and a number.
    case eventNode
    /// A token's name.
    case token
    /// A name with the characters of a token's name.
    case name
    /// A text that people can see: printable and not empty.
    case text
    /// An absolute path that people can see.
    case path
    /// A text that is spoken.
    case spokenText
    /// A language, as a BCP 47 tag.
    case language
    /// The kernel's name of a key or a button (input-event-codes.h). The reader checks whether there is such a key.
    case keyName
    /// The kernel's name of a switch.
    case switchName

    /// The maximum length of an id, the same as for file names. docs/protocol.md, "The longest line", relies on it.
    package static let identifierBytesMax = 255
    package static let tokenBytesMax = 64
    private static let eventNodePrefix = "/dev/input/event"
    package static let socketPathBytesMax = 107
    package static let spokenTextBytesMax = 1000

    /// The rule of `accepts`, as far as a regular expression can express it.
    package var pattern: String? {
        switch self {
        case .any: nil
        case .identifier:
            #"^(?![\u0300-\u036f\u20d0-\u20f0])"#
                + #"[^/*\u0000-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]+$"#
        case .usbID: "^(0[xX])?[0-9a-fA-F]{4}$"
        case .connector: "^[A-Za-z0-9]+(-[A-Za-z0-9]+)*-[0-9]+$"
        case .fileMode: "^0?[0-7]{3}$"
        case .eventNode: "^/dev/input/event[0-9]{1,6}$"
        case .token, .name: "^[A-Za-z0-9._-]{1,\(Self.tokenBytesMax)}$"
        case .socketPath, .path: #"^/[^\u0000-\u001f\u007f-\u009f]*$"#
        case .text, .spokenText: #"^[^\u0000-\u001f\u007f-\u009f]+$"#
        case .language: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"
        case .keyName: "^(KEY|BTN)_[A-Z0-9_]+$"
        case .switchName: "^SW_[A-Z0-9_]+$"
        }
    }

    /// The maximum length, if the pattern does not limit it.
    package var bytesMax: Int? {
        switch self {
        case .identifier: Self.identifierBytesMax
        case .socketPath: Self.socketPathBytesMax
        case .spokenText: Self.spokenTextBytesMax
        case .language, .keyName, .switchName: Self.tokenBytesMax
        default: nil
        }
    }

    package var phrase: String {
        switch self {
        case .any: "string"
        case .identifier:
            #"id (1 to \#(Self.identifierBytesMax) bytes, without "/", "*" and control or invisible characters, not beginning with a combining one)"#
        case .usbID: "USB id (four hexadecimal digits, such as 0eef)"
        case .connector: "connector (such as HDMI-A-1)"
        case .fileMode: "file mode (three octal digits, such as \"0660\")"
        case .eventNode: "event node (such as /dev/input/event3)"
        case .token: "token's name (at most \(Self.tokenBytesMax) letters, digits, \".\", \"_\" and \"-\")"
        case .name: "name (at most \(Self.tokenBytesMax) letters, digits, \".\", \"_\" and \"-\")"
        case .text: "text"
        case .path: "absolute path"
        case .spokenText: "text of 1 to \(Self.spokenTextBytesMax) bytes"
        case .language: "language (a BCP 47 tag such as en or de-AT)"
        case .keyName: "key's name (such as KEY_ENTER)"
        case .switchName: "switch's name (such as SW_HEADPHONE_INSERT)"
        case .socketPath: "absolute path of at most \(Self.socketPathBytesMax) bytes"
        }
    }

    package func accepts(_ text: String) -> Bool {
        switch self {
        case .any: true
        case .identifier: Self.isIdentifier(text)
        case .usbID: Self.usbID(text) != nil
        case .connector: Self.isConnector(text)
        case .fileMode:
            text.utf8.count == (text.utf8.first == UInt8(ascii: "0") && text.utf8.count > 3 ? 4 : 3)
                && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
        case .eventNode:
            text.begins(with: Self.eventNodePrefix) && (1...6).contains(text.utf8.count - Self.eventNodePrefix.utf8.count)
                && text.utf8.dropFirst(Self.eventNodePrefix.utf8.count).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        case .token, .name: !text.isEmpty && text.utf8.count <= Self.tokenBytesMax && text.utf8.allSatisfy(Self.isOfToken)
        case .text: !text.isEmpty && text.unicodeScalars.allSatisfy(\.isPrintable)
        case .spokenText: text.utf8.count <= Self.spokenTextBytesMax && !text.isEmpty && text.unicodeScalars.allSatisfy(\.isPrintable)
        case .language: Self.isLanguage(text)
        case .keyName: Self.isKernelName(text, ["KEY_", "BTN_"])
        case .switchName: Self.isKernelName(text, ["SW_"])
        case .path: text.utf8.first == UInt8(ascii: "/") && text.unicodeScalars.allSatisfy(\.isPrintable)
        case .socketPath:
            text.utf8.first == UInt8(ascii: "/") && text.utf8.count <= Self.socketPathBytesMax
                && !text.unicodeScalars.contains(where: isControl)
        }
    }

    private static func isIdentifier(_ text: String) -> Bool {
        if !(1...identifierBytesMax).contains(text.utf8.count) || text.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "*") }) {
            return false
        }
        if text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return true }
        return !isCombining(text.unicodeScalars.first!) && text.unicodeScalars.allSatisfy(isVisible)
    }

    /// False for control characters, for invisible characters, and for characters that change the order in which others are shown. With them, two
    /// regions could have ids that look the same.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: !scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    private static func isConnector(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.count > 1 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { isDigit($0) || isLetter($0) } }
            && parts.last!.allSatisfy(isDigit)
    }

    private static func isLanguage(_ text: String) -> Bool {
        if text.utf8.count > tokenBytesMax { return false }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts[0].allSatisfy { isLetter($0) } && parts[0].count > 1
            && parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || isDigit($0) } }
    }

    private static func isKernelName(_ text: String, _ prefixes: [String]) -> Bool {
        guard text.utf8.count <= tokenBytesMax, let prefix = prefixes.first(where: { text.utf8.starts(with: $0.utf8) }) else { return false }
        let rest = text.utf8.dropFirst(prefix.utf8.count)
        return !rest.isEmpty
            && rest.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

    private static func isOfToken(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || [UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-")].contains(byte)
    }

    package static func usbID(_ text: String) -> UInt16? {
        var digits = text.utf8[...]
        if digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8) { digits = digits.dropFirst(2) }
        // `UInt16(_:radix:)` alone would accept a sign.
        guard digits.count == 4, digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else {
            return nil
        }
        return UInt16(String(digits)!, radix: 16)
    }
}
