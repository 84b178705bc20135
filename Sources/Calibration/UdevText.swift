/// Text of others (names of devices, of connectors, of panels) inside a rule of udev.
///
/// udev reads bytes: a value ends at a quotation mark, `*?[` and `|` have a meaning in a pattern, `$` and `%` in a value, and a rule ends with its
/// line. Only the scalars of an allow-list are written, so that nothing of this depends on what else stands beside a character.
enum UdevText {
    /// A pattern that fits the text, and as little else as possible. udev compares bytes (it stays in the C locale): one `?` for each byte of a
    /// scalar that is not written. Blanks at the end are left out, because udev removes them from an attribute.
    static func pattern(_ text: String) -> String {
        var pattern = String.UnicodeScalarView()
        for scalar in trimmed(text) {
            if isPlain(scalar) {
                pattern.append(scalar)
            } else if scalar == "\u{FFFD}" {
                // Stands for one byte or more that were no UTF-8.
                pattern.append(contentsOf: "?*".unicodeScalars)
            } else {
                for _ in UTF8.encode(scalar)! { pattern.append("?") }
            }
        }
        return String(pattern)
    }

    /// True if the pattern of a text tells a device from others: most of the text is written, and no part of it may be anything.
    static func identifies(_ text: String) -> Bool {
        let scalars = trimmed(text)
        if scalars.contains("\u{FFFD}") { return false }
        return scalars.reduce(0) { $0 + (isLetterOrDigit($1) ? 2 : isPlain($1) ? 1 : -1) } > 0
    }

    /// A value that a rule assigns.
    static func value(_ text: String) -> String { replaced(text, isPlain) }

    /// A part of a comment.
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

    /// Letters and digits of every script that is written from left to right: in UTF-8 these are bytes that mean nothing to udev, they cannot
    /// change how the rest of a line is shown, and a panel whose name is in Chinese keeps it.
    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
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
