import TouchCore

/// A set of patterns and the regions that they match in the tree in force. Subscriptions and rights with equal patterns share one set.
final class GlobSet {
    let globs: Set<RegionGlob>
    /// Whether a pattern matches the region, by slot.
    fileprivate(set) var matches: [Bool]

    /// True if `checkInvariants` has checked the current state.
    fileprivate var isChecked = false

    fileprivate init(_ globs: Set<RegionGlob>, _ matches: [Bool]) {
        self.globs = globs
        self.matches = matches
    }
}

/// All pattern sets in use. Each is matched once, however many clients use it. When the tree changes, the changed paths are matched against all sets
/// in one walk.
final class GlobSets {
    private let directory: () -> RegionDirectory
    private var sets: [Set<RegionGlob>: Unretained] = [:]
    /// The number of sets at which unused sets are removed.
    private var pruneThreshold = 64
    /// The cost of all matching so far: the number of words of automaton states, and of path levels compared with an id.
    private(set) var steps = 0

    /// The combined automaton of the sets that the last change was matched against.
    private var automaton = (of: [ObjectIdentifier](), all: GlobAutomaton([]))

    private struct Unretained { weak var set: GlobSet? }

    /// Starts without sets.
    ///
    /// - Parameter directory: returns the directory of the tree in force.
    init(_ directory: @escaping () -> RegionDirectory) { self.directory = directory }

    /// The number of sets, including unused ones that have not been removed yet.
    var count: Int { sets.count }

    subscript(patterns: some Sequence<String>) -> GlobSet {
        let globs = Set(patterns.map(RegionGlob.init))
        if let set = sets[globs]?.set { return set }
        if sets.count >= pruneThreshold {
            sets = sets.filter { $0.value.set != nil }
            pruneThreshold = 2 * sets.count + 64
        }
        var matches = [[Bool]()]
        let directory = directory()
        directory.match(directory.receivers, GlobAutomaton([Array(globs)]), &matches, &steps)
        let set = GlobSet(globs, matches[0])
        sets[globs] = Unretained(set: set)
        automaton.of = []  // a new set may have the address of a removed one
        return set
    }

    /// Updates the matches after a change of the tree. O(size of the change) for each set.
    func update(_ change: TreeChange, _ directory: RegionDirectory) {
        let live = sets.values.compactMap(\.set)
        if live.isEmpty { return }
        let number = live.map(ObjectIdentifier.init)
        if automaton.of != number { automaton = (number, GlobAutomaton(live.map { Array($0.globs) })) }
        // Moved out of the sets, so that the arrays are not copied when they change.
        var matches = live.map { set in
            defer { set.matches = [] }
            return set.matches
        }
        for set in matches.indices { for region in change.removed { matches[set][region.slot] = false } }
        directory.match(change.described, automaton.all, &matches, &steps)
        for (set, matches) in zip(live, matches) {
            set.matches = matches
            set.isChecked = false
        }
    }

    /// Checks the changed sets against the patterns.
    ///
    /// - Parameter most: the number of receivers above which nothing is compared, because a walk over a larger tree would take too long.
    func checkInvariants(most: Int = 64) {
        #if DEBUG
            let changed = sets.values.compactMap(\.set).filter { !$0.isChecked }
            if changed.isEmpty { return }
            let directory = directory()
            let receivers = directory.receivers
            for set in changed {
                set.isChecked = true
                for receiver in receivers.count > most ? [] : receivers {
                    assert(receiver.slot < set.matches.count, "\(directory[receiver].path) was never matched")
                    let (path, isMatch) = (directory[receiver].path, set.matches[receiver.slot])
                    assert(set.globs.contains { $0.matches(path) } == isMatch, "\(path) is \(isMatch ? "" : "not ")taken to match")
                }
            }
        #endif
    }
}
