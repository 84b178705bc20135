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
