/// A small seeded generator, which the standard library lacks: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
public struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    /// Makes a generator with a new seed, which is printed, so that a failure can be repeated.
    public init(_ file: StaticString = #fileID, _ line: UInt = #line) {
        let seed = newSeed(file, line)
        print("seed \(seed)")
        self.init(seed: seed)
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
        return z ^ z >> 31
    }

    /// A random number from 0 up to, but not including, `n`.
    public mutating func callAsFunction(_ n: Int) -> Int { Int.random(in: 0..<n, using: &self) }
}
