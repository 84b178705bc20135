import Glibc
import Testing

@testable import TouchCore

/// The table of the kernel's keys.
@Suite struct KeyNameTests {
    /// The names and codes of the header that this machine has; empty without it.
    private static let header: [String: String] = {
        guard let file = fopen("/usr/include/linux/input-event-codes.h", "r") else { return [:] }
        defer { fclose(file) }
        var names: [String: String] = [:]
        var line: UnsafeMutablePointer<CChar>?
        var size = 0
        defer { free(line) }
        while getline(&line, &size, file) > 0 {
            let words = String(cString: line!).split(whereSeparator: \.isWhitespace)
            guard words.count >= 3, words[0] == "#define", words[1].hasPrefix("KEY_") || words[1].hasPrefix("BTN_") else { continue }
            names[String(words[1])] = String(words[2])
        }
        return names
    }()

    private static func code(_ text: String) -> UInt16? {
        text.hasPrefix("0x") ? UInt16(text.dropFirst(2), radix: 16) : UInt16(text) ?? header[text].flatMap(code)
    }

    @Test(.enabled(if: !header.isEmpty, "linux/input-event-codes.h is not installed")) func `the names have the header's codes`() {
        let others: Set = ["KEY_RESERVED", "KEY_MIN_INTERESTING", "KEY_MAX", "KEY_CNT"]
        for (name, text) in Self.header where name.hasPrefix("KEY_") && !others.contains(name) {
            #expect(KeyName.code(name) == Self.code(text), "\(name)")
        }
    }

    @Test(.enabled(if: !header.isEmpty, "linux/input-event-codes.h is not installed")) func `all names of a button or key lead to the same one`() {
        let names = Self.header.keys.filter { !["KEY_MAX", "KEY_CNT", "KEY_MIN_INTERESTING"].contains($0) }
        for (code, all) in Dictionary(grouping: names, by: { Self.code(Self.header[$0]!) }) {
            let first = Set(all.map(KeyName.firstName))
            #expect(first.count == 1 && first.isSubset(of: all), "\(code.map { "\($0)" } ?? "no code"): \(all)")
        }
        #expect(KeyName.firstName(of: "BTN_A") == "BTN_SOUTH" && KeyName.firstName(of: "KEY_SCREENLOCK") == "KEY_COFFEE")
        #expect(KeyName.firstName(of: "key 765") == "key 765")
    }

    @Test func `each key has one name for messages, which leads back to its code`() {
        #expect(KeyName.all.count > 500 && Set(KeyName.all).count == KeyName.all.count)
        for name in KeyName.all {
            let code = KeyName.code(name)!
            #expect(code > 0 && Int(code) < KeyName.count && KeyName.code(KeyName.name(code)) == code, "\(name)")
        }
        #expect(KeyName.code("KEY_A") == 30 && KeyName.name(152) == "KEY_COFFEE" && KeyName.code("KEY_SCREENLOCK") == 152)
    }

    @Test(arguments: ["KEY_MAX", "KEY_CNT", "KEY_RESERVED", "BTN_LEFT", "KEY_a", "KEY_", "30", "", "A"]) func `no other word is a key`(word: String) {
        #expect(KeyName.code(word) == nil)
    }
}
