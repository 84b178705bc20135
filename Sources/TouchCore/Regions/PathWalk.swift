/// What patterns match in a tree of regions.
extension RegionDirectory {
    /// By receiver, whether its path matches any of the patterns.
    public func matches(_ globs: [RegionGlob]) -> [Bool] { matches([globs])[0] }

    /// The same for several sets of patterns, in one walk over the tree.
    public func matches(_ sets: [[RegionGlob]]) -> [[Bool]] {
        var steps = 0
        return matches(GlobAutomaton(sets), like: Array(repeating: [], count: sets.count), from: [], &steps)
    }

    /// The same, where it is known what they match in another tree: paths that it has too are not matched again.
    ///
    /// - Parameter known: by set, what it matches there.
    /// - Parameter origins: by receiver, where its path stands there (`origins`); empty: nowhere.
    /// - Parameter steps: what it took is added to it.
    public func matches(
        _ automaton: GlobAutomaton, like known: [[Bool]], from origins: [RegionIndex?], _ steps: inout Int
    ) -> [[Bool]] {
        var matches = known.map { known in
            origins.isEmpty ? Array(repeating: false, count: records.count) : origins.map { $0.map { known[Int($0)] } ?? false }
        }
        var walk: PathWalk?
        for index in records.indices where origins.isEmpty || origins[index] == nil {
            if walk == nil { walk = PathWalk(automaton, self) }
            walk!.enter(RegionIndex(index), self, automaton)
            for set in known.indices { matches[set][index] = walk!.accepts(set, automaton) }
        }
        steps += walk?.steps ?? 0
        return matches
    }

    /// By receiver, where the one of the same path stands in another tree; nil where there is none.
    public func origins(in old: RegionDirectory) -> [RegionIndex?] {
        var origins: [RegionIndex?] = []
        origins.reserveCapacity(records.count)
        var next: RegionIndex = 0
        for record in records {
            // Nearly always the one that follows the last.
            let isNext = Int(next) < old.records.count && old[next].id == record.id
            let place = isNext ? next : old.index(ofID: record.id)
            guard let place, old[place].id.hasSameBytes(as: record.id),
                (old[place].parent == nil) == (record.parent == nil),
                record.parent.map({ origins[Int($0)] == old[place].parent }) ?? true
            else {
                origins.append(nil)
                continue
            }
            origins.append(place)
            next = place + 1
        }
        return origins
    }
}

/// A walk over a tree with the states of all patterns at each level down to where it is. The automaton is given at each step: one kept
/// beside the states that change would be copied.
struct PathWalk {
    /// By receiver, how many others it is in.
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
        var depths: [Int] = []
        depths.reserveCapacity(directory.records.count)
        for record in directory.records { depths.append(record.parent.map { depths[Int($0)] + 1 } ?? 0) }
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
