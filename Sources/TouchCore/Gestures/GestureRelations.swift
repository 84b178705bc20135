/// The gestures of a tree and what they have to do with each other. Arrays are by slot (`GestureID.slot`).
struct GestureRelations: Sendable {
    /// Those of free slots are empty.
    private(set) var records: [GestureRecord] = []
    private(set) var specs: [GestureSpec] = []
    /// Whose failure it needs. A requirement that leads back to itself is left out; a configuration with one is refused.
    private(set) var requirements: [[GestureID]] = []
    /// Which others may be recognized beside it, whichever of the two says so.
    private var simultaneous: [[GestureID]] = []
    /// Which regions' touches it does not get.
    private var excludedRegions: [[RegionID]] = []
    /// Whether it is made of what hovers.
    private var hoverers: [Bool] = []
    /// Whether any is.
    private(set) var hasHoverers = false
    /// Its place when several are served. Deeper regions first, then in the order of regions and of adding.
    private(set) var ranks: [Int32] = []
    /// All that are there, in the order of their regions; of one region in the order of adding.
    private(set) var order: [GestureID] = []
    /// By region's slot, its own in `order`. Shorter than slots go where those behind have none.
    private var own: [Range<Int32>] = []
    /// The ids of regions that gestures speak of.
    private(set) var namedRegions: Set<String> = []
    private var ids: [GestureID] = []
    private var byName: [String: GestureID] = [:]

    init() {}

    /// - Parameters:
    ///   - regions: those with gestures, in pre-order, each with how deep it lies.
    ///   - regionSpecs: by slot.
    ///   - old: of this tree or the one before: gestures that it has too keep their identity.
    init(
        _ regions: [(id: RegionID, depth: Int)], _ regionSpecs: [RegionSpec], _ defaults: GestureDefaults, succeeding old: GestureRelations?,
        _ region: (String) -> RegionID?
    ) {
        if let old {
            ids = old.ids
            records = Array(repeating: .vacant, count: ids.count)
            specs = old.specs
        }
        var added: [(record: GestureRecord, spec: GestureSpec)] = []
        var depths: [Int] = []
        let most = regions.reduce(0) { $0 + regionSpecs[$1.id.slot].gestures.count + (regionSpecs[$1.id.slot].scroll == nil ? 0 : 1) }
        added.reserveCapacity(most)
        ids.reserveCapacity(most)
        records.reserveCapacity(most)
        specs.reserveCapacity(most)
        order.reserveCapacity(most)
        for (region, depth) in regions {
            let spec = regionSpecs[region.slot]
            for gesture in (spec.scroll.map { [$0.gesture(of: spec.id)] } ?? []) + spec.gestures {
                guard let type = GestureTable.type(named: gesture.type) else { continue }
                var completed = defaults.completing(gesture)
                // What hovers is no touch that anybody could be asked about.
                if type.hovers { completed.asks = [] }
                added.append((GestureRecord(id: gesture.id, type: gesture.type, home: region), completed))
                depths.append(depth)
            }
        }
        identify(added, old)
        for (place, id) in order.enumerated() {
            let slot = added[place].record.region.slot
            if own.count <= slot { own += Array(repeating: 0..<0, count: slot + 1 - own.count) }
            own[slot] = own[slot].isEmpty ? Int32(place)..<Int32(place + 1) : own[slot].lowerBound..<Int32(place + 1)
            if byName[records[id.slot].id] == nil { byName[records[id.slot].id] = id }
        }
        let count = ids.count
        (requirements, simultaneous) = (Array(repeating: [], count: count), Array(repeating: [], count: count))
        (excludedRegions, hoverers) = (Array(repeating: [], count: count), Array(repeating: false, count: count))
        ranks = Array(repeating: 0, count: count)
        for id in order {
            let spec = specs[id.slot]
            hoverers[id.slot] = GestureTable.type(named: spec.type)!.hovers
            simultaneous[id.slot] = spec.simultaneousWith.compactMap { byName[$0] }
            excludedRegions[id.slot] = spec.shouldReceiveNot.compactMap(region)
            requirements[id.slot] = spec.requireToFail.compactMap { byName[$0] }
            namedRegions.formUnion(spec.shouldReceiveNot)
        }
        hasHoverers = hoverers.contains(true)
        for id in order {
            for other in simultaneous[id.slot] where !simultaneous[other.slot].contains(id) { simultaneous[other.slot].append(id) }
        }
        let served = order.indices.sorted { (-depths[$0], $0) < (-depths[$1], $1) }
        for (rank, place) in served.enumerated() { ranks[order[place].slot] = Int32(rank) }
        leaveOutCircles()
    }

