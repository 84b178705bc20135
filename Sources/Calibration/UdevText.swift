/// Text from outside (names of devices, connectors and panels) inside a udev rule.
///
/// udev reads bytes: a quotation mark ends a value, `*?[` and `|` have a meaning in a pattern, `$` and `%` have one in a value, and a line break ends
/// a rule. Only scalars of an allow-list are written, so that the result does not depend on the neighbours of a character.
enum UdevText {
    /// A pattern that matches the text and as little else as possible. udev compares bytes (it stays in the C locale), so each byte of a scalar that
    /// is not written becomes a `?`. Trailing blanks are left out, because udev removes them from attributes.
    static func pattern(_ text: String) -> String {
        var pattern = String.UnicodeScalarView()
        for scalar in trimmed(text) {
            if isPlain(scalar) {
                pattern.append(scalar)
            } else if scalar == "\u{FFFD}" {
                // U+FFFD stands for one or more bytes that were not UTF-8.
                pattern.append(contentsOf: "?*".unicodeScalars)
            } else {
                for _ in UTF8.encode(scalar)! { pattern.append("?") }
            }
        }
        return String(pattern)
    }

    /// True if the pattern of a text identifies a device: most of it is literal text, and it contains no `*`.
    static func identifies(_ text: String) -> Bool {
        let scalars = trimmed(text)
        if scalars.contains("\u{FFFD}") { return false }
        return scalars.reduce(0) { $0 + (isLetterOrDigit($1) ? 2 : isPlain($1) ? 1 : -1) } > 0
    }

    /// The text as a value that a rule assigns.
    static func value(_ text: String) -> String { replaced(text, isPlain) }

    /// The text as part of a comment.
    static func comment(_ text: String) -> String { replaced(text) { (" "..."~").contains($0) && $0 != "\\" || isLetterOrDigit($0) } }

    private static func replaced(_ text: String, _ isWritten: (Unicode.Scalar) -> Bool) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isWritten($0) ? $0 : "?" }))
    }

    private static func trimmed(_ text: String) -> Substring.UnicodeScalarView {
        var scalars = text.unicodeScalars[...]
        while let last = scalars.last, last == " " || last == "\t" || last == "\n" || last == "\r" { scalars.removeLast() }
        return scalars
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "-", "_", ".", ":", "/", ",", "(", ")", "+", "@": true
        default: isLetterOrDigit(scalar)
        }
    }

    /// Whether the scalar is a letter or digit of a script that is written from left to right. Its UTF-8 bytes have no special
    /// meaning for udev or in XML, and it cannot change how the rest of the line is displayed. So names in Chinese, for example, stay readable.
    static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x80: return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        case 0x0590...0x08ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff: return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .otherLetter, .decimalNumber: return !scalar.properties.isDefaultIgnorableCodePoint
        default: return false
        }
    }
}
