/// How sway 1.7 to 1.11 reads a line of its configuration, and names an input device; byte by byte.
struct SwayLineParser {
    struct Failure: Error { var text: String }

    private static let blanks = Array(" \u{c}\n\r\t\u{b}".utf8)

    /// The words of a line: split at blanks outside quotation marks and brackets; variables are replaced, quotation marks removed, escapes read.
    /// The parser refuses what would make the second reading of a command differ from the first.
    static func words(_ line: String) throws -> [[UInt8]] {
        let bytes = Array(line.utf8)
        if bytes.contains(where: { $0 < 0x20 || $0 > 0x7e }) { throw Failure(text: "a byte that is not printable ASCII: \(line)") }
        if bytes.contains(where: { "$\\".utf8.contains($0) }) { throw Failure(text: "a variable or an escape: \(line)") }
        var words: [[UInt8]] = []
        var word: [UInt8] = []
        var quote: UInt8?
        for byte in bytes + [UInt8(ascii: " ")] {
            if let open = quote {
                if byte == open { quote = nil } else { word.append(byte) }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if "[]{}".utf8.contains(byte) {
                throw Failure(text: "brackets: \(line)")
            } else if blanks.contains(byte) {
                if !word.isEmpty { words.append(word) }
                word = []
            } else {
                word.append(byte)
            }
        }
        if quote != nil { throw Failure(text: "a quotation that does not end: \(line)") }
        return words
    }

    /// sway's `input_device_get_identifier`, in the C locale.
    static func identifier(_ vendor: UInt16, _ product: UInt16, _ name: [UInt8]) -> [UInt8] {
        var name = name.prefix { $0 != 0 }
        while let first = name.first, blanks.contains(first) { name.removeFirst() }
        while let last = name.last, blanks.contains(last) { name.removeLast() }
        return Array("\(vendor):\(product):".utf8) + name.map { $0 == 0x20 || !(0x20...0x7e).contains($0) ? UInt8(ascii: "_") : $0 }
    }
}
