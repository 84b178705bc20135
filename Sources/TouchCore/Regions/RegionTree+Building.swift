/// How regions come into the tree's storage.
extension RegionTree {
    /// Puts the regions of all screens into a tree that has none. O(regions), without recursion, so that depth costs no stack.
    mutating func build(_ screens: [ScreenSpec], _ old: RegionTree?) {
        // A tree may have 20 000 regions: what grows by itself takes up to twice the memory.
        let count = max(Self.count(screens.flatMap(\.windows)), directory.slotCount)
        directory.reserveCapacity(count)
        specs.reserveCapacity(count)
        toLocal.reserveCapacity(count)
        nodes.reserveCapacity(count)
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
                var id: RegionID
                if let known = old?.region(ofID: spec.id), !directory.contains(known) {
                    directory.adopt(known)
                    id = known
                } else {
                    id = directory.allocate(isRegion: true)
                }
                store(spec, id)
                directory.append(id, to: parent, screen: number)
                describe(id, parent: parent, screen: number)
                place(one: id)
                if directory.indexByID[spec.id] == nil { directory.indexByID[spec.id] = id }
                note(specs[id.slot], id)
                if !spec.children.isEmpty { siblings.append((spec.children, spec.children.count, id)) }
            }
        }
        for id in directory.regions { linkNode(id) }
        resolveRedirects()
    }

    private static func count(_ regions: [RegionSpec]) -> Int {
        var count = 0
        var siblings = [regions]
        while let regions = siblings.popLast() {
            count += regions.count
            for region in regions where !region.children.isEmpty { siblings.append(region.children) }
        }
        return count
    }

    /// Keeps a spec by itself; how it lies among others is apart.
    mutating func store(_ spec: RegionSpec, _ id: RegionID) {
        while specs.count < directory.slotCount {
            specs.append(.vacant)
            toLocal.append(.identity)
            nodes.append(RegionNode(.vacant, toLocal: .identity))
        }
        specs[id.slot] = spec
        specs[id.slot].children = []
    }

    /// Writes the record of a region whose parent's is right.
    mutating func describe(_ id: RegionID, parent: RegionID?, screen: Int) {
        let spec = specs[id.slot]
        let around = parent.map { self[$0] }
        let root = around?.sensitiveRoot ?? (spec.isSensitive ? id : nil)
        directory.records[id.slot] = RegionRecord(
            id: spec.id, path: around.map { $0.path + "/" + spec.id } ?? spec.id, kind: spec.kind, screen: screen, parent: parent,
            depth: around.map { $0.depth + 1 } ?? 0, sensitiveRoot: root,
            followsFingers: root != nil && (around?.followsFingers == true || spec.followsFingers))
    }

    /// Finds out where a region is whose parent's place is right.
    mutating func place(one id: RegionID) {
        toLocal[id.slot] = mapFromScreen(to: id)
        makeNode(id)
    }

    /// Says where a walk goes from a region; what it is in and what is behind it is right.
    private mutating func linkNode(_ id: RegionID) {
        let links = directory.links[id.slot]
        let skip = links.behind >= 0 ? links.behind : self[id].parent.map { nodes[$0.slot].skip } ?? -1
        nodes[id.slot].skip = skip
        nodes[id.slot].first = links.frontmost >= 0 ? links.frontmost : skip
    }

    /// Gives the parents of many their grids. O(regions).
    mutating func makeGrids() {
        for screen in screens.indices { hitIndex.windowsChanged(screen) }
        for id in directory.regions where directory.links[id.slot].childCount >= HitIndex.leastChildren {
            nodes[id.slot].special.grid = hitIndex.addGrid(of: id)
        }
        refreshIndex()
    }

    /// Lists those that are sensitive. O(regions) where any has ever been.
    mutating func noteSensitive() {
        guard special.contains(.sensitive) else { return }
        directory.sensitive = directory.receivers.filter { self[$0].sensitiveRoot != nil }
    }
}

extension RegionSpec {
    /// In a free slot.
    static let vacant = RegionSpec(id: "", geometry: RegionGeometry(frame: Rect(0, 0, 0, 0)))

    /// Whether fingers move it, or what is in it.
    var followsFingers: Bool { kind == .scrollView || behaviour == .dragSelf || knob != nil }
}

extension RegionGeometry {
    /// From the parent's space to this region's own.
    var fromParent: AffineTransform {
        let middle = bounds.center
        if transform == .identity {
            // Subtracting corners rather than centres keeps whole numbers whole.
            return .translation(
                bounds.minX - (center.x - bounds.size.width / 2), bounds.minY - (center.y - bounds.size.height / 2))
        }
        return AffineTransform.translation(-center.x, -center.y)
            .then(transform.inverse)
            .then(.translation(middle.x, middle.y))
    }
}
