/// How a tree comes of nested specs, and these of it.
extension RegionTree {
    /// Puts the regions of all screens into a tree that has none. O(regions), without recursion, so that depth costs no stack.
    mutating func build(_ screens: [ScreenSpec], _ old: RegionTree?, renewing renewed: Set<String>) {
        // A tree may have 20 000 regions: what grows by itself takes up to twice the memory.
        reserveCapacity(max(Self.count(screens.flatMap(\.windows)), directory.slotCount))
        for (number, screen) in screens.enumerated() {
            // Back to front: levels ascending, and within one the order given.
            let windows = screen.windows.enumerated()
                .sorted { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }
                .map(\.element)
            // From the last to the first: front to back.
            var siblings: [(regions: [RegionSpec], left: Int, parent: RegionID?)] = [(windows, windows.count, nil)]
            while let (regions, left, parent) = siblings.last {
                if left == 0 {
                    siblings.removeLast()
                    continue
                }
                siblings[siblings.count - 1].left -= 1
                let spec = regions[left - 1]
                let known = renewed.contains(spec.id) ? nil : old?.region(ofID: spec.id)
                let id = append(spec, as: known.flatMap { directory.contains($0) ? nil : $0 }, to: parent, screen: number)
                if !spec.children.isEmpty { siblings.append((spec.children, spec.children.count, id)) }
            }
        }
    }

    static func count(_ regions: [RegionSpec]) -> Int {
        var count = 0
        var siblings = [regions]
        while let regions = siblings.popLast() {
            count += regions.count
            for region in regions where !region.children.isEmpty { siblings.append(region.children) }
        }
        return count
    }

    /// The tree as nested specs, from which it could be built again. O(regions).
    var screenSpecs: [ScreenSpec] {
        var children: [RegionID: [RegionSpec]] = [:]
        var windows = screens.map { _ in [RegionSpec]() }
        // Children stand after their parent, and front to back.
        for id in directory.regions.reversed() {
            var spec = specs[id.slot]
            spec.children = children.removeValue(forKey: id) ?? []
            if let parent = self[id].parent {
                children[parent, default: []].append(spec)
            } else {
                windows[self[id].screen].append(spec)
            }
        }
        return zip(screens, windows).map { ScreenSpec(id: $0.id, size: $0.size, windows: $1, controllers: $0.controllers) }
    }

    /// Takes over what fingers and clients have changed since this tree was made to succeed another state of theirs, with the same regions.
    ///
    /// - Parameters:
    ///   - current: the tree in force.
    ///   - base: as it was then.
    ///   - before, now: the two states of the file.
    /// - Returns: what has given way of it.
    public mutating func takeOverChanges(
        in current: RegionTree, since base: RegionTree, before: ConfiguredTree, now: ConfiguredTree
    ) -> [GaveWay] {
        var gaveWay: [GaveWay] = []
        for id in current.directory.regions where directory.contains(id) && current.specs[id.slot] != base.specs[id.slot] {
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
