import JSON
import Testing

@testable import Configuration

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("chlidren", "children"), ("childen", "children"), ("hitinsets", "hitInsets"), ("kidn", "kind"), ("ID", "id"),
        ("framee", "frame"), ("multiTouchEnabled", nil), ("x", nil), ("parent", nil), ("", nil),
    ])
    func `close words are suggested`(word: String, expected: String?) {
        let keys = ["id", "kind", "frame", "children", "hitInsets", "multipleTouchEnabled", "alpha"]
        #expect(suggestion(for: word, among: keys) == expected)
    }

    @Test func `a swap is one slip`() {
        #expect(editDistance(Array("ab".utf8), Array("ba".utf8)) == 1)
        #expect(editDistance(Array("chlidren".utf8), Array("children".utf8)) == 1)
        #expect(editDistance([], Array("abc".utf8)) == 3)
        #expect(editDistance(Array("kitten".utf8), Array("sitting".utf8)) == 3)
    }

    @Test(arguments: [
        ("0", true), ("-0", true), ("12.5", true), ("1e9", true), ("1E+9", true), ("-1.5e-3", true), ("", false),
        ("-", false), ("+1", false), ("01", false), (".5", false), ("1.", false), ("1e", false), ("0x1", false),
        ("1_0", false), ("inf", false), ("1 ", false), ("--1", false),
    ])
    func `numbers are JSON's`(text: String, isNumber: Bool) {
        #expect((JSONReader.number(text) != nil) == isNumber)
    }
}
