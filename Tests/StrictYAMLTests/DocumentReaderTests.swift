import Testing
import Text

@testable import StrictYAML

@Suite struct DocumentReaderTests {
    private func read(_ text: String, file: String = "f.yaml") -> (root: YAMLNode?, errors: [String]) {
        let log = DiagnosticLog(file: file)
        let root = DocumentReader.read(Array(text.utf8), log: log, ifEmpty: "the file is empty")
        return (root, log.inSourceOrder.map(\.description))
    }

    @Test(arguments: ["", "\n", "# nothing but a comment\n"]) func `an empty file gets the message of its format`(text: String) {
        #expect(read(text).errors == ["f.yaml:1:1: error: the file is empty"])
    }

    @Test(arguments: [
        ("a: &x 1\n", "1:4: error: anchors (&name) are not allowed; repeat the value where it is needed"),
        ("a: *x\n", "1:4: error: aliases (*name) are not allowed; repeat the value"),
        ("a: !!int 1\n", "1:4: error: tags (!name) are not allowed; types come from the key"),
        ("<<: { b: 1 }\n", "1:1: error: merge keys (<<) are not allowed; repeat the keys"),
        ("[a]: 1\n", "1:1: error: a key must be a plain word or a string, not a list or a mapping"),
        ("a: 1\n---\nb: 2\n", "2:1: error: a second document begins here; a file holds one"),
        ("a: 1\na: 2\n", "2:1: error: duplicate key \"a\"; it is already given on line 1"),
    ])
    func `what YAML has beyond lists, mappings and texts is refused at its place`(text: String, message: String) {
        #expect(read(text).errors == ["f.yaml:" + message])
    }

    @Test(arguments: [
        ("a: 1\n  \u{A0}b: 2\n", "2:3: error: this is a no-break space (U+00A0); replace it with a space"),
        ("a:\n  - b: 1\n \u{A0}  c: 2\n    d: 3\n", "3:2: error: this is a no-break space (U+00A0); replace it with a space"),
        ("a:\n  b\u{FF1A} 1\n  c: 2\n", "2:4: error: this is a full-width colon (U+FF1A); write \":\" and a space"),
    ])
    func `a character that only looks like YAML's is named at its own place`(text: String, message: String) {
        #expect(read(text).errors == ["f.yaml:" + message])
    }

    @Test(arguments: [
        (
            "a:\n  - b: 1\n     c: 2\n",
            "3:7: error: mapping values are not allowed in this context; indent \"c: 2\" like the lines beside it, or put the text with the colon in "
                + "quotes"
        ),
        (
            "a: 1\nb\nc: 2\n",
            "3:1: error: could not find expected ':' while scanning a simple key that begins on line 2; \"b\" has no \": \" after its key"
        ),
        (
            "a:\n  b: 1\n c: 2\n",
            "3:2: error: did not find expected key while parsing a block mapping that begins on line 1; indent \"c: 2\" like the lines beside it"
        ),
        ("a:\n  - id:b\n    c: 2\n", "3:6: error: mapping values are not allowed in this context; \"- id:b\" has no space after its colon"),
        (
            "a:\n  - https://b c\n    d: 2\n",
            "3:6: error: mapping values are not allowed in this context; indent \"d: 2\" like the lines beside it, or put the text with the colon in "
                + "quotes"
        ),
        (
            "a: \"b\nc: 2\n",
            "3:1: error: found unexpected end of stream while scanning a quoted scalar that begins on line 1; close the quotation mark in \"a: \"b\""
        ),
        ("a: @b\n", "1:4: error: found character that cannot start any token while scanning for the next token; put the text in quotes: \"a: @b\""),
    ])
    func `a fault of YAML's syntax says what to do with the line`(text: String, message: String) {
        #expect(read(text).errors == ["f.yaml:" + message])
    }

    @Test(arguments: [
        "label: Montag \u{2013} Freitag", "label: 2,40\u{A0}€", "label: das \u{201C}Kleine\u{201D}", "label: 12\u{FF1A}30", "label: a\u{FF0C}b",
    ])
    func `such a character in a text is not blamed for an error in the next line`(line: String) {
        let found = read(line + "\nchildren: [\n").errors
        #expect(found.count == 1 && found[0].contains("did not find expected node content"), "\(found)")
    }

    @Test func `such characters in texts and comments are right`() {
        #expect(read("a: \"1\u{A0}€\u{FF1A}\"  # \u{A0}\nb: x\u{A0}y\n").errors == [])
    }

    @Test func `a file in UTF-16 is named as such, with and without its byte order mark`() {
        let text = Array("version: 1".utf8)
        let little: [UInt8] = text.flatMap { [$0, 0] }
        let big: [UInt8] = text.flatMap { [0, $0] }
        for bytes in [little, big, [0xff, 0xfe] + little, [0xfe, 0xff] + big] {
            let log = DiagnosticLog(file: "f")
            #expect(DocumentReader.read(bytes, log: log).map { _ in true } == nil)
            #expect(log.inSourceOrder.map(\.message) == ["the file is not UTF-8 (it looks like UTF-16); save it as UTF-8"])
        }
    }

    @Test func `a file that is nested too deeply is refused`() {
        #expect(read(String(repeating: "[", count: 201) + String(repeating: "]", count: 201)).root == nil)
        let errors = read("a: " + String(repeating: "[", count: 200) + "1" + String(repeating: "]", count: 200)).errors
        #expect(errors == ["f.yaml:1:203: error: nested deeper than 200 levels"])
    }

    @Test func `quoted scalars are texts and never booleans or numbers`() throws {
        let items = try #require(read("[1, \"1\", true, 'true', ~, '~']").root?.items)
        #expect(items.map(\.finite) == [1, nil, nil, nil, nil, nil])
        #expect(items.map(\.boolean) == [nil, nil, true, nil, nil, nil])
        #expect(items.map(\.string) == ["1", "1", "true", "true", nil, "~"])
    }
}
