/// The ids that the edits of one request give and free, while the tree's tables of names are as they were before them.
struct GivenIDs {
    private var given: Set<NamedID> = []
    /// Gestures that are in the tree's tables still.
    private var freedGestures: Set<String> = []

    /// Whether the ids of a region and of all that is in it are nobody's.
    func check(_ region: RegionSpec, _ tree: RegionTree) throws(TreeEditError) {
        // Nothing comes with it that could have its id.
        if region.children.isEmpty, NamedID.besides(region).isEmpty { return try check(.receiver(region.id), tree) }
        var new: Set<NamedID> = []
        var rest = [region]
        // As they stand: a region, then what is in it.
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
            case .gesture(let name): !freedGestures.contains(name) && Self.isGiven(gesture: name, tree)
            }
        if isKnown { throw id.isTaken }
    }

    /// Not by anybody, if the gesture is a scroll view's own.
    private static func isGiven(gesture name: String, _ tree: RegionTree) -> Bool {
        guard let gesture = tree.gestures.id(ofName: name) else { return false }
        let record = tree.gestures.records[gesture.slot]
        return tree.specs[record.region.slot].gestures.contains { $0.id == record.id }
    }

    /// What a region gives besides its own id. That one is in the tree's tables at once.
    mutating func give(_ spec: RegionSpec) { given.formUnion(NamedID.besides(spec)) }

    mutating func free(_ spec: RegionSpec, in tree: inout RegionTree) {
        for id in NamedID.besides(spec) {
            given.remove(id)
            switch id {
            case .receiver(let name): tree.freeResponderName(name)
            case .gesture(let name): freedGestures.insert(name)
            }
        }
    }

    /// A region has other properties.
    mutating func replace(_ old: RegionSpec, by new: RegionSpec, in tree: inout RegionTree) throws(TreeEditError) {
        var own = Set(NamedID.besides(old))
        for one in NamedID.besides(new) {
            if own.contains(one) { own.remove(one) } else { try check(one, tree) }
        }
        free(old, in: &tree)
        give(new)
    }
}
