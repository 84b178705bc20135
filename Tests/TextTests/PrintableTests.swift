import Support
import Testing

@testable import Text

/// The common rule for logs, terminals and messages.
@Suite struct `Printable text` {
    @Test(
        arguments: [
            ("a é 日 😀", "a é 日 😀"), ("a\nb\r\tc", "a?b??c"), ("\u{1b}[31mred\u{7f}\u{9b}2J", "?[31mred??2J"), ("a\u{2028}\u{2029}b", "a??b"),
            ("\u{202e}txt.exe\u{2066}", "?txt.exe?"), ("\u{feff}\u{200b}\u{ad}", "???"), ("\u{e0041}", "?"), ("می\u{200c}خواهم", "می\u{200c}خواهم"),
            ("👩\u{200d}🚀", "👩\u{200d}🚀"), ("", ""),
        ]) func `nothing in it acts on a terminal`(text: String, shown: String)
    { #expect(printable(text) == shown) }

    @Test func `it is cut where it is to be short`() {
        #expect(printable("abc", atMost: 2) == "ab" && printable("a\u{301}b", atMost: 2) == "a\u{301}" && printable("abc", atMost: 0).isEmpty)
    }

    @Test func `what is printable is no control character`() {
        for scalar in (0..<0x1_0000).compactMap(UnicodeScalar.init) where isControl(scalar) { #expect(!scalar.isPrintable) }
        #expect((0..<0x11_0000).compactMap(UnicodeScalar.init).count(where: isControl) == 65)
    }

    @Test func `a quotation is not ended by what stands in it, and has as many scalars`() {
        for text in HostileText("\"'\n", random: 200) {
            let quoted = quotable(text)
            #expect(!quoted.utf8.contains(UInt8(ascii: "\"")) && quoted.unicodeScalars.allSatisfy { $0.isPrintable }, "\(text.debugDescription)")
            #expect(quoted.unicodeScalars.count == text.unicodeScalars.count)
        }
        #expect(quotable("a\"\u{301}b") == "a'\u{301}b" && quotable("\u{600}\"", atMost: 1) == "?")
    }

    @Test func `lines end at line feeds alone, whatever stands beside them`() {
        for text in HostileText("\n", random: 200) {
            #expect(lines(text).joined().utf8.elementsEqual(text.utf8.filter { $0 != UInt8(ascii: "\n") }), "\(text.debugDescription)")
            #expect(!lines(text).contains { $0.utf8.contains(UInt8(ascii: "\n")) })
        }
        #expect(lines("a\r\nb") == ["a\r", "b"])
    }
}
