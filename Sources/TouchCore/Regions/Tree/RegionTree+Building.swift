/// Conversion of nested specs to a tree, and back.
extension RegionTree {
    /// Adds the regions of all screens to an empty tree. O(regions), without recursion, so that depth costs no stack.
    mutating func build<Source: RegionSource>(_ source: Source, _ old: RegionTree?, renewing renewed: Set<String>) {
        // A tree may have 20 000 regions, and an array that grows by itself takes up to twice the memory.
        reserveCapacity(max(source.regionCount, directory.slotCount))
        for number in source.screens.indices {
            // Back to front: levels ascending, and within a level the order given.
            let windows = source.windows(ofScreen: number).enumerated()
                .map { (level: source.spec(of: $1).level, place: $0, entry: $1) }
                .sorted { ($0.level, $0.place) < ($1.level, $1.place) }
                .map(\.entry)
            // From the last to the first: front to back.
            var siblings: [(entries: [Source.Entry], left: Int, parent: RegionID?)] = [(windows, windows.count, nil)]
            while let (entries, left, parent) = siblings.last {
                if left == 0 {
                    siblings.removeLast()
                    continue
                }
                siblings[siblings.count - 1].left -= 1
                let entry = entries[left - 1]
                let spec = source.spec(of: entry)
                let known = renewed.contains(spec.id) ? nil : old?.region(ofID: spec.id)
                let id = append(spec, as: known.flatMap { directory.contains($0) ? nil : $0 }, to: parent, screen: number)
                let children = source.children(of: entry)
                if !children.isEmpty { siblings.append((children, children.count, id)) }
            }
        }
    }

    /// The tree as nested specs, from which it could be built again. O(regions).
    var screenSpecs: [ScreenSpec] {
        var children: [RegionID: [RegionSpec]] = [:]
        var windows = screens.map { _ in [RegionSpec]() }
        // Children come after their parent, front to back.
        for id in directory.regions.reversed() {
            var spec = specs[id.slot]
            spec.children = children.removeValue(forKey: id) ?? []
            if let parent = self[id].parent {
                children[parent, default: []].append(spec)
            } else {
                windows[self[id].screen].append(spec)
            }
        }
        return zip(screens, windows).map { $0.spec($1) }
    }

    /// Takes over the changes that fingers and clients have made since this tree was made. This tree will succeed the tree in force, and has the same
    /// regions.
    ///
    /// - Parameters:
    ///   - current: the tree in force.
    ///   - base: the state of the tree in force when this tree was made.
    ///   - before, now: the two states of the file.
    /// - Returns: the changes that the file overruled.
    public mutating func takeOverChanges(
        in current: RegionTree, since base: RegionTree, before: ConfiguredTree, now: ConfiguredTree
    ) -> [GaveWay] {
        if current.revision == base.revision { return [] }
        var gaveWay: [GaveWay] = []
        for id in current.changed(since: base.revision) where directory.contains(id) && current.specs[id.slot] != base.specs[id.slot] {
            let spec = current.specs[id.slot]
            guard let old = before.spec(ofID: spec.id), let new = now.spec(ofID: spec.id) else {
                set(id, spec)
                continue
            }
            let merge = RegionMerge(before: old, now: new, mine: spec)
            set(id, merge.spec)
            gaveWay += merge.gaveWay.map { GaveWay(region: spec.id, key: $0) }
        }
        refreshIndex()
        return gaveWay
    }
}
