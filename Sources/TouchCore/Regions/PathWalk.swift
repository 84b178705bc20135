/// What patterns match in a tree of regions.
extension RegionDirectory {
    /// By slot, whether a receiver's path matches any of the patterns.
    public func matches(_ globs: [RegionGlob]) -> [Bool] { matches([globs])[0] }

    /// The same for several sets of patterns, in one walk over the tree.
    public func matches(_ sets: [[RegionGlob]]) -> [[Bool]] {
        var steps = 0
        return matches(GlobAutomaton(sets), like: Array(repeating: [], count: sets.count), samePaths: [], &steps)
    }

    /// The same, where it is known what they match in another tree: paths that it has too are not matched again.
    ///
    /// - Parameter known: by set, what it matches there.
    /// - Parameter paths: by slot, whether its path is what it was there (`samePaths`); empty: none is.
    /// - Parameter steps: what it took is added to it.
    /// - Returns: by set, by slot.
    public func matches(
        _ automaton: GlobAutomaton, like known: [[Bool]], samePaths paths: [Bool], _ steps: inout Int
    ) -> [[Bool]] {
        var matches = known.map { known in
            slotCount == known.count ? known : Array(known.prefix(slotCount)) + Array(repeating: false, count: max(0, slotCount - known.count))
        }
        var walk: PathWalk?
        for slot in paths.isEmpty ? 0..<0 : 0..<slotCount where !links[slot].isPresent {
            for set in known.indices { matches[set][slot] = false }
        }
        for id in receivers where paths.isEmpty || !paths[id.slot] {
            if walk == nil { walk = PathWalk(automaton, self) }
            walk!.enter(id, self, automaton)
            for set in known.indices { matches[set][id.slot] = walk!.accepts(set, automaton) }
        }
        steps += walk?.steps ?? 0
        return matches
    }

    /// By slot, whether the receiver had the same path in a tree that this one has come of.
    public func samePaths(as old: RegionDirectory) -> [Bool] {
        var same = Array(repeating: false, count: slotCount)
        for id in receivers where old.contains(id) {
            let parent = self[id].parent
            guard old[id].parent == parent else { continue }
            same[id.slot] = (parent.map { same[$0.slot] } ?? true) && (parent != nil || old[id].path == self[id].path)
        }
        return same
    }
}

/// A walk over a tree with the states of all patterns at each level down to where it is. The automaton is given at each step: one kept
/// beside the states that change would be copied.
struct PathWalk {
    /// By slot, how many others a receiver is in.
    private let depths: [Int]
    /// From the window down to where the walk is.
    private var path: [RegionIndex] = []
    /// The automaton's start, and its states after each of the path.
    private var states: [UInt64]
    private let words: Int
    private(set) var steps = 0

    init(_ automaton: GlobAutomaton, _ directory: RegionDirectory) {
        words = automaton.words
        // Parents stand before their children.
        var depths = Array(repeating: 0, count: directory.slotCount)
        for id in directory.receivers { depths[id.slot] = directory[id].parent.map { depths[$0.slot] + 1 } ?? 0 }
        self.depths = depths
        states = automaton.start
        states += Array(repeating: 0, count: automaton.words * ((depths.max() ?? 0) + 1))
    }

    /// Goes to a receiver. One step from what it is in, or from what that is in.
    mutating func enter(_ region: RegionIndex, _ directory: RegionDirectory, _ automaton: GlobAutomaton) {
        let record = directory[region]
        if let parent = record.parent {
            let depth = depths[Int(parent)]
            if depth >= path.count || path[depth] != parent { enter(parent, directory, automaton) }
            path.removeSubrange((depth + 1)...)
        } else {
            path.removeAll(keepingCapacity: true)
        }
        step(to: region, record.id, automaton)
    }

    private mutating func step(to region: RegionIndex, _ id: String, _ automaton: GlobAutomaton) {
        let from = path.count * words
        states.withUnsafeMutableBufferPointer {
            automaton.step(
                UnsafeBufferPointer(rebasing: $0[from..<from + words]), id, UnsafeMutableBufferPointer(rebasing: $0[from + words..<from + 2 * words]),
                &steps)
        }
        path.append(region)
    }

    /// Whether one of a set's patterns matches where the walk is.
    func accepts(_ set: Int, _ automaton: GlobAutomaton) -> Bool {
        let from = path.count * words
        return states.withUnsafeBufferPointer {
            automaton.accepts(UnsafeBufferPointer(rebasing: $0[from..<from + words]), set: set)
        }
    }
}
