import StrictYAML
import Testing

@testable import Configuration

/// Diagnostics, word for word, beyond those of `CorpusTests`, whose files have one mistake each.
@Suite struct DiagnosticTests {
    private static let windows = "    windows: [{ id: window, frame: [0, 0, 1, 1] }]\n"
    private static let head = "version: 1\nscreens:\n  - id: main\n    size: [1, 1]\n"

    struct Case: CustomTestStringConvertible {
        var name: String
        var text: String
        var expected: [String]
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ expected: [String]) {
            self.name = name
            self.text = text
            self.expected = expected
        }
    }

    @Test(arguments: [
        Case("an empty file", "", ["f:1:1: error: the file is empty; a configuration begins with \"version: 1\""]),
        Case(
            "only comments", "# nothing\n\n",
            ["f:1:1: error: the file is empty; a configuration begins with \"version: 1\""]),
        Case(
            "a broken list", "version: 1\nscreens: [\n  {id: main\n",
            ["f:4:1: error: did not find expected ',' or '}' while parsing a flow mapping that begins on line 3"]),
        Case(
            "a tab for indentation", "version: 1\nscreens:\n\t- id: main\n",
            [
                "f:3:1: error: a tab; YAML is indented with spaces"
            ]),
        Case(
            "a word in the wrong column", head + "   panels: []\n",
            [
                "f:5:4: error: did not find expected '-' indicator while parsing a block collection that begins on line 3; indent \"panels: []\" like the lines beside it"
            ]),
        Case("a control character", "version: 1\n# \u{1}\n", ["f:2:3: error: control characters are not allowed"]),
        Case(
            "a second document",
            "version: 1\nscreens: [{ id: a, size: [1, 1], windows: [{ id: w, frame: [0, 0, 1, 1] }] }]\n---\nversion: 1\n",
            [
                "f:3:1: error: a second document begins here; a file holds one"
            ]),
        Case(
            "a list as a key", head + windows + "    ? [a, b]\n    : 1\n",
            [
                "f:6:7: error: a key must be a plain word or a string, not a list or a mapping"
            ]),
        Case(
            "tags, however they are written",
            "version: !!int 1\nscreens: !mine\n  - { id: !<tag:x> main, size: [1, 1], windows: [] }\n",
            [
                "f:1:10: error: tags (!name) are not allowed; types come from the key",
                "f:2:10: error: tags (!name) are not allowed; types come from the key",
                "f:3:5: warning: screen \"main\" has no windows, so no touch on it will reach a region [no-windows]",
                "f:3:11: error: tags (!name) are not allowed; types come from the key",
            ]),
        Case(
            "a merge key of an alias", head + "    <<: *x\n" + windows,
            [
                "f:5:5: error: merge keys (<<) are not allowed; repeat the keys",
                "f:5:9: error: aliases (*name) are not allowed; repeat the value",
            ]),
        Case(
            "everything at once, in the file's order",
            """
            vresion: 1
            screens:
              - id: main
                size: [0, 1]
                windows:
                  - id: home
                    frame: [0, 0, 10]
                    chlidren:
                      - { id: lost }
                    children:
                      - { id: home, frame: [0, 0, 1, 1], alpha: "0.5" }
                      - { id: b, frame: [0, 0, 1, 1], hitTest: { kind: redirect, to: hmoe } }
                      - { id: c, frame: [0, 0, 1, 1], hidden: yes, hidden: true }
            """,
            [
                "f:1:1: error: unknown key \"vresion\" in the configuration; did you mean \"version\"?",
                "f:1:1: error: missing \"version\" in the configuration: expected 1",
                "f:4:12: error: width of \"size\" in screen \"main\": expected number above 0, found 0",
                "f:7:16: error: \"frame\" in window \"home\": expected list of 4 numbers [x, y, width, height], found a list of 3",
                "f:8:9: error: unknown key \"chlidren\" in window \"home\"; did you mean \"children\"?",
                "f:11:19: error: region id \"home\" is already used on line 6; ids are unique in the whole file",
                "f:11:53: error: \"alpha\" in region \"home\": expected number from 0 to 1, found string \"0.5\"; write it without quotes",
                "f:12:74: error: \"to\" of region \"b\": there is no region \"hmoe\"; did you mean \"home\"?",
                "f:13:51: error: \"hidden\" in region \"c\": expected true or false, found string \"yes\"; write true",
                "f:13:56: error: duplicate key \"hidden\"; it is already given on line 13",
            ]),
        Case(
            "numbers too large for a Double", head + "    windows: [{ id: w, frame: [0, 0, 1e999, 1] }]\n",
            [
                "f:5:38: error: width of \"frame\" in window \"w\": 1e999 is too large"
            ]),
        Case(
            "a longer cycle, once",
            head
                + "    windows:\n"
                + ["a b", "b c", "c a", "d a"].map { names in
                    let ids = names.split(separator: " ")
                    return
                        "      - { id: \(ids[0]), frame: [0, 0, 1, 1], hitTest: { kind: redirect, to: \(ids[1]), when: always } }\n"
                }.joined(),
            ["f:6:70: error: redirects go round in a circle: a → b → c → a"]),
    ])
    func `diagnostics are exact`(_ example: Case) {
        #expect(diagnostics(example.text) == example.expected)
    }

    @Test func `bytes that are not UTF-8 are placed`() {
        let text = Array("version: 1\n# é ".utf8) + [0xff]
        let result = readConfiguration(text, file: "f")
        #expect(
            result.diagnostics.map(\.description) == [
                "f:2:5: error: the file is not UTF-8 (it looks like Latin-1 or Windows-1252); save it as UTF-8"
            ])
    }

    @Test func `nesting has a limit, and up to it no stack overflows`() {
        func nested(_ levels: Int) -> String { "version: " + String(repeating: "[", count: levels - 1) }
        #expect(diagnostics(nested(201)) == ["f:1:209: error: nested deeper than 200 levels"])
        #expect(diagnostics(nested(1_000_000)) == ["f:1:209: error: nested deeper than 200 levels"])
        let closed = nested(200) + String(repeating: "]", count: 199)
        #expect(diagnostics(closed).first == "f:1:1: error: missing \"screens\" in the configuration")
    }

    @Test func `regions nest as deep as the limit lets them`() {
        var tree = "{ id: r97, frame: [0, 0, 1, 1] }"
        for depth in (0..<97).reversed() { tree = "{ id: r\(depth), frame: [0, 0, 1, 1], children: [\(tree)] }" }
        #expect(diagnostics("version: 1\nscreens: [{ id: main, size: [1, 1], windows: [\(tree)] }]") == [])
    }

    @Test func `a file over the limit is refused`() {
        let text = [UInt8](repeating: UInt8(ascii: "#"), count: DocumentReader.sizeMax + 1)
        #expect(readConfiguration(text, file: "f").diagnostics.map(\.mark) == [.start])
        #expect(readConfiguration(text, file: "f").settings == nil)
    }

    @Test func `a file that cannot be read says which and why`() {
        #expect(throws: ConfigurationFileError(path: "/nowhere/touchd.yaml", code: 2)) {
            try loadConfiguration(file: "/nowhere/touchd.yaml")
        }
        #expect(
            ConfigurationFileError(path: "/nowhere/touchd.yaml", code: 2).description
                == "cannot read the configuration /nowhere/touchd.yaml: No such file or directory")
        #expect(throws: ConfigurationFileError(path: "/", code: 21)) { try loadConfiguration(file: "/") }
    }
}
