/// Matching of patterns in a tree of regions.
extension RegionDirectory {
    /// Returns by slot whether a receiver's path matches any of the patterns.
    public func matches(_ globs: [RegionGlob]) -> [Bool] { matches([globs])[0] }

    /// Matches several sets of patterns in one walk over the tree. Returns the result for each set, by slot.
    public func matches(_ sets: [[RegionGlob]]) -> [[Bool]] {
        var (steps, matches) = (0, Array(repeating: [Bool](), count: sets.count))
        match(receivers, GlobAutomaton(sets), &matches, &steps)
        return matches
    }

    /// Updates the matches of some receivers.
    ///
    /// - Parameters:
    ///   - matches: the results to update, by set, then by slot. Grows with the tree.
    ///   - receivers: the receivers to match. The walk is fastest if parents come before their children.
    ///   - steps: increased by the cost.
    public func match(_ receivers: [RegionID], _ automaton: GlobAutomaton, _ matches: inout [[Bool]], _ steps: inout Int) {
        for set in matches.indices where matches[set].count < slotCount {
            matches[set] += Array(repeating: false, count: slotCount - matches[set].count)
        }
        if receivers.isEmpty { return }
        var walk = PathWalk(automaton)
        for id in receivers {
            walk.enter(id, self, automaton)
            for set in matches.indices { matches[set][id.slot] = walk.accepts(set, automaton) }
        }
        steps += walk.steps
    }
}

/// A walk over a tree with the states of all patterns at each level down to the current receiver. The automaton is passed to each step,
/// because it would be copied if it were kept beside the states that change.
struct PathWalk {
    /// The receivers from the window down to the current one.
    private var path: [RegionID] = []
    /// The automaton's start, followed by its states after each receiver of the path.
    private var states: [UInt64]
    private let words: Int
    private(set) var steps = 0

    init(_ automaton: GlobAutomaton) {
        words = automaton.words
        states = automaton.start
    }

    /// Moves to a receiver. First enters each of its ancestors that is not yet in the path.
    mutating func enter(_ region: RegionID, _ directory: RegionDirectory, _ automaton: GlobAutomaton) {
        let record = directory[region]
        if let parent = record.parent {
            let depth = directory[parent].depth
            if depth >= path.count || path[depth] != parent { enter(parent, directory, automaton) }
            path.removeSubrange((depth + 1)...)
        } else {
            path.removeAll(keepingCapacity: true)
        }
        step(to: region, record.id, automaton)
    }

    private mutating func step(to region: RegionID, _ id: String, _ automaton: GlobAutomaton) {
        let from = path.count * words
        if states.count < from + 2 * words { states += Array(repeating: 0, count: max(from, 8 * words)) }
        states.withUnsafeMutableBufferPointer {
            automaton.step(
                UnsafeBufferPointer(rebasing: $0[from..<from + words]), id, UnsafeMutableBufferPointer(rebasing: $0[from + words..<from + 2 * words]),
                &steps)
        }
        path.append(region)
    }

    /// Whether one of a set's patterns matches the current receiver.
    func accepts(_ set: Int, _ automaton: GlobAutomaton) -> Bool {
        let from = path.count * words
        return states.withUnsafeBufferPointer {
            automaton.accepts(UnsafeBufferPointer(rebasing: $0[from..<from + words]), set: set)
        }
    }
}
