import Support
import Testing
import Text

@testable import Report

@Suite struct HTMLTests {
    /// The text of a piece without a tag, read byte by byte; nil if it contains a markup character, or an entity that the writer never uses.
    private func read(_ html: String) -> String? {
        let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]
        var (rest, text) = (Array(html.utf8)[...], [UInt8]())
        while let byte = rest.popFirst() {
            if "<>\"'".utf8.contains(byte) { return nil }
            guard byte == UInt8(ascii: "&") else { text.append(byte); continue }
            let name = rest.prefix { $0 != UInt8(ascii: ";") }
            rest = rest.dropFirst(name.count + 1)
            guard let character = entities[String(decoding: name, as: UTF8.self)] else { return nil }
            text += character.utf8
        }
        return String(decoding: text, as: UTF8.self)
    }

    @Test func `no mark beside a character of markup keeps it from being escaped`() {
        for text in HostileText("<>&\"'=/;`-!") {
            let piece: HTML = "<a title=\"\(text)\">\(text)</a>"
            let escaped = HTML.escaped(text)
            #expect(read(escaped)?.utf8.elementsEqual(printable(text).utf8) == true, "\(text.debugDescription)")
            #expect(piece.text.utf8.elementsEqual("<a title=\"\(escaped)\">\(escaped)</a>".utf8))
            #expect(escaped.unicodeScalars.allSatisfy { $0.isPrintable }, "\(text.debugDescription)")
        }
    }
}
