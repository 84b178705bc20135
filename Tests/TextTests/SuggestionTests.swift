import Testing

@testable import Text

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("chlidren", "children"), ("childen", "children"), ("hitinsets", "hitInsets"), ("kidn", "kind"), ("ID", "id"),
        ("framee", "frame"), ("multiTouchEnabled", nil), ("x", nil), ("parent", nil), ("", nil),
    ])
    func `close words are suggested`(word: String, expected: String?) {
        let keys = ["id", "kind", "frame", "children", "hitInsets", "multipleTouchEnabled", "alpha"]
        #expect(suggestion(for: word, among: keys) == expected)
    }

    @Test(arguments: [
        ("sub", "subscribe"), ("stauts", "status"), ("st", nil), ("sta", nil), ("stat", "stats"), ("clients", "clients"), ("", nil), ("xyz", nil),
    ])
    func `of a short list, a word that only one begins with is meant too`(word: String, expected: String?) {
        #expect(probableWord(word, among: ["subscribe", "unsubscribe", "status", "stats", "clients"]) == expected)
    }

    @Test func `a swap is one slip`() {
        #expect(editDistance(Array("ab".utf8), Array("ba".utf8)) == 1)
        #expect(editDistance(Array("chlidren".utf8), Array("children".utf8)) == 1)
        #expect(editDistance([], Array("abc".utf8)) == 3)
        #expect(editDistance(Array("kitten".utf8), Array("sitting".utf8)) == 3)
    }

    /// The distance computed by its definition, without regard to speed.
    private func distance(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Int {
        guard let x = a.last, let y = b.last else { return a.count + b.count }
        var least = min(distance(a.dropLast(), b) + 1, distance(a, b.dropLast()) + 1, distance(a.dropLast(), b.dropLast()) + (x == y ? 0 : 1))
        if a.count > 1, b.count > 1, a.dropLast().last == y, b.dropLast().last == x {
            least = min(least, distance(a.dropLast(2), b.dropLast(2)) + 1)
        }
        return least
    }

    @Test func `what words have in common at their ends changes no distance`() {
        var words: [[UInt8]] = [[]]
        for length in 0..<4 { for word in words where word.count == length { words += [word + [1], word + [2]] } }
        for a in words { for b in words { #expect(editDistance(a, b) == distance(a[...], b[...])) } }
    }

    @Test func `a distance beyond the most that counts is none, and one within it is the same as without a most`() {
        let words = ["", "a", "ab", "ba", "children", "chlidren", "child", "kitten", "sitting", "kiosk/menu/ok", "kiosk/menu/okk", "kiosk/meun/ok"]
            .map { Array($0.utf8) }
        for a in words {
            for b in words {
                let whole = editDistance(a, b)!
                for most in 0...4 { #expect(editDistance(a, b, atMost: most) == (whole <= most ? whole : nil)) }
            }
        }
    }
}
