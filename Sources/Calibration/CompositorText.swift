/// Text from outside (names of devices and connectors) inside the configurations of compositors.
///
/// labwc and sway compare whole names, so a name that a format cannot express gets no entry: one for a similar name would map another device, or none.
/// Only scalars of an allow-list are written as they are.
enum CompositorText {
    /// The text as an attribute's value in XML, with its quotation marks. Each scalar that is not on the list becomes a character reference.
    ///
    /// - Returns: nil for an empty text, for a scalar that XML 1.0 has no reference for, and for U+FFFD, which stands for bytes that were not UTF-8.
    static func xml(_ text: String) -> String? {
        if text.unicodeScalars.isEmpty { return nil }
        var value = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            if isPlain(scalar) {
                value.append(scalar)
            } else if isInXML(scalar) {
                value.append(contentsOf: "&#x\(String(scalar.value, radix: 16));".unicodeScalars)
            } else {
                return nil
            }
        }
        value.append("\"")
        return String(value)
    }

    /// The text as a word in sway's configuration, with its quotation marks; nil if it is empty or has a byte that is not on the list. sway has
    /// escapes for some of them, but reads them twice in some commands.
    static func swayWord(_ text: String) -> String? {
        let scalars = text.unicodeScalars
        return !scalars.isEmpty && scalars.allSatisfy({ $0.isASCII && isPlain($0) }) ? "\"\(text)\"" : nil
    }

    /// The identifier that sway makes of a device: its ids and its name, in which each byte that is blank or not printable ASCII becomes `_`.
    ///
    /// - Returns: nil if the name's bytes are not known, because some were not UTF-8.
    static func swayIdentifier(vendor: UInt16, product: UInt16, _ name: String) -> String? {
        if name.unicodeScalars.contains("\u{FFFD}") { return nil }
        // sway removes what isspace() finds at both ends.
        let blank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
        var bytes = name.utf8.prefix { $0 != 0 }.drop(while: blank)
        while let last = bytes.last, blank(last) { bytes.removeLast() }
        let plain = bytes.map { (0x21...0x7e).contains($0) ? Unicode.Scalar($0) : "_" }
        return "\(vendor):\(product):\(String(String.UnicodeScalarView(plain)))"
    }

    private static func isInXML(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0a, 0x0d, 0x20...0xd7ff, 0xe000...0xfffc, 0x10000...0x10ffff: true
        default: false
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "-", "_", ".", ":", "/", ",", "(", ")", "+", "@", "#", "=": true
        default: UdevText.isLetterOrDigit(scalar)
        }
    }
}
