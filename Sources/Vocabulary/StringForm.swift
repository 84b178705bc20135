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
    /// A token's name.
    case token
    /// A name with the characters of a token's name.
    case name
    /// A text that people can see: printable and not empty.
    case text
    /// An absolute path that people can see.
    case path
    /// The name of a key, as the kernel names it (input-event-codes.h). The reader checks whether there is such a key.
    case key

    /// The maximum length of an id, the same as for file names. docs/protocol.md, "The longest line", relies on it.
    package static let identifierBytesMax = 255
    package static let tokenBytesMax = 64
    package static let socketPathBytesMax = 107

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
        case .token, .name: "^[A-Za-z0-9._-]{1,\(Self.tokenBytesMax)}$"
        case .socketPath, .path: #"^/[^\u0000-\u001f\u007f-\u009f]*$"#
        case .text: #"^[^\u0000-\u001f\u007f-\u009f]+$"#
        case .key: "^KEY_[A-Z0-9_]{1,40}$"
        }
    }

    /// The maximum length, if the pattern does not limit it.
    package var bytesMax: Int? {
        switch self {
        case .identifier: Self.identifierBytesMax
        case .socketPath: Self.socketPathBytesMax
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
        case .token: "token's name (at most \(Self.tokenBytesMax) letters, digits, \".\", \"_\" and \"-\")"
        case .name: "name (at most \(Self.tokenBytesMax) letters, digits, \".\", \"_\" and \"-\")"
        case .text: "text"
        case .path: "absolute path"
        case .key: "key's name (such as KEY_A)"
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
        case .token, .name: !text.isEmpty && text.utf8.count <= Self.tokenBytesMax && text.utf8.allSatisfy(Self.isOfToken)
        case .key: Self.isKey(text)
        case .text: !text.isEmpty && text.unicodeScalars.allSatisfy(\.isPrintable)
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
        func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        return parts.count > 1 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { isDigit($0) || isLetter($0) } }
            && parts.last!.allSatisfy(isDigit)
    }

    private static func isKey(_ text: String) -> Bool {
        let (prefix, rest) = ("KEY_", text.utf8.dropFirst(4))
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_") }
        return text.utf8.starts(with: prefix.utf8) && (1...40).contains(rest.count)
            && rest.allSatisfy { isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

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
