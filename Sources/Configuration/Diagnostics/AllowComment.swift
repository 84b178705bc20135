import Glibc
import Text

/// One comment that allows warnings.
struct AllowComment {
    /// Where it stands.
    let mark: Mark
    /// The line that it is about.
    let line: Int
    /// As it names the warnings.
    let words: [String]

    /// Whether there is any at all: nearly no file has one.
    static func mayBe(in text: [UInt8]) -> Bool {
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

    /// Those of a text in YAML, in order. O(bytes).
    static func all(in text: [UInt8]) -> [AllowComment] {
        var comments: [AllowComment] = []
        // On lines of their own: they are about the next line with something else on it.
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
        // About nothing.
        for comment in waiting { comments.append(AllowComment(mark: comment.mark, line: comment.mark.line, words: comment.words)) }
        return comments
    }

    private static func mark(_ before: ArraySlice<UInt8>, _ line: Int) -> Mark {
        var mark = Mark(line: line, column: 1)
        mark.advance(over: before)
        return mark
    }

    /// Where a comment begins in a line: at the line's start or behind a space, and in no text in quotes.
    ///
    /// - Parameter quote: of the text that is open.
    private static func start(in line: ArraySlice<UInt8>, _ quote: inout UInt8?) -> Int? {
        let (single, double) = (UInt8(ascii: "'"), UInt8(ascii: "\""))
        // A quote inside a plain word is a letter.
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

    /// Up to a colon or a bracket, behind which stands the reason.
    private static func words(_ comment: ArraySlice<UInt8>) -> [String]? {
        func isSeparator(_ byte: UInt8) -> Bool { isSpace(byte) || byte == UInt8(ascii: ",") }
        var words = comment.split(whereSeparator: isSeparator).map { String(decoding: $0, as: UTF8.self) }[...]
        guard words.popFirst() == "touchctl:", let verb = words.popFirst() else { return nil }
        // "alow", and what it would have allowed.
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
