/// Reads a number from a text, in JSON's form.
struct NumberScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The index of the next byte.
    private(set) var at: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int = 0) { (self.bytes, at) = (bytes, start) }

    var isAtEnd: Bool { at == bytes.count }

    /// Reads the number that begins here. Returns infinity if the number is too large for a Double. Returns nil if there is no number; `at` is then
    /// the place of the missing digit.
    mutating func number() -> Double? {
        let start = at
        let isNegative = consume(UInt8(ascii: "-"))
        let first = at
        if !consume(UInt8(ascii: "0")), !skipDigits() { return nil }
        let end = at
        if consume(UInt8(ascii: ".")), !skipDigits() { return nil }
        if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
            if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
            if !skipDigits() { return nil }
        }
        // Up to 15 digits are exact in a Double, and most numbers have no more, so they need no strtod(3).
        if at == end, end - first <= 15 {
            let magnitude = Double(bytes[first..<end].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
            return isNegative ? -magnitude : magnitude
        }
        return Double(String(decoding: bytes[start..<at], as: UTF8.self))
    }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    /// Skips digits. Returns false if there are none.
    private mutating func skipDigits() -> Bool {
        let start = at
        while at < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[at] { at += 1 }
        return at > start
    }
}
