import Glibc
import Text

/// A comment that allows warnings.
struct AllowComment {
    /// The place of the comment.
    let mark: Mark
    /// The line that the comment applies to.
    let line: Int
    /// The IDs of warnings, as the comment spells them.
    let words: [String]

    /// True if the text may have such a comment. Saves the search, because few files have one.
    static func mayOccur(in text: [UInt8]) -> Bool {
        let word = Array("touchctl:".utf8)
        return text.withUnsafeBytes { text in
            var rest = text[...]
            while let found = rest.isEmpty ? nil : memchr(text.baseAddress! + rest.startIndex, 0x23, rest.count) {
                rest = text[(UnsafeRawPointer(found) - text.baseAddress! + 1)...]
                if rest.drop(while: isSpace).starts(with: word) { return true }
            }
            return false
        }
    }

    /// Returns the comments of a YAML text, in order. O(bytes).
    static func all(in text: [UInt8]) -> [AllowComment] {
        var comments: [AllowComment] = []
        // Comments that are alone on their lines. They apply to the next line with other content.
        var waiting: [(mark: Mark, words: [String])] = []
        var quote: UInt8?
        for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let number = index + 1
            let isInText = quote != nil
            let start = start(in: line, &quote)
            let found = start.flatMap { start in
                words(line[start...].drop { $0 == UInt8(ascii: "#") }).map { (mark: mark(line[..<start], number), words: $0) }
            }
            if !isInText && line.allSatisfy(isSpace) { continue }
            if let start, !isInText, line[..<start].allSatisfy(isSpace) {
                if let found { waiting.append(found) }
                continue
            }
            for comment in waiting + (found.map { [$0] } ?? []) {
                comments.append(AllowComment(mark: comment.mark, line: number, words: comment.words))
            }
            waiting = []
        }
        // Comments at the end of the file, which apply to nothing.
        for comment in waiting { comments.append(AllowComment(mark: comment.mark, line: comment.mark.line, words: comment.words)) }
        return comments
    }

    private static func mark(_ before: ArraySlice<UInt8>, _ line: Int) -> Mark {
        var mark = Mark(line: line, column: 1)
        mark.advance(over: before)
        return mark
    }

    /// Returns the index at which a comment begins: at the start of the line or after a space, outside of quoted text.
    ///
    /// - Parameter quote: the quote character of a quoted text that continues from the previous line; nil if there is none. Set to that of a text
    ///   that continues on the next line.
    private static func start(in line: ArraySlice<UInt8>, _ quote: inout UInt8?) -> Int? {
        let (single, double) = (UInt8(ascii: "'"), UInt8(ascii: "\""))
        // A quote inside a plain word is an ordinary character.
        var isBetween = true
        var index = line.startIndex
        while index < line.endIndex {
            let byte = line[index]
            if let open = quote {
                if byte == UInt8(ascii: "\\"), open == double { index += 1 }
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "#"), index == line.startIndex || isSpace(line[index - 1]) {
                return index
            } else if isBetween, byte == single || byte == double {
                quote = byte
            }
            isBetween = isSpace(byte) || "[]{},:-".utf8.contains(byte) || quote == nil && byte == single
            index += 1
        }
        return nil
    }

    /// Returns the IDs that the comment allows, up to a colon or a bracket, which begins the reason; nil for any other comment.
    private static func words(_ comment: ArraySlice<UInt8>) -> [String]? {
        func isSeparator(_ byte: UInt8) -> Bool { isSpace(byte) || byte == UInt8(ascii: ",") }
        var words = comment.split(whereSeparator: isSeparator).map { String(decoding: $0, as: UTF8.self) }[...]
        guard words.popFirst() == "touchctl:", let verb = words.popFirst() else { return nil }
        // A misspelled "allow" is returned in place of an ID, so that it is reported.
        if verb != "allow" { return suggestion(for: verb, among: ["allow"]) == nil ? nil : [verb] }
        var ids: [String] = []
        for word in words {
            if word.utf8.first.map({ !isLetter($0) }) ?? true { break }
            ids.append(String(word.unicodeScalars.prefix { $0 != ":" }))
            if word.has(":") { break }
        }
        return ids
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }
    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "z")).contains(byte) }
}
