/// The gestures of a tree and the relations between them. Arrays are indexed by `GestureID.slot`.
struct GestureRelations: Sendable {
    /// The records of the gestures. Those of free slots are empty.
    private(set) var records: [GestureRecord] = []
    private(set) var specs: [GestureSpec] = []
    /// The gestures that must fail first. A requirement that would close a cycle is left out; a configuration with a cycle is refused.
    private(set) var requirements: [[GestureID]] = []
    /// The gestures that may be recognized at the same time; it is enough if one of the two names the other.
    private var simultaneous: [[GestureID]] = []
    /// The regions whose touches the gesture does not get.
    private var excludedRegions: [[RegionID]] = []
    /// Whether the gesture reacts to hovering pens instead of touches.
    private var reactsToHover: [Bool] = []
    /// Whether any gesture reacts to hovering pens.
    private(set) var hasHoverGestures = false
    /// The place of each gesture in the processing order: gestures of deeper regions first, then in the order of regions and of adding.
    private(set) var ranks: [Int32] = []
    /// All gestures in the order of their regions; within a region in the order of adding.
    private(set) var order: [GestureID] = []
    /// The range of each region's gestures in `order`, by region slot. The array ends with the last region that has gestures.
    private var own: [Range<Int32>] = []
    /// The ids of the regions that gestures name.
    private(set) var namedRegions: Set<String> = []
    private var ids: [GestureID] = []
    private var byName: [String: GestureID] = [:]

    init() {}

    /// - Parameters:
    ///   - regions: The regions with gestures, in pre-order, each with its depth.
    ///   - regionSpecs: The specs of regions, by slot.
    ///   - old: The relations of this tree or of the one before. Gestures that it contains keep their identity.
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
                guard let type = GestureType(rawValue: gesture.type) else { continue }
                var completed = defaults.completing(gesture)
                // Clients cannot be asked about a hovering pen, because it is not a touch.
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
        (excludedRegions, reactsToHover) = (Array(repeating: [], count: count), Array(repeating: false, count: count))
        ranks = Array(repeating: 0, count: count)
        for id in order {
            let spec = specs[id.slot]
            reactsToHover[id.slot] = GestureType(rawValue: spec.type)!.hovers
            simultaneous[id.slot] = spec.simultaneousWith.compactMap { byName[$0] }
            excludedRegions[id.slot] = spec.shouldReceiveNot.compactMap(region)
            requirements[id.slot] = spec.requireToFail.compactMap { byName[$0] }
            namedRegions.formUnion(spec.shouldReceiveNot)
        }
        hasHoverGestures = reactsToHover.contains(true)
        for id in order {
            for other in simultaneous[id.slot] where !simultaneous[other.slot].contains(id) { simultaneous[other.slot].append(id) }
        }
        let served = order.indices.sorted { (-depths[$0], $0) < (-depths[$1], $1) }
        for (rank, place) in served.enumerated() { ranks[order[place].slot] = Int32(rank) }
        removeCycles()
    }

    /// Gives each gesture its identity: that of the previous gesture with the same id, type and region, else a new one.
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

    // MARK: A whole tree

    /// Collects the gestures of a tree and their relations. Returns nil if there are no gestures and `old` has no slots that must be kept.
    /// O(regions).
    ///
    /// - Parameter specs: The specs of regions, by slot.
    init?(_ directory: RegionDirectory, _ specs: [RegionSpec], _ defaults: GestureDefaults, succeeding old: GestureRelations?) {
        var regions: [(id: RegionID, depth: Int)] = []
        for id in directory.regions {
            if !specs[id.slot].gestures.isEmpty || specs[id.slot].scroll != nil { regions.append((id, directory[id].depth)) }
        }
        if regions.isEmpty && old.map(\.records.isEmpty) ?? true { return nil }
        self.init(regions, specs, defaults, succeeding: old, directory.region(ofID:))
    }

    /// Whether the identity still belongs to a gesture.
    func contains(_ id: GestureID) -> Bool { id.slot < ids.count && ids[id.slot] == id && records[id.slot].home != nil }

    func id(ofName name: String) -> GestureID? { byName[name] }

    /// Returns the gestures of a region, in the order of adding.
    func of(_ region: RegionID) -> ArraySlice<GestureID> {
        guard region.slot < own.count else { return [] }
        return order[Int(own[region.slot].lowerBound)..<Int(own[region.slot].upperBound)]
    }

    func isHoverGesture(_ gesture: GestureID) -> Bool { reactsToHover[gesture.slot] }

    func areSimultaneous(_ a: GestureID, _ b: GestureID) -> Bool { simultaneous[a.slot].contains(b) }

    func mayReceive(_ gesture: GestureID, touchesOf target: RegionID) -> Bool { !excludedRegions[gesture.slot].contains(target) }

    /// Removes each requirement that closes a cycle. O(gestures + requirements), without recursion.
    private mutating func removeCycles() {
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
