/// The ids that the edits of one request assign and free. The tree's tables of gestures and responders are rebuilt only after the last of these
/// edits, and keep their previous state until then.
struct AssignedIDs {
    private var given: Set<NamedID> = []
    /// The ids of freed gestures that are still in the tree's tables.
    private var freedGestures: Set<String> = []

    /// Checks that the ids of a region and of everything in it are free.
    func check(_ region: RegionSpec, _ tree: RegionTree) throws(TreeEditError) {
        // The region has a single id, so there are no other new ids that could be equal to it.
        if region.children.isEmpty, NamedID.besides(region).isEmpty { return try check(.receiver(region.id), tree) }
        var new: Set<NamedID> = []
        var rest = [region]
        // In document order: a region, then its children.
        while let spec = rest.popLast() {
            for id in [.receiver(spec.id)] + NamedID.besides(spec) {
                try check(id, tree)
                if !new.insert(id).inserted { throw id.isTaken }
            }
            rest += spec.children.reversed()
        }
    }

    private func check(_ id: NamedID, _ tree: RegionTree) throws(TreeEditError) {
        if given.contains(id) { throw id.isTaken }
        let isKnown =
            switch id {
            case .receiver(let name): tree.index(ofID: name) != nil
            case .gesture(let name): !freedGestures.contains(name) && Self.isAssigned(gesture: name, tree)
            }
        if isKnown { throw id.isTaken }
    }

    /// Whether a configured gesture has the id. The built-in gestures of scroll views do not count.
    private static func isAssigned(gesture name: String, _ tree: RegionTree) -> Bool {
        guard let gesture = tree.gestures.id(ofName: name) else { return false }
        let record = tree.gestures.records[gesture.slot]
        return tree.specs[record.region.slot].gestures.contains { $0.id == record.id }
    }

    /// Records the ids that a region assigns besides its own. The region's own id is entered in the tree's tables immediately.
    mutating func record(_ spec: RegionSpec) { given.formUnion(NamedID.besides(spec)) }

    mutating func free(_ spec: RegionSpec, in tree: inout RegionTree) {
        for id in NamedID.besides(spec) {
            given.remove(id)
            switch id {
            case .receiver(let name): tree.freeResponderName(name)
            case .gesture(let name): freedGestures.insert(name)
            }
        }
    }

    /// Replaces the ids of a region whose properties change.
    mutating func replace(_ old: RegionSpec, by new: RegionSpec, in tree: inout RegionTree) throws(TreeEditError) {
        var own = Set(NamedID.besides(old))
        for one in NamedID.besides(new) {
            if own.contains(one) { own.remove(one) } else { try check(one, tree) }
        }
        free(old, in: &tree)
        record(new)
    }
}