    /// Gives each its identity: the one that a gesture with this id had, if it was of this type and this region.
    private mutating func identify(_ added: [(record: GestureRecord, spec: GestureSpec)], _ old: GestureRelations?) {
        var kept: Set<Int> = []
        for (record, spec) in added {
            guard let known = old?.byName[record.id], let before = old?.records[known.slot],
                before.type == record.type, before.home == record.home, kept.insert(known.slot).inserted
            else {
                order.append(GestureID(slot: -1))
                continue
            }
            order.append(known)
            (records[known.slot], specs[known.slot]) = (record, spec)
        }
        // Only now is it known which slots are free.
        var free = ids.indices.filter { !kept.contains($0) }
        for place in order.indices where order[place].slot < 0 {
            let (record, spec) = added[place]
            if let slot = free.popLast() {
                ids[slot] = GestureID(slot: slot, generation: ids[slot].generation &+ 1)
                (records[slot], specs[slot]) = (record, spec)
                order[place] = ids[slot]
            } else {
                ids.append(GestureID(slot: ids.count))
                records.append(record)
                specs.append(spec)
                order[place] = ids.last!
            }
        }
    }

    // MARK: Of a tree

    /// Finds out what gestures a tree has and what they have to do with each other; nil: there are none, and were none whose slots are to
    /// be remembered. O(regions).
    ///
    /// - Parameter specs: by region's slot.
    init?(_ directory: RegionDirectory, _ specs: [RegionSpec], _ defaults: GestureDefaults, succeeding old: GestureRelations?) {
        var regions: [(id: RegionID, depth: Int)] = []
        for id in directory.regions {
            if !specs[id.slot].gestures.isEmpty || specs[id.slot].scroll != nil { regions.append((id, directory[id].depth)) }
        }
        if regions.isEmpty && old.map(\.records.isEmpty) ?? true { return nil }
        self.init(regions, specs, defaults, succeeding: old, directory.region(ofID:))
    }

    /// Whether the identity is still a gesture's.
    func contains(_ id: GestureID) -> Bool { id.slot < ids.count && ids[id.slot] == id && records[id.slot].home != nil }

    func id(ofName name: String) -> GestureID? { byName[name] }

    /// Those of a region, in the order of adding.
    func of(_ region: RegionID) -> ArraySlice<GestureID> {
        guard region.slot < own.count else { return [] }
        return order[Int(own[region.slot].lowerBound)..<Int(own[region.slot].upperBound)]
    }

    func isOfHover(_ gesture: GestureID) -> Bool { hoverers[gesture.slot] }

    func areCompanions(_ a: GestureID, _ b: GestureID) -> Bool { simultaneous[a.slot].contains(b) }

    func gets(_ gesture: GestureID, touchesOf target: RegionID) -> Bool { !excludedRegions[gesture.slot].contains(target) }

    /// Takes out each requirement that leads back to where the walk has come from. O(gestures + requirements), no recursion.
    private mutating func leaveOutCircles() {
        enum Mark { case new, open, done }
        var marks = Array(repeating: Mark.new, count: requirements.count)
        for start in order.map(\.slot) where marks[start] == .new {
            var path = [(gesture: start, next: 0)]
            marks[start] = .open
            while let (gesture, next) = path.last {
                guard next < requirements[gesture].count else {
                    marks[gesture] = .done
                    path.removeLast()
                    continue
                }
                let other = requirements[gesture][next].slot
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
