import JSON
import Testing

@Suite struct `JSON numbers` {
    @Test(arguments: [
        ("0", true), ("-0", true), ("12.5", true), ("1e9", true), ("1E+9", true), ("-1.5e-3", true), ("", false),
        ("-", false), ("+1", false), ("01", false), (".5", false), ("1.", false), ("1e", false), ("0x1", false),
        ("1_0", false), ("inf", false), ("1 ", false), ("--1", false),
    ])
    func `numbers are JSON's`(text: String, isNumber: Bool) {
        #expect((JSONReader.number(text) != nil) == isNumber)
    }
}
