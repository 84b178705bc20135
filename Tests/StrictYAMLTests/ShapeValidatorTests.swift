import Testing
import Vocabulary

@testable import StrictYAML

/// `Tests/ConfigurationTests/Corpus` has many more cases, with the shapes of a configuration.
@Suite struct ShapeValidatorTests {
    private static let format = Format([
        "file": Shape(
            "file", unnamed: "the file", "A file.",
            keys: [
                Key("name", .string(.name), required: true, "A name."), Key("path", .string(.path), "A path."),
                Key("text", .string(.text), "A text."), Key("count", .number(.whole(from: 1, to: 3)), "A count."), Key("on", .boolean, "A flag."),
                Key("level", .word(["low", "high"]), "A word."),
                Key("frame", .vector([Component("x"), Component("y"), Component("width")]), "A frame."),
                Key("ports", .either([.string(.text), .list(.string(.text), isEmptyAllowed: false)]), "A text, or a list of texts."),
            ])
    ])

    private func errors(_ text: String) -> [String] {
        let log = DiagnosticLog(file: "f")
        if let root = DocumentReader.read(Array(text.utf8), log: log) {
            var validator = ShapeValidator(Self.format, log: log)
            validator.validate(root, "file")
        }
        return log.inSourceOrder.map { String($0.description.dropFirst("f:".count)) }
    }

    @Test(arguments: [
        "name: a.b_c-1", "name: a\npath: /run/a b", "name: a\ntext: \"ä \u{1F600}\"", "name: a\ncount: 3", "name: a\non: true",
        "name: a\nlevel: high", "name: a\nports: x", "name: a\nports: [x, y]", "{ \"name\": \"a\" }",
    ])
    func `what fits is accepted`(text: String) { #expect(errors(text) == []) }

    @Test(arguments: [
        ("nam: a", ["1:1: error: missing \"name\" in the file", "1:1: error: unknown key \"nam\" in the file; did you mean \"name\"?"]),
        ("name: a b", ["1:7: error: \"name\" in the file: expected name (at most 64 letters, digits, \".\", \"_\" and \"-\"), found string \"a b\""]),
        ("name: a\npath: run/a", ["2:7: error: \"path\" in the file: expected absolute path, found string \"run/a\""]),
        ("name: a\npath: \"/a\\x07\"", ["2:7: error: \"path\" in the file: expected absolute path, found string \"/a\\u{7}\""]),
        ("name: a\ntext: \"\"", ["2:7: error: \"text\" in the file: expected text, found string \"\""]),
        ("name: a\ntext: ~", ["2:7: error: \"text\" in the file: expected text, found null; write a value, or leave the key out"]),
        ("name: a\ncount: 4", ["2:8: error: \"count\" in the file: expected whole number from 1 to 3, found 4"]),
        ("name: a\ncount: 1.5", ["2:8: error: \"count\" in the file: expected whole number from 1 to 3, found 1.5"]),
        (
            "name: a\ncount: \"2\"",
            ["2:8: error: \"count\" in the file: expected whole number from 1 to 3, found string \"2\"; write it without quotes"]
        ),
        ("name: a\ncount: nan", ["2:8: error: \"count\" in the file: expected whole number from 1 to 3, found string \"nan\""]),
        (
            "name: a\ncount: 2%",
            [
                "2:8: error: \"count\" in the file: expected whole number from 1 to 3, found string \"2%\"; "
                    + "percentages are not known here, write points"
            ]
        ),
        (
            "name: a\ncount: 2# two",
            [
                "2:8: error: \"count\" in the file: expected whole number from 1 to 3, found string \"2# two\"; "
                    + "a comment begins with a space and \"#\""
            ]
        ),
        (
            "name: a\nframe: [0, 12 34]",
            [
                "2:8: error: \"frame\" in the file: expected list of 3 numbers [x, y, width], found a list of 2; "
                    + "write a comma between the numbers of \"12 34\""
            ]
        ),
        (
            "name: a\nframe: [0, -2 ; 3.5]",
            [
                "2:8: error: \"frame\" in the file: expected list of 3 numbers [x, y, width], found a list of 2; "
                    + "write a comma between the numbers of \"-2 ; 3.5\""
            ]
        ),
        ("name: a\nframe: [0, 12]", ["2:8: error: \"frame\" in the file: expected list of 3 numbers [x, y, width], found a list of 2"]),
        ("name: a\non: yes", ["2:5: error: \"on\" in the file: expected true or false, found string \"yes\"; write true"]),
        ("name: a\nlevel: hgh", ["2:8: error: \"level\" in the file: expected one of low, high, found string \"hgh\"; did you mean \"high\"?"]),
        ("name: a\nports: []", ["2:8: error: \"ports\" in the file: expected text or list with at least one element, found list"]),
        ("[a]", ["1:1: error: the file: expected mapping, found list"]),
    ])
    func `what does not fit is refused at its place`(text: String, messages: [String]) { #expect(errors(text).sorted() == messages.sorted()) }
}
