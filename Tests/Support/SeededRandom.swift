/// A small generator with a seed, which the standard library has none of: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
public struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    /// With another seed each time, which is printed, so that a failure can be repeated.
    public init() {
        let seed = UInt64.random(in: .min ... .max)
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

    /// From 0 up to, not including, `n`.
    public mutating func callAsFunction(_ n: Int) -> Int { Int.random(in: 0..<n, using: &self) }
}
