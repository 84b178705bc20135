import Text

/// Advice for an error at which libyaml stops: the character or the line that is wrong, and what to do.
struct SyntaxCure {
    /// The lines of the text; only those that an error may be about are looked at.
    private let text: UnsafeBufferPointer<UInt8>

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    /// The characters that look like a part of YAML's syntax and are none, each with its name and its cure.
    private static let lookalikes: [(scalar: Unicode.Scalar, name: String, cure: String)] = [
        ("\u{A0}", "a no-break space", "replace it with a space"), ("\u{202F}", "a narrow no-break space", "replace it with a space"),
        ("\u{3000}", "a full-width space", "replace it with a space"), ("\u{200B}", "a zero-width space", "remove it"),
        ("\u{2003}", "an em space", "replace it with a space"), ("\u{2002}", "an en space", "replace it with a space"),
        ("\u{FEFF}", "a byte order mark", "remove it"), ("\u{FF1A}", "a full-width colon", "write \":\" and a space"),
        ("\u{FF0C}", "a full-width comma", "write \",\""), ("\u{2013}", "an en dash", "write \"-\""), ("\u{2014}", "an em dash", "write \"-\""),
        ("\u{201C}", "a typographic quotation mark", "write \"\\\"\""), ("\u{201D}", "a typographic quotation mark", "write \"\\\"\""),
    ]

    /// Returns such a character in the line of the error or in one of the two lines before, where it stands for syntax. In texts, such as labels, the
    /// same characters are right.
    ///
    /// - Parameter line: counted from 0.
    func lookalike(before line: Int) -> (mark: Mark, message: String)? {
        for number in stride(from: line, through: max(0, line - 2), by: -1) {
            var column = 0
            var quote: Unicode.Scalar?
            var place = Place()
            for scalar in self.line(number).unicodeScalars {
                column += 1
                if let open = quote {
                    if scalar == open { quote = nil }
                } else if scalar == "\"" || scalar == "'" {
                    quote = scalar
                } else if scalar == "#" {
                    break
                } else if place.isSyntax(scalar), let found = Self.lookalikes.first(where: { $0.scalar == scalar }) {
                    let digits = String(scalar.value, radix: 16, uppercase: true)
                    let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
                    return (Mark(line: number + 1, column: column), "this is \(found.name) (U+\(code)); \(found.cure)")
                }
                place.pass(scalar)
            }
        }
        return nil
    }

    /// The characters before one in its line.
    private struct Place {
        /// The last character that is not a space; nil at the beginning of the line.
        private var last: Unicode.Scalar?
        private var hasColon = false
        private var isInList = false

        mutating func pass(_ scalar: Unicode.Scalar) {
            if scalar == " " || scalar == "\t" { return }
            last = scalar
            if scalar == ":" { hasColon = true }
            if scalar == "[" || scalar == "{" { isInList = true }
        }

        /// True if a value, or its indentation, begins here.
        private var beginsValue: Bool { last.map { ":-,[{".unicodeScalars.contains($0) } ?? true }

        /// True if a character that looks like syntax would be syntax here.
        func isSyntax(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar {
            case "\u{2013}", "\u{2014}": last == nil
            case "\u{FF1A}": !hasColon
            case "\u{FF0C}": isInList
            default: beginsValue
            }
        }
    }

    /// Returns advice for libyaml's message; empty if the message says enough.
    ///
    /// - Parameters:
    ///   - line: the line of the error, counted from 0.
    ///   - start: the line where the value begins that the error is in.
    func advice(_ problem: String, line: Int, from start: Int) -> String {
        switch problem {
        case "mapping values are not allowed in this context":
            joined(before: line).map { "; \($0) has no space after its colon" }
                ?? "; indent \(shown(line)) like the lines beside it, or put the text with the colon in quotes"
        case "did not find expected key", "did not find expected '-' indicator", "did not find expected <block end>":
            "; indent \(shown(line)) like the lines beside it"
        case "could not find expected ':'": "; \(shown(start)) has no \": \" after its key"
        case "found character that cannot start any token": "; put the text in quotes: \(shown(line))"
        case "found unexpected end of stream" where start < line: "; close the quotation mark in \(shown(start))"
        default: ""
        }
    }

    /// Returns a line such as `- id:kiosk`, directly before another one: it is one word, not a key with a value.
    private func joined(before number: Int) -> String? {
        guard number > 0 else { return nil }
        let words = line(number - 1).utf8.split { $0 == UInt8(ascii: " ") }.drop { $0.elementsEqual("-".utf8) }
        guard words.count == 1, let colon = words.first!.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let (key, value) = (words.first![..<colon], words.first![colon...].dropFirst())
        let isWord = key.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
        return key.isEmpty || value.isEmpty || !isWord ? nil : shown(number - 1)
    }

    private func shown(_ number: Int) -> String {
        let line = self.line(number).utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return "\"\(printable(String(Substring(line)), atMost: 60))\""
    }

    private func line(_ number: Int) -> String {
        var rest = text[...]
        for _ in 0..<number {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return "" }
            rest = rest[(end + 1)...]
        }
        return String(decoding: rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }
}
