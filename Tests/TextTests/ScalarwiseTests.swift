import Support
import Testing
import Text

@Suite struct ScalarwiseTests {
    @Test func `a character is found beside any mark that joins it`() {
        for text in HostileText("\"/", random: 200) {
            let bytes = Array(text.utf8)
            for part in ["\"", "/"] {
                let byte = part.utf8.first!
                #expect(text.has(part) == bytes.contains(byte), "\(text.debugDescription)")
                #expect(text.begins(with: part) == (bytes.first == byte) && text.ends(with: part) == (bytes.last == byte), "\(text.debugDescription)")
                let pieces = text.split(at: part.unicodeScalars.first!, omittingEmptySubsequences: false)
                #expect(pieces.map { Array($0.utf8) } == bytes.split(separator: byte, omittingEmptySubsequences: false).map(Array.init))
                guard let (before, after) = text.cut(at: part) else { continue }
                #expect(Array(before.utf8) + [byte] + Array(after.utf8) == bytes && !before.utf8.contains(byte), "\(text.debugDescription)")
            }
        }
    }

    @Test func `an empty text is everywhere, and nothing longer than the text is in it`() {
        #expect("".has("") && "a".has("") && !"".has("a") && !"ab".has("abc") && "abc".has("bc") && "abc".ends(with: "") && !"c".ends(with: "bc"))
        #expect("a-b-c".split(at: "-", maxSplits: 1).map(String.init) == ["a", "b-c"] && "--".split(at: "-").isEmpty)
    }
}
