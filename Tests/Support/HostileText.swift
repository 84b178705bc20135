/// Texts that are hard to escape: each special character of a format beside scalars that join it, hide it, reverse it or end its line.
///
/// Code that looks at Characters does not find a quotation mark that is joined with one of these. `Tests/Web/modules/hostile.mjs` reads the lists of
/// this file, so tests in JavaScript have the same ones.
public struct HostileText: Sequence, IteratorProtocol {
    public static let combining: [Unicode.Scalar] = ["\u{0301}", "\u{20DD}", "\u{093F}"]
    public static let prepended: [Unicode.Scalar] = ["\u{0600}", "\u{0605}", "\u{0D4E}"]
    public static let bidirectional: [Unicode.Scalar] = ["\u{202E}", "\u{2066}", "\u{200F}", "\u{061C}"]
    public static let invisible: [Unicode.Scalar] = ["\u{200B}", "\u{200D}", "\u{FEFF}", "\u{00AD}", "\u{2060}", "\u{FE0F}", "\u{E0100}"]
    public static let breaks: [Unicode.Scalar] = ["\u{000A}", "\u{000D}", "\u{0085}", "\u{2028}", "\u{2029}", "\u{000B}", "\u{000C}"]
    public static let controls: [Unicode.Scalar] = ["\u{0000}", "\u{0001}", "\u{0009}", "\u{001B}", "\u{007F}", "\u{009B}", "\u{009C}"]
    public static let others: [Unicode.Scalar] = ["\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{1F600}", "\u{10FFFF}", "\u{1F1E6}", "\u{1100}", "\u{0041}"]
    public static let glue = combining + prepended + bidirectional + invisible + breaks + controls + others

    private let specials: [Unicode.Scalar]
    private var random: SeededRandom
    private var systematic: [String]
    private var left: Int

    /// Makes each special character with each glue before, after and around it, and then `count` random texts. The seed is printed.
    ///
    /// - Parameter specials: The characters that have a meaning in the format.
    public init(_ specials: String, random count: Int = 500) {
        self.specials = Array(specials.unicodeScalars)
        if let seed = givenSeed { random = SeededRandom(seed: seed) } else { random = SeededRandom() }
        left = rounds(count)
        systematic = []
        for special in self.specials {
            for glue in Self.glue {
                for scalars in [[glue, special], [special, glue], [glue, special, glue], [special, glue, special]] {
                    systematic.append("a" + Self.text(scalars) + "b")
                    systematic.append(Self.text(scalars))
                }
            }
        }
    }

    private static func text(_ scalars: [Unicode.Scalar]) -> String { String(String.UnicodeScalarView(scalars)) }

    public mutating func next() -> String? {
        if let text = systematic.popLast() { return text }
        if left == 0 { return nil }
        left -= 1
        let length = random(12)
        return Self.text((0..<length).map { _ in random(2) == 0 ? specials[random(specials.count)] : Self.glue[random(Self.glue.count)] })
    }

    /// The next text as bytes, some of them invalid UTF-8: truncated, overlong, surrogates, above U+10FFFF.
    public mutating func nextBytes() -> [UInt8]? {
        guard let text = next() else { return nil }
        let bad: [[UInt8]] = [[0xff], [0xc3], [0xe2, 0x80], [0xc0, 0xa2], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x80], [0xf0, 0x9f]]
        var bytes = Array(text.utf8)
        for _ in 0..<random(3) { bytes.insert(contentsOf: bad[random(bad.count)], at: random(bytes.count + 1)) }
        return bytes
    }
}
