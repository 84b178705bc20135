import TouchCore

/// A set of patterns and the regions that they match in the present tree. Subscriptions and rights with equal patterns share one set.
final class GlobSet {
    let globs: Set<RegionGlob>
    /// By receiver.
    fileprivate(set) var matches: [Bool]

    fileprivate init(_ globs: Set<RegionGlob>, _ matches: [Bool]) {
        self.globs = globs
        self.matches = matches
    }
}

/// All sets of patterns in use, each matched once, however many clients have it. Another tree is one walk for all of them, and
/// only to the paths that the tree before did not have.
final class GlobSets {
    private(set) var directory: RegionDirectory
    private var sets: [Set<RegionGlob>: Unretained] = [:]
    /// The number of sets at which unused ones are looked for.
    private var room = 64
    /// The cost of matching since the start: words of states, and levels compared with an id.
    private(set) var steps = 0

    /// The sets that the last tree was matched against, as one.
    private var automaton = (of: [ObjectIdentifier](), all: GlobAutomaton([]))

    private struct Unretained { weak var set: GlobSet? }

    init(_ directory: RegionDirectory) { self.directory = directory }

    /// Those in use, and those of which it has not been noticed yet that they are not.
    var count: Int { sets.count }

    subscript(patterns: some Sequence<String>) -> GlobSet {
        let globs = Set(patterns.map(RegionGlob.init))
        if let set = sets[globs]?.set { return set }
        if sets.count >= room {
            sets = sets.filter { $0.value.set != nil }
            room = 2 * sets.count + 64
        }
        let set = GlobSet(globs, directory.matches(GlobAutomaton([Array(globs)]), like: [[]], from: [], &steps)[0])
        sets[globs] = Unretained(set: set)
        automaton.of = []  // it may lie where one lay that is gone
        return set
    }

    /// Another tree is in force.
    func use(_ new: RegionDirectory) {
        let origins = new.origins(in: directory)
        directory = new
        let live = sets.values.compactMap(\.set)
        let number = live.map(ObjectIdentifier.init)
        if automaton.of != number { automaton = (number, GlobAutomaton(live.map { Array($0.globs) })) }
        let matches = new.matches(automaton.all, like: live.map(\.matches), from: origins, &steps)
        for (set, matches) in zip(live, matches) { set.matches = matches }
    }
}
