import Testing
import Text

@testable import SettingsFile

@Suite struct `Strict YAML` {
    private func mistakes(_ text: String) -> [String] {
        StrictYAML.read(Array(text.utf8), beginsWith: "socket").mistakes.map { "\($0.mark.line):\($0.mark.column): \($0.message)" }
    }

    @Test func `an empty file is told its first key`() {
        for text in ["", "\n", "# nothing but a comment\n"] { #expect(mistakes(text) == ["1:1: the file is empty; it must begin with \"socket:\""]) }
    }

    @Test(arguments: [
        ("a: &x 1\n", "1:4: anchors (&name) are not allowed; repeat the value"),
        ("a: *x\n", "1:4: aliases (*name) are not allowed; repeat the value"),
        ("a: !!int 1\n", "1:4: tags (!name) are not allowed"),
        ("<<: { b: 1 }\n", "1:1: a key must be a word"),
        ("[a]: 1\n", "1:1: a key must be a word"),
        ("a: 1\n---\nb: 2\n", "2:1: a second document begins here; a file holds one"),
        ("a: 1\na: 2\n", "2:1: duplicate key \"a\"; it is already given on line 1"),
        ("a: [[[[[[[[[[1]]]]]]]]]]\n", "1:12: nested too deeply"),
    ])
    func `what YAML has beyond lists, mappings and texts is refused at its place`(text: String, message: String) {
        #expect(mistakes(text) == [message])
    }

    @Test func `a file with too many values is refused`() {
        #expect(mistakes("a: [" + String(repeating: "1, ", count: 10_000) + "1]\n").map { $0.hasSuffix("too many values") } == [true])
    }

    @Test func `quoted scalars are texts and never booleans or numbers`() throws {
        let root = try #require(StrictYAML.read(Array("[1, \"1\", 'true']".utf8), beginsWith: "a").root)
        guard case .list(let items) = root.content else { return #expect(Bool(false), "no list") }
        let plain = items.map { item in if case .scalar(_, isPlain: true) = item.content { true } else { false } }
        #expect(plain == [true, false, false])
    }
}
