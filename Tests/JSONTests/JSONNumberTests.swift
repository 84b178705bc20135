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

    /// Integers of up to 15 digits are computed digit by digit.
    @Test(arguments: ["0", "-0", "7", "-7", "999999999999999", "-999999999999999", "9999999999999999", "12345678901234567891", "1e2", "1.0", "0e0"])
    func `a number is the one that Swift reads, whichever way it is read`(text: String) {
        #expect(JSONReader.number(text)?.bitPattern == Double(text)!.bitPattern)
        #expect((try? JSONReader.parse(Array(text.utf8)))?.number?.bitPattern == Double(text)!.bitPattern)
    }
}
