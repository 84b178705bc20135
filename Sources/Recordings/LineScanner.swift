import Text

/// Reads a text file line by line and number by number, without making strings.
///
/// White space is that of C's `isspace` inside a line. A line ends with `\n` or `\r\n`.
struct LineScanner {
    let bytes: [UInt8]
    let file: String
    /// The current line, counted from 1; 0 before the first `nextLine`.
    private(set) var line = 0
    /// The next byte to look at.
    private var position = 0
    /// The end of the current line's text; its `\n`, if there is one, is here.
    private var lineEnd = 0
    private var nextStart = 0

    init(_ bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    /// Goes to the next line's first byte that is not white space. False at the end of the file.
    mutating func nextLine() throws(RecordingError) -> Bool {
        guard nextStart < bytes.count else { return false }
        line += 1
        position = nextStart
        var end = nextStart
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
            if bytes[end] == 0 { throw error("there is a NUL byte here: this is not a text file, so not an evemu recording") }
            end += 1
        }
        guard end - nextStart <= RecordingLimit.lineBytes else {
            throw error("the line is longer than \(RecordingLimit.lineBytes >> 10) KiB, so this is no evemu recording")
        }
        lineEnd = end
        nextStart = end + 1
        skipSpace()
        return true
    }

    func error(_ message: String) -> RecordingError {
        RecordingError(file: file, line: line, message: message)
    }

    /// The byte `offset` after the current one, or nil past the line's end.
    func peek(_ offset: Int = 0) -> UInt8? {
        position + offset < lineEnd ? bytes[position + offset] : nil
    }

    mutating func advance(_ count: Int = 1) {
        position = min(position + count, lineEnd)
    }

    mutating func skipSpace() {
        while position < lineEnd, isSpace(bytes[position]) { position += 1 }
    }

    /// Whether only white space and a comment are left on the line.
    mutating func atEnd() -> Bool {
        skipSpace()
        return position >= lineEnd || bytes[position] == UInt8(ascii: "#")
    }

    /// Added to an error on a last line without an end of line, which a killed recorder leaves.
    var cutShort: String { lineEnd == bytes.count ? ": the file ends in the middle of this line" : "" }

    func startsWith(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count <= lineEnd else { return false }
        for offset in 0..<count where bytes[position + offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// The rest of the line without the `\r` of a Windows line end. Invalid UTF-8 becomes U+FFFD.
    func rest() -> String {
        var end = lineEnd
        while end > position, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    /// A hexadecimal number of at most `width` characters, with or without `0x`, as evemu's `%0…x` reads it.
    ///
    /// - Parameter what: the number's name in errors, with its article.
    mutating func hex(width: Int, _ what: @autoclosure () -> String) throws(RecordingError) -> UInt32 {
        let start = try beginNumber(what)
        if peek() == UInt8(ascii: "0"), peek(1) == UInt8(ascii: "x") || peek(1) == UInt8(ascii: "X") { advance(2) }
        var value: UInt32 = 0
        let digits = position
        while let digit = peek().flatMap(hexDigit), position - start < width {
            value = value << 4 | digit
            advance()
        }
        guard position > digits, isNumberEnd() else {
            throw error("\(what()) must be a hexadecimal number of up to \(width) digits, not '\(word(start))'")
        }
        return value
    }

    /// A decimal number that fits an Int32.
    mutating func decimal(_ what: @autoclosure () -> String) throws(RecordingError) -> Int32 {
        let start = try beginNumber(what)
        let negative = peek() == UInt8(ascii: "-")
        if negative || peek() == UInt8(ascii: "+") { advance() }
        let limit = negative ? -Int64(Int32.min) : Int64(Int32.max)
        let digits = position
        var value: Int64 = 0
        while let digit = peek().flatMap(decimalDigit) {
            value = value * 10 + digit
            guard value <= limit else {
                throw error("\(what()) '\(word(start))' does not fit 32 bits (\(Int32.min) to \(Int32.max))")
            }
            advance()
        }
        guard position > digits, isNumberEnd() else {
            throw error("\(what()) must be a decimal number, not '\(word(start))'")
        }
        return Int32(truncatingIfNeeded: negative ? -value : value)
    }

    /// `seconds.microseconds` in µs. The part after the point is a number of microseconds, not a fraction: evemu writes it with six
    /// digits and reads it with `%06u`.
    mutating func time() throws(RecordingError) -> Int64 {
        let start = try beginNumber { "the time" }
        // Three thousand years: sums with other times stay far below an overflow of an Int64 of microseconds.
        let limit: Int64 = 100_000_000_000
        var seconds: Int64 = 0
        while let digit = peek().flatMap(decimalDigit) {
            seconds = seconds * 10 + digit
            guard seconds <= limit else { throw error("the time '\(word(start))' is too large: at most \(limit) seconds") }
            advance()
        }
        guard position > start, peek() == UInt8(ascii: ".") else { throw badTime(start) }
        advance()
        let digits = position
        var microseconds: Int64 = 0
        while let digit = peek().flatMap(decimalDigit), position - digits < 6 {
            microseconds = microseconds * 10 + digit
            advance()
        }
        guard position > digits, isNumberEnd() else { throw badTime(start) }
        return seconds * 1_000_000 + microseconds
    }

    private func badTime(_ start: Int) -> RecordingError {
        error("the time must be seconds, a point and up to six digits of microseconds, not '\(word(start))'\(cutShort)")
    }

    /// Skips to the first character of a number.
    private mutating func beginNumber(_ what: () -> String) throws(RecordingError) -> Int {
        guard !atEnd() else {
            throw error("\(what()) is missing\(cutShort)")
        }
        return position
    }

    private func isNumberEnd() -> Bool {
        guard let byte = peek() else { return true }
        return isSpace(byte) || byte == UInt8(ascii: "#")
    }

    /// The word at the scanner's place.
    func word() -> String { word(position) }

    /// The word at `start`, for an error: short and printable.
    private func word(_ start: Int) -> String {
        var end = start
        while end < lineEnd, !isSpace(bytes[end]), end - start < 24 { end += 1 }
        return printable(bytes[start..<end])
    }

    /// The line from the scanner's place on, for an error.
    func excerpt() -> String {
        var end = min(lineEnd, position + 24)
        while end > position, isSpace(bytes[end - 1]) { end -= 1 }
        return printable(bytes[position..<end])
    }
}

/// Bytes of a file for an error, as UTF-8.
func printable(_ bytes: some Collection<UInt8>) -> String { printable(String(decoding: bytes, as: UTF8.self)) }

@inline(__always)
private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

@inline(__always)
private func decimalDigit(_ byte: UInt8) -> Int64? {
    byte >= 0x30 && byte <= 0x39 ? Int64(byte - 0x30) : nil
}

@inline(__always)
private func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
}
