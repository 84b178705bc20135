import Testing

@testable import Vocabulary

@Suite struct `Forms of strings` {
    static let texts: [(StringForm, right: [String], wrong: [String])] = [
        (
            .identifier,
            ["a", "1", "a.b-c d", "é", "e\u{301}", "日本", "😀", "\"<&>\"", "कि", String(repeating: "x", count: 255), String(repeating: "日", count: 85)],
            [
                "", "a/b", "*", "a*", "a\u{7}", "a\u{7f}", "a\u{85}", "a\u{ad}b", "\u{301}a", "\u{20dd}", "/\u{301}", "*\u{301}", "\u{600}/",
                "a\u{600}",
                "a\u{202e}b", "a\u{2066}b", "a\u{200b}b", "a\u{200d}b", "a\u{feff}", "a\u{2028}b", "a\u{2029}b", "a\u{fe0f}", "a\u{34f}b", "a\u{61c}",
                String(repeating: "x", count: 256),
            ]
        ),
        (.usbID, ["0eef", "0X0EEF", "1234"], ["eef", "0eef0", "+eef", "-eef", "0x+eef", "wxyz", ""]),
        (.connector, ["HDMI-A-1", "eDP-1", "card1-DP-2"], ["HDMI-A", "1", "-1", "HDMI--1", "HDMI-A-1 ", "HDMI-Ä-1"]),
        (.socketPath, ["/run/x", "/" + String(repeating: "x", count: 106)], ["x", "", "/a\nb", "/" + String(repeating: "x", count: 107)]),
        (.fileMode, ["0660", "660", "000"], ["0680", "66", "06600", "u+rw", ""]),
        (
            .keyName, ["KEY_A", "KEY_102ND", "BTN_LEFT"],
            ["", "KEY_", "KEY_a", "key_a", "A", "ABS_X", "KEY_A ", "KEY_" + String(repeating: "A", count: 61)]
        ),
        (.any, ["", "\u{1}"], []),
    ]

    @Test func `each form takes what it describes, and nothing else`() {
        for (form, right, wrong) in Self.texts {
            for text in right { #expect(form.accepts(text), "\(form): \(text)") }
            for text in wrong { #expect(!form.accepts(text), "\(form): \(text)") }
        }
    }

    @Test func `the pattern of the published schema says the same, as far as it can`() throws {
        for (form, right, wrong) in Self.texts {
            guard let pattern = form.pattern else { continue }
            let expression = try Regex(pattern).matchingSemantics(.unicodeScalar)
            for text in right { #expect(try expression.wholeMatch(in: text) != nil, "\(form): \(text)") }
            // The length has a separate message.
            for text in wrong where text.utf8.count <= form.bytesMax ?? .max {
                #expect(try expression.wholeMatch(in: text) == nil, "\(form): \(text)")
            }
        }
    }

    @Test(arguments: [("0eef", 0x0eef), ("0x0EEF", 0x0eef), ("1234", 0x1234), ("+123", nil), ("12345", nil)] as [(String, UInt16?)])
    func `a USB id is read as lsusb prints it`(text: String, number: UInt16?) { #expect(StringForm.usbID(text) == number) }
}
