import Glibc
import Text

/// Reads a text file line by line and number by number, without creating strings.
///
/// White space is as in C's `isspace`. A line ends with `\n` or `\r\n`.
struct LineScanner {
    let bytes: [UInt8]
    let file: String
    /// The current line, counted from 1; 0 before the first `nextLine`.
    private(set) var line = 0
    /// The index of the next byte.
    private var position = 0
    /// The end of the current line's text, which is the index of its `\n`, if it has one.
    private var lineEnd = 0
    private var nextStart = 0

    init(_ bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    /// Goes to the next line, to the first byte that is not white space. Returns false at the end of the file.
    mutating func nextLine() throws(RecordingError) -> Bool {
        guard nextStart < bytes.count else { return false }
        line += 1
        position = nextStart
        let end = index(of: UInt8(ascii: "\n"), until: bytes.count) ?? bytes.count
        if index(of: 0, until: end) != nil {
            throw error("there is a NUL byte here: this is not a text file, so not an evemu recording")
        }
        guard end - nextStart <= RecordingLimit.lineBytes else {
            throw error("the line is longer than \(RecordingLimit.lineBytes >> 10) KiB, so this is not an evemu recording")
        }
        lineEnd = end
        nextStart = end + 1
        skipSpace()
        return true
    }

    /// Returns the index of a byte between the current position and `end`, or nil.
    private func index(of byte: UInt8, until end: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            guard position < end, let found = memchr(bytes.baseAddress! + position, Int32(byte), end - position) else { return nil }
            return UnsafeRawPointer(found) - bytes.baseAddress!
        }
    }

    func error(_ message: String) -> RecordingError {
        RecordingError(file: file, line: line, message: message)
    }

    /// Returns the byte at this offset from the current one, or nil past the end of the line.
    func peek(_ offset: Int = 0) -> UInt8? {
        position + offset < lineEnd ? bytes[position + offset] : nil
    }

    mutating func advance(_ count: Int = 1) {
        position = min(position + count, lineEnd)
    }

    @inline(__always)
    mutating func skipSpace() { position = skip(isSpace) }

    /// Returns the index of the first byte, from the current position on, that `take` refuses. Stops after `count` bytes and at the end of the line.
    @inline(__always)
    private func skip(atMost count: Int = .max, _ take: (UInt8) -> Bool) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            let end = position + min(count, lineEnd - position)
            var place = position
            while place < end, take(bytes[place]) { place += 1 }
            return place
        }
    }

    /// Skips white space. Returns true if only a comment or nothing is left on the line.
    @inline(__always)
    mutating func atEnd() -> Bool {
        skipSpace()
        return position >= lineEnd || bytes[position] == UInt8(ascii: "#")
    }

    /// The end of an error's text if the file ends in the middle of the current line, for example because the recorder was killed; otherwise empty.
    var cutShort: String { lineEnd == bytes.count ? ": the file ends in the middle of this line" : "" }

    func startsWith(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count <= lineEnd else { return false }
        for offset in 0..<count where bytes[position + offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// Returns the rest of the line without the `\r` of a Windows line end. Invalid UTF-8 becomes U+FFFD.
    func rest() -> String {
        var end = lineEnd
        while end > position, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    /// Reads a hexadecimal number of at most `width` characters, with or without `0x`, like evemu's `%0…x`.
    ///
    /// - Parameter what: the number's name in errors, with its article.
    mutating func hex(width: Int, _ what: @autoclosure () -> String) throws(RecordingError) -> UInt32 {
        let start = try beginNumber(what)
        if peek() == UInt8(ascii: "0"), peek(1) == UInt8(ascii: "x") || peek(1) == UInt8(ascii: "X") { advance(2) }
        var value: UInt32 = 0
        let digits = position
        position = skip(atMost: start + width - position) { byte in
            guard let digit = hexDigit(byte) else { return false }
            value = value << 4 | digit
            return true
        }
        guard position > digits, isNumberEnd() else {
            throw error("\(what()) must be a hexadecimal number of up to \(width) digits, not '\(word(start))'")
        }
        return value
    }

    /// Reads a decimal number that fits an Int32.
    mutating func decimal(_ what: @autoclosure () -> String) throws(RecordingError) -> Int32 {
        let start = try beginNumber(what)
        let negative = peek() == UInt8(ascii: "-")
        if negative || peek() == UInt8(ascii: "+") { advance() }
        let limit = negative ? -Int64(Int32.min) : Int64(Int32.max)
        let digits = position
        var value: Int64 = 0
        position = skip { value.append(decimal: $0, atMost: limit) }
        if value > limit { throw error("\(what()) '\(word(start))' does not fit 32 bits (\(Int32.min) to \(Int32.max))") }
        guard position > digits, isNumberEnd() else {
            throw error("\(what()) must be a decimal number, not '\(word(start))'")
        }
        return Int32(truncatingIfNeeded: negative ? -value : value)
    }

    /// Reads `seconds.microseconds` and returns µs. The part after the point is a number of microseconds, not a fraction: evemu writes it with six
    /// digits and reads it with `%06u`.
    mutating func time() throws(RecordingError) -> Int64 {
        let start = try beginNumber { "the time" }
        // Three thousand years, so that sums with other times stay far below the overflow of an Int64 of microseconds.
        let limit: Int64 = 100_000_000_000
        var seconds: Int64 = 0
        position = skip { seconds.append(decimal: $0, atMost: limit) }
        if seconds > limit { throw error("the time '\(word(start))' is too large: at most \(limit) seconds") }
        guard position > start, peek() == UInt8(ascii: ".") else { throw badTime(start) }
        advance()
        let digits = position
        var microseconds: Int64 = 0
        position = skip(atMost: 6) { microseconds.append(decimal: $0, atMost: .max) }
        guard position > digits, isNumberEnd() else { throw badTime(start) }
        return seconds * 1_000_000 + microseconds
    }

    private func badTime(_ start: Int) -> RecordingError {
        error("the time must be seconds, a point and up to six digits of microseconds, not '\(word(start))'\(cutShort)")
    }

    /// Skips to the first character of a number and returns its index.
    @inline(__always)
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

    /// Returns the word at the current position.
    func word() -> String { word(position) }

    /// Returns the word at `start`, short and printable, for an error.
    private func word(_ start: Int) -> String {
        var end = start
        while end < lineEnd, !isSpace(bytes[end]), end - start < 24 { end += 1 }
        return printable(bytes[start..<end])
    }

    /// Returns the line from the current position on, short and printable, for an error.
    func excerpt() -> String {
        var end = min(lineEnd, position + 24)
        while end > position, isSpace(bytes[end - 1]) { end -= 1 }
        return printable(bytes[position..<end])
    }
}

/// Returns bytes of a file as printable text, for an error.
func printable(_ bytes: some Collection<UInt8>) -> String { printable(String(decoding: bytes, as: UTF8.self)) }

@inline(__always)
private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

extension Int64 {
    /// Appends a decimal digit. Returns false if the byte is not a digit, or if the number was already above the limit.
    @inline(__always)
    fileprivate mutating func append(decimal byte: UInt8, atMost limit: Int64) -> Bool {
        guard byte >= 0x30, byte <= 0x39, self <= limit else { return false }
        self = self * 10 + Int64(byte - 0x30)
        return true
    }
}

@inline(__always)
private func hexDigit(_ byte: UInt8) -> UInt32? {
    let (digit, letter) = (byte &- 0x30, (byte | 0x20) &- 0x61)
    return digit < 10 ? UInt32(digit) : letter < 6 ? UInt32(letter) + 10 : nil
}
