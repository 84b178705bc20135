/// JSON writes characters beyond U+FFFF as two escapes (`\ud83d\ude00`, RFC 8259 section 7); YAML knows only one long
/// escape (`\U0001f600`) and refuses halves.
struct SurrogatePairs {
    /// The text with long escapes instead.
    private(set) var text: [UInt8]
    /// By line, the columns after which long escapes stand. Each made its line two characters shorter.
    private var columns: [Int: [Int]] = [:]

    /// Changes nothing but JSON, where backslashes stand only in double quotes: elsewhere they may be text.
    init(_ original: [UInt8]) {
        text = original
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
        guard original.first(where: { !isSpace($0) }) == UInt8(ascii: "{"), Self.next(in: original, from: 0) != nil
        else {
            return
        }
        text = []
        var done = 0
        var mark = Mark.start
        while let pair = Self.next(in: original, from: done) {
            mark.advance(over: original[done..<pair.start])
            columns[mark.line, default: []].append(mark.column)
            mark.column += 10
            let digits = String(pair.scalar, radix: 16)
            text += original[done..<pair.start]
            text +=
                Array("\\U".utf8) + Array(repeating: UInt8(ascii: "0"), count: 8 - digits.utf8.count)
                + Array(digits.utf8)
            done = pair.start + 12
        }
        text += original[done...]
    }

    /// A place in the text as a place in the original. O(log pairs).
    func original(_ mark: Mark) -> Mark {
        guard let columns = columns[mark.line] else { return mark }
        var before = 0
        var after = columns.count
        while before < after {
            let middle = (before + after) / 2
            if columns[middle] < mark.column { before = middle + 1 } else { after = middle }
        }
        return Mark(line: mark.line, column: mark.column + 2 * before)
    }

    private static func next(in text: [UInt8], from start: Int) -> (start: Int, scalar: UInt32)? {
        var position = start
        while let backslash = text[position...].firstIndex(of: UInt8(ascii: "\\")) {
            if let high = unit(text, backslash), (0xd800..<0xdc00).contains(high),
                let low = unit(text, backslash + 6), (0xdc00..<0xe000).contains(low)
            {
                return (backslash, 0x10000 + (high - 0xd800) << 10 + (low - 0xdc00))
            }
            // Past the escaped character too, which may be a backslash.
            position = min(backslash + 2, text.count)
        }
        return nil
    }

    /// The value of `\uXXXX` at a position.
    private static func unit(_ text: [UInt8], _ position: Int) -> UInt32? {
        guard position + 6 <= text.count, text[position] == UInt8(ascii: "\\"), text[position + 1] == UInt8(ascii: "u")
        else { return nil }
        let digits = text[position + 2..<position + 6]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
