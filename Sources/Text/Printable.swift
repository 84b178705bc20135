extension Unicode.Scalar {
    /// Fit for a line of a log and for a terminal: it does not end the line, move the cursor, change colours, or turn round the order in
    /// which the rest is shown.
    public var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        case .format: self == "\u{200C}" || self == "\u{200D}"  // between letters of some scripts, and in emoji
        default: true
        }
    }
}

/// Text that others have chosen (clients, panels, files), for people: a question mark stands for what is not printable.
///
/// - Parameter most: how many characters (Unicode scalars) of it, if not all.
public func printable(_ text: String, atMost most: Int = .max) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(most).map { $0.isPrintable ? $0 : "?" }))
}

/// Text of others inside the quotation marks of a line for people: printable, and with no quotation mark of its own, so that it cannot go on as
/// the program's own words do.
public func quotable(_ text: String, atMost most: Int = .max) -> String {
    String(String.UnicodeScalarView(printable(text, atMost: most).unicodeScalars.map { $0 == "\"" ? "'" : $0 }))
}

/// The lines of a text. A carriage return is part of a line.
public func lines(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
}

/// Unicode's general category Cc. Ids and paths have none of these.
public func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
}
