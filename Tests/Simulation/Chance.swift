import Support

/// Everything that is left to chance in a simulation, in one order.
final class Chance {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// From 0 up to, not including, `n`.
    func callAsFunction(_ n: Int) -> Int { random(n) }

    /// One of `n` times on average.
    func oneIn(_ n: Int) -> Bool { random(n) == 0 }

    /// One of them; nil of none.
    func pick<Element>(_ all: [Element]) -> Element? { all.isEmpty ? nil : all[random(all.count)] }

    func shuffled<Element>(_ all: [Element]) -> [Element] { all.shuffled(using: &random) }
}
