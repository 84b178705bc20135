import Support

/// The source of all random decisions of a simulation, in one order.
final class Chance {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// A random number from 0 up to, but not including, `n`.
    func callAsFunction(_ n: Int) -> Int { random(n) }

    /// True once in `n` times on average.
    func oneIn(_ n: Int) -> Bool { random(n) == 0 }

    /// A random element, or nil if there is none.
    func pick<Element>(_ all: [Element]) -> Element? { all.isEmpty ? nil : all[random(all.count)] }

    func shuffled<Element>(_ all: [Element]) -> [Element] { all.shuffled(using: &random) }
}
