import Testing
import Text

@testable import YAML

@Suite struct `YAML tokens` {
    private struct Token: Equatable {
        var kind: YAMLToken.Kind
        var text = ""
        var mark: Mark?
        var isPlain = false
    }

    /// All tokens from the document's start on.
    private func tokens(_ text: String) throws(YAMLParser.SyntaxError) -> [Token] {
        var found: [Token] = []
        var failure: YAMLParser.SyntaxError?
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            let parser = YAMLParser(bytes)
            do throws(YAMLParser.SyntaxError) {
                while found.last?.kind != .end {
                    try parser.next { token in
                        let text = String(decoding: token.text, as: UTF8.self)
                        if token.kind != .other { found.append(Token(kind: token.kind, text: text, mark: token.mark, isPlain: token.isPlain)) }
                    }
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return found
    }

    private func failure(_ text: String) -> YAMLParser.SyntaxError? {
        do throws(YAMLParser.SyntaxError) {
            _ = try tokens(text)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a mapping with a list comes as its parts, in order and with their places`() throws {
        let found = try tokens("a: [1, \"x\"]\nbé: c\n")
        #expect(
            found.map(\.kind) == [
                .documentStart, .mappingStart, .scalar, .listStart, .scalar, .scalar, .listEnd, .scalar, .scalar, .mappingEnd, .end,
            ])
        let scalars = found.filter { $0.kind == .scalar }
        #expect(scalars.map(\.text) == ["a", "1", "x", "bé", "c"])
        #expect(scalars.map(\.isPlain) == [true, true, false, true, true])
        #expect(scalars.map(\.mark) == [(1, 1), (1, 5), (1, 8), (2, 1), (2, 5)].map { Mark(line: $0.0, column: $0.1) })
    }

    @Test func `anchors, tags and aliases are told`() throws {
        let text = Array("- &a 1\n- !t 2\n- *a\n".utf8)
        var told: [String] = []
        try text.withUnsafeBufferPointer { bytes in
            let parser = YAMLParser(bytes)
            for _ in 0..<7 {
                try parser.next { token in
                    if token.hasAnchor { told.append("anchor") }
                    if token.hasTag { told.append("tag") }
                    if token.kind == .alias { told.append("alias") }
                }
            }
        }
        #expect(told == ["anchor", "tag", "alias"])
    }

    @Test(arguments: [("---", 1, 4), ("é: 1\n---", 2, 4), ("a:\n  -", 2, 4), ("---\n", 2, 1)])
    func `an empty value at the end of a text is on a line that the text has`(text: String, line: Int, column: Int) throws {
        #expect(try tokens(text).last { $0.kind == .scalar }?.mark == Mark(line: line, column: column))
    }

    @Test func `an empty text has no document`() throws {
        #expect(try tokens("").map(\.kind) == [.end])
    }

    @Test func `a tab says that YAML is indented with spaces`() {
        let error = failure("a:\n\tb: 1\n")
        #expect(error?.message == "a tab; YAML is indented with spaces")
        #expect(error?.mark == Mark(line: 2, column: 1))
    }

    @Test func `an error in what began earlier says where that began`() {
        let error = failure("a: [1,\n  2\nb: 3\n")
        #expect(error?.message.contains("that begins on line 1") == true, "\(error?.message ?? "taken")")
        #expect(error?.mark.line == 3)
    }

    @Test(arguments: [
        ("a: {b: 1", 1, 9), ("a: 1\nb: {ü: 1", 2, 9), ("a: {b: 1\n", 2, 1), ("a: {b: 1\r", 2, 1), ("a: \"b", 1, 6), ("a: {", 1, 5), ("", 0, 0),
    ]) func `an error at the end of a text is on a line that the text has`(text: String, line: Int, column: Int) {
        #expect(failure(text)?.mark == (line == 0 ? nil : Mark(line: line, column: column)))
    }

    @Test func `a byte that no text has is found at its place, in characters`() {
        let error = failure("é: 1\nb\u{1}c: 2\n")
        #expect(error?.mark == Mark(line: 2, column: 2), "\(error?.message ?? "taken")")
    }
}
