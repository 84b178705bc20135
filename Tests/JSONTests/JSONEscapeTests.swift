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

    /// Each control character in the form of RFC 8259: the short form, or four digits.
    @Test func `control characters are written as escapes`() {
        let short: [UInt8: String] = [0x09: #"\t"#, 0x0a: #"\n"#, 0x0d: #"\r"#, 0x22: #"\""#, 0x5c: #"\\"#]
        let digits = Array("0123456789abcdef")
        for byte in UInt8(0)..<0x80 {
            let text = String(UnicodeScalar(byte))
            let expected = short[byte] ?? (byte < 0x20 ? "\\u00\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])" : text)
            #expect(written(text) == "\"\(expected)\"")
        }
    }

    /// The content of the quotation marks, read byte by byte, or nil if it is no string or ends early.
    private func strict(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else { return nil }
        var (rest, text) = (bytes[1..<(bytes.count - 1)], [UInt8]())
        let short: [UInt8: UInt8] = [0x22: 0x22, 0x5c: 0x5c, 0x2f: 0x2f, 0x62: 8, 0x66: 12, 0x6e: 10, 0x72: 13, 0x74: 9]
        while let byte = rest.popFirst() {
            if byte < 0x20 || byte == UInt8(ascii: "\"") { return nil }
            guard byte == UInt8(ascii: "\\") else { text.append(byte); continue }
            guard let letter = rest.popFirst() else { return nil }
            if let byte = short[letter] { text.append(byte); continue }
            guard letter == UInt8(ascii: "u"), let unit = UInt32(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16),
                let scalar = Unicode.Scalar(unit)
            else { return nil }
            rest = rest.dropFirst(4)
            text += Array(String(scalar).utf8)
        }
        return text
    }

    @Test func `no mark beside a special character keeps it from being escaped`() throws {
        for text in HostileText("\"\\\n/{}[],:", random: 500) {
            #expect(strict(Array(written(text).utf8)) == Array(text.utf8), "\(text.debugDescription)")
            var bytes: [UInt8] = []
            JSONValue.object([text: .string(text)]).write(into: &bytes)
            guard case .object(let members) = try JSONReader.parse(bytes) else { Issue.record("\(text.debugDescription)"); continue }
            let (key, value) = try #require(members.first)
            #expect(members.count == 1 && key.utf8.elementsEqual(text.utf8) && value.string?.utf8.elementsEqual(text.utf8) == true)
        }
    }

    @Test func `bytes that are no UTF-8 are no string`() {
        var hostile = HostileText("\"\\", random: 500)
        while let bytes = hostile.nextBytes() {
            let isText = String(validating: bytes, as: UTF8.self) != nil
            let line =
                [UInt8(ascii: "\"")]
                + bytes.flatMap { byte -> [UInt8] in
                    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
                        ? [UInt8(ascii: "\\"), byte] : byte < 0x20 ? Array("\\u0020".utf8) : [byte]
                } + [UInt8(ascii: "\"")]
            #expect(((try? JSONReader.parse(line)) != nil) == isText, "\(bytes)")
        }
    }

    /// Any text is read back unchanged.
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
