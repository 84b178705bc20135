/// An automaton for sets of patterns, so that one walk over a tree matches them all (`RegionDirectory.matches`).
///
/// A pattern of n levels has n + 1 states, one for each number of matched levels. States are bits; each set begins with a new word. A step takes a
/// few operations per word, and otherwise compares only the literal and wildcard levels that are due: those next to be matched in some state. So no
/// pattern makes a step slower than its length suggests.
public struct GlobAutomaton: Sendable {
    let words: Int
    /// The words of each set.
    private let sets: [Range<Int>]
    /// The states before the first level of a path.
    private(set) var start: [UInt64]
    private var any: [UInt64]
    private var each: [UInt64]
    private var wild: [UInt64]
    private var ends: [UInt64]
    /// The states in which each literal text is the next level.
    private var literals: [PathLevel: [Int]] = [:]
    /// The index in `wildcards` of the wildcard that is due in each state; -1 for none.
    private var wildcardDue: [Int32]
    private var wildcards: [Wildcard] = []

    public init(_ given: [[RegionGlob]]) {
        var words = 0
        sets = given.map { globs in
            let first = words
            words += (globs.reduce(0) { $0 + $1.levels.count + 1 } + 63) / 64
            return first..<words
        }
        self.words = words
        wildcardDue = Array(repeating: -1, count: words * 64)
        start = Array(repeating: 0, count: words)
        (any, each, wild, ends) = (start, start, start, start)
        var numbers: [Wildcard: Int] = [:]
        for (set, globs) in zip(sets, given) {
            var state = set.lowerBound * 64
            for glob in globs {
                add(glob, at: state, &numbers)
                state += glob.levels.count + 1
            }
        }
        skipAny(&start)
    }

    private mutating func add(_ glob: RegionGlob, at first: Int, _ numbers: inout [Wildcard: Int]) {
        // A pattern without levels matches nothing.
        if glob.levels.isEmpty { return }
        start.set(first)
        ends.set(first + glob.levels.count)
        for (index, level) in glob.levels.enumerated() {
            let state = first + index
            switch level {
            case .any: any.set(state)
            case .each: each.set(state)
            case .literal(let text): literals[text, default: []].append(state)
            case .wild(let wildcard):
                wild.set(state)
                let number = numbers[wildcard] ?? wildcards.count
                if number == wildcards.count { wildcards.append(wildcard) }
                numbers[wildcard] = number
                wildcardDue[state] = Int32(number)
            }
        }
    }

    /// Returns the states after one more level of the path.
    func step(_ states: [UInt64], _ id: String) -> [UInt64] {
        var (next, steps) = (states, 0)
        states.withUnsafeBufferPointer { states in next.withUnsafeMutableBufferPointer { step(states, id, $0, &steps) } }
        return next
    }

    /// Does the same as `step(_:_:)` between two pieces of memory.
    ///
    /// - Parameter steps: increased by the cost: the number of words, plus the number of levels compared with the id.
    func step(_ states: UnsafeBufferPointer<UInt64>, _ id: String, _ next: UnsafeMutableBufferPointer<UInt64>, _ steps: inout Int) {
        var carry: UInt64 = 0
        var isWildDue = false
        for word in 0..<words {
            let moved = states[word] & each[word]
            next[word] = states[word] & any[word] | moved << 1 | carry
            carry = moved >> 63
            if states[word] & wild[word] != 0 { isWildDue = true }
        }
        steps += words
        if isWildDue { stepWild(states, id, next, &steps) }
        if !literals.isEmpty, let due = literals[PathLevel(id)] {
            steps += due.count
            for state in due where states[state / 64] & 1 << UInt64(state % 64) != 0 { next[(state + 1) / 64] |= 1 << UInt64((state + 1) % 64) }
        }
        skipAny(next)
    }

    /// Compares each wildcard that is due with the id once, however many patterns contain it.
    private func stepWild(_ states: UnsafeBufferPointer<UInt64>, _ id: String, _ next: UnsafeMutableBufferPointer<UInt64>, _ steps: inout Int) {
        var isAsked = Array(repeating: false, count: wildcards.count)
        var isMatch = isAsked
        var id = id
        id.withUTF8 { id in
            for word in 0..<words {
                var due = states[word] & wild[word]
                while due != 0 {
                    let state = word * 64 + due.trailingZeroBitCount
                    due &= due - 1
                    let number = Int(wildcardDue[state])
                    if !isAsked[number] {
                        isAsked[number] = true
                        isMatch[number] = wildcards[number].matches(id)
                        steps += 1
                    }
                    if isMatch[number] { next[(state + 1) / 64] |= 1 << UInt64((state + 1) % 64) }
                }
            }
        }
    }

    /// Adds the states after each `**`, because `**` also matches zero levels. One pass is enough, because no pattern has two `**` in a row.
    private func skipAny(_ states: UnsafeMutableBufferPointer<UInt64>) {
        var carry: UInt64 = 0
        for word in 0..<words {
            let skipped = states[word] & any[word]
            states[word] |= skipped << 1 | carry
            carry = skipped >> 63
        }
    }

    private func skipAny(_ states: inout [UInt64]) { states.withUnsafeMutableBufferPointer { skipAny($0) } }

    /// Whether a path that ends in these states matches one of a set's patterns.
    func accepts(_ states: UnsafeBufferPointer<UInt64>, set: Int) -> Bool {
        for word in sets[set] where states[word] & ends[word] != 0 { return true }
        return false
    }

    func accepts(_ states: [UInt64], set: Int) -> Bool { states.withUnsafeBufferPointer { accepts($0, set: set) } }
}

extension [UInt64] {
    fileprivate mutating func set(_ bit: Int) { self[bit / 64] |= 1 << UInt64(bit % 64) }
}
