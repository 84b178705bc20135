/// The gestures of a tree and what they have to do with each other, in terms of their places in the list.
struct GestureRelations: Sendable {
    let records: [GestureRecord]
    /// By gesture.
    let specs: [GestureSpec]
    /// By gesture: whose failure it needs. A requirement that leads back to itself is left out; a configuration with one is
    /// refused.
    private(set) var requirements: [[GestureIndex]]
    /// By gesture: which others may be recognized beside it, whichever of the two says so.
    private let companions: [[GestureIndex]]
    /// By gesture: which regions' touches it does not get.
    private let strangers: [[RegionIndex]]
    /// By gesture: whether it is made of what hovers.
    private let hoverers: [Bool]
    /// Whether any is.
    let hasHoverers: Bool
    /// By gesture: its place when several are served. Deeper regions first, then in the order of adding.
    let ranks: [Int32]
    /// By region, where its own begin; one more at the end. Empty when there are no gestures at all.
    private let firsts: [GestureIndex]

    /// - Parameters:
    ///   - regions: in pre-order.
    ///   - parents: by region.
    ///   - defaults: what gestures have of which they do not say it themselves.
    init(_ regions: [RegionSpec], parents: some Sequence<RegionIndex?>, _ defaults: GestureDefaults) {
        var records: [GestureRecord] = []
        var specs: [GestureSpec] = []
        var firsts: [GestureIndex] = []
        for (region, spec) in regions.enumerated() {
            firsts.append(GestureIndex(specs.count))
            let own = spec.scroll.map { [$0.gesture(of: spec.id)] } ?? []
            for gesture in own + spec.gestures {
                guard let type = GestureTable.type(named: gesture.type) else { continue }
                records.append(GestureRecord(id: gesture.id, type: gesture.type, region: RegionIndex(region)))
                var gesture = defaults.completing(gesture)
                // What hovers is no touch that anybody could be asked about.
                if type.hovers { gesture.asks = [] }
                specs.append(gesture)
            }
        }
        firsts.append(GestureIndex(specs.count))
        hoverers = specs.map { GestureTable.type(named: $0.type)!.hovers }
        hasHoverers = hoverers.contains(true)
        (self.records, self.specs, self.firsts) = (records, specs, specs.isEmpty ? [] : firsts)
        requirements = []
        if specs.isEmpty {
            (companions, strangers, ranks) = ([], [], [])
            return
        }
        let places = Dictionary(records.enumerated().map { ($1.id, GestureIndex($0)) }, uniquingKeysWith: { a, _ in a })
        var regionsByID: [String: RegionIndex] = [:]
        for spec in specs where !spec.shouldReceiveNot.isEmpty {
            regionsByID = Dictionary(regions.enumerated().map { ($1.id, RegionIndex($0)) }, uniquingKeysWith: { a, _ in a })
            break
        }
        var companions = specs.map { $0.simultaneousWith.compactMap { places[$0] } }
        for index in specs.indices {
            for other in companions[index] where !companions[Int(other)].contains(GestureIndex(index)) {
                companions[Int(other)].append(GestureIndex(index))
            }
        }
        self.companions = companions
        strangers = specs.map { $0.shouldReceiveNot.compactMap { regionsByID[$0] } }
        ranks = Self.ranks(records, parents)
        requirements = specs.map { $0.requireToFail.compactMap { places[$0] } }
        leaveOutCircles()
    }

    /// Those of a region, in the order of adding.
    func of(_ region: RegionIndex) -> Range<GestureIndex> {
        firsts.isEmpty ? 0..<0 : firsts[Int(region)]..<firsts[Int(region) + 1]
    }

    func isOfHover(_ gesture: GestureIndex) -> Bool { hoverers[Int(gesture)] }

    func areCompanions(_ a: GestureIndex, _ b: GestureIndex) -> Bool { companions[Int(a)].contains(b) }

    func gets(_ gesture: GestureIndex, touchesOf target: RegionIndex) -> Bool { !strangers[Int(gesture)].contains(target) }

    private static func ranks(_ records: [GestureRecord], _ parents: some Sequence<RegionIndex?>) -> [Int32] {
        var depths: [Int] = []
        for parent in parents { depths.append(parent.map { depths[Int($0)] + 1 } ?? 0) }
        var ranks = Array(repeating: Int32(0), count: records.count)
        let order = records.indices.sorted { (-depths[Int(records[$0].region)], $0) < (-depths[Int(records[$1].region)], $1) }
        for (rank, index) in order.enumerated() { ranks[index] = Int32(rank) }
        return ranks
    }

    /// Takes out each requirement that leads back to where the walk has come from. O(gestures + requirements), no recursion.
    private mutating func leaveOutCircles() {
        enum Mark { case new, open, done }
        var marks = Array(repeating: Mark.new, count: requirements.count)
        for start in requirements.indices where marks[start] == .new {
            var path = [(gesture: start, next: 0)]
            marks[start] = .open
            while let (gesture, next) = path.last {
                guard next < requirements[gesture].count else {
                    marks[gesture] = .done
                    path.removeLast()
                    continue
                }
                let other = Int(requirements[gesture][next])
                if marks[other] == .open {
                    requirements[gesture].remove(at: next)
                    continue
                }
                path[path.count - 1].next += 1
                if marks[other] == .new {
                    marks[other] = .open
                    path.append((other, 0))
                }
            }
        }
    }
}
