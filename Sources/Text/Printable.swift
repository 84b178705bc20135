extension Unicode.Scalar {
    /// Whether the scalar is fit for a line of a log and for a terminal: it does not end the line, move the cursor, change colours, or reverse the
    /// order of the text that follows.
    public var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        case .format: self == "\u{200C}" || self == "\u{200D}"  // between letters of some scripts, and in emoji
        default: true
        }
    }
}

/// Returns text from others (clients, panels, files) for people, with a question mark in place of everything that is not printable.
///
/// - Parameter most: the most characters (Unicode scalars) that are returned.
public func printable(_ text: String, atMost most: Int = .max) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(most).map { $0.isPrintable ? $0 : "?" }))
}

/// Returns text from others for use between quotation marks. It is printable and has no quotation mark, so that it cannot look like the program's
/// own words.
public func quotable(_ text: String, atMost most: Int = .max) -> String {
    String(String.UnicodeScalarView(printable(text, atMost: most).unicodeScalars.map { $0 == "\"" ? "'" : $0 }))
}

/// Returns the lines of a text, without empty ones. A carriage return is part of a line.
public func lines(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
}

/// Whether a scalar is in Unicode's general category Cc. Ids and paths contain none of these.
public func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
}
