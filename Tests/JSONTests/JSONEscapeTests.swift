import JSON
import Support
import Testing

/// Escapes of JSON (RFC 8259, section 7), read and written.
@Suite struct JSONEscapeTests {
    private func read(_ text: String) -> String? { (try? JSONReader.parse(Array("\"\(text)\"".utf8)))?.string }

    private func written(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (#"\u0041"#, "A"), (#"\u0000"#, "\0"), (#"\u001f"#, "\u{1f}"), (#"\u007F"#, "\u{7f}"), (#"\u00e9"#, "é"), (#"\u00FF"#, "ÿ"),
        (#"\u0100"#, "Ā"), (#"\u20ac"#, "€"), (#"\uFFFF"#, "\u{ffff}"), (#"\ud83d\ude00"#, "😀"), (#"a\u000ab"#, "a\nb"),
        (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{c}\n\r\t"),
    ]) func `an escape is its character`(_ escape: String, _ character: String) { #expect(read(escape) == character) }

    @Test(arguments: [
        #"\u"#, #"\u0"#, #"\u004"#, #"\u004g"#, #"\u 041"#, #"\u+041"#, #"\x41"#, #"\ud83d"#, #"\ud83dx"#, #"\ud83d\u0041"#, #"\ude00"#, #"\U0041"#,
        #"\"#,
    ]) func `a text that is no escape is refused`(_ escape: String) { #expect(read(escape) == nil) }

    /// Each control character as RFC 8259 has it: the short form, or four digits.
    @Test func `control characters are written as escapes`() {
        let short: [UInt8: String] = [0x09: #"\t"#, 0x0a: #"\n"#, 0x0d: #"\r"#, 0x22: #"\""#, 0x5c: #"\\"#]
        let digits = Array("0123456789abcdef")
        for byte in UInt8(0)..<0x80 {
            let text = String(UnicodeScalar(byte))
            let expected = short[byte] ?? (byte < 0x20 ? "\\u00\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])" : text)
            #expect(written(text) == "\"\(expected)\"")
        }
    }

    /// Whatever text there is, what is written is read as the same.
    @Test func `any written text is read as the same`() {
        var random = SeededRandom()
        for round in 0..<500 {
            let seed = random.next()
            var scalars = SeededRandom(seed: seed)
            var text = ""
            for _ in 0..<scalars(20) {
                let most = [0x20, 0x80, 0x800, 0x11_0000][scalars(4)]
                if let scalar = UnicodeScalar(UInt32(scalars(most))) { text.unicodeScalars.append(scalar) }
            }
            let line = written(text)
            #expect(line.utf8.allSatisfy { $0 >= 0x20 } && (try? JSONReader.parse(Array(line.utf8)))?.string == text, "round \(round), seed \(seed)")
        }
    }
}
