/// Finds the region at a point. Owns the data that a hit test reads: a node for each region, grids over many siblings, and the targets of
/// redirects. The tree informs it of every change.
struct HitTester: Sendable {
    /// The nodes, by slot.
    private(set) var nodes: [RegionNode] = []
    private(set) var index: HitIndex
    /// The targets of redirects, by the region that redirects.
    private(set) var redirects: [RegionID: RegionID] = [:]
    /// The ids of these targets, as the regions name them. There need not be a region with such an id.
    private var redirecting: [RegionID: String] = [:]

    init(screenCount: Int) { index = HitIndex(screenCount: screenCount) }

    mutating func reserveCapacity(_ slots: Int) { nodes.reserveCapacity(slots) }

    mutating func detach() {
        nodes.detach()
        index.detach()
    }

    mutating func grow(to slots: Int) {
        while nodes.count < slots { nodes.append(.vacant) }
    }

    // MARK: A region's own values

    /// Updates the node of a region after its place or its rules have changed.
    ///
    /// - Parameters:
    ///   - specs, toLocal: the arrays by slot. Passing a single spec would copy it.
    mutating func set(_ id: RegionID, _ specs: [RegionSpec], _ toLocal: [AffineTransform]) {
        let old = nodes[id.slot]
        // Read in place, because passing an element of an array copies it.
        nodes[id.slot] = specs.withUnsafeBufferPointer {
            RegionNode($0[id.slot], toLocal: toLocal[id.slot], first: old.first, skip: old.skip)
        }
        nodes[id.slot].flags.grid = old.flags.grid
    }

    /// Marks the grid of a region's children as stale, because they have moved.
    mutating func invalidateChildren(of id: RegionID) { index.invalidate(nodes[id.slot].flags.grid) }

    /// Marks the grid of a region's children and the grid that the region is in as stale, because the region's box or rules have changed.
    mutating func invalidate(_ id: RegionID, _ directory: RegionDirectory) {
        invalidateChildren(of: id)
        index.invalidate(directory[id].parent.map { nodes[$0.slot].flags.grid } ?? HitIndex.number(ofScreen: directory[id].screen))
    }

    mutating func updateRedirect(_ id: RegionID, _ spec: RegionSpec, _ directory: RegionDirectory) {
        if spec.hitTest == nil, redirecting.isEmpty { return }
        if case .redirect(let to, _) = spec.hitTest {
            redirecting[id] = to
            redirects[id] = directory.region(ofID: to)
        } else if redirecting.removeValue(forKey: id) != nil {
            redirects[id] = nil
        }
    }

    /// Updates the targets of redirects after ids have been added or removed.
    mutating func resolveRedirects(_ directory: RegionDirectory) {
        for (id, to) in redirecting {
            if directory.contains(id) {
                redirects[id] = directory.region(ofID: to)
            } else {
                redirecting[id] = nil
                redirects[id] = nil
            }
        }
    }

    // MARK: Nesting

    /// Copies the links of all regions from the directory, and gives parents of many children their grids. O(regions).
    mutating func linkAll(_ directory: RegionDirectory) {
        let regions = directory.regions
        for id in regions {
            let links = directory.links[id.slot]
            let skip = links.behind >= 0 ? links.behind : directory[id].parent.map { nodes[$0.slot].skip } ?? -1
            nodes[id.slot].skip = skip
            nodes[id.slot].first = links.frontmost >= 0 ? links.frontmost : skip
        }
        for screen in directory.screens.indices { index.windowsChanged(screen) }
        for id in regions where directory.links[id.slot].childCount >= HitIndex.minimumChildren {
            nodes[id.slot].flags.grid = index.addGrid(of: id)
        }
        refresh(directory)
    }

    /// Links a region, with everything in it, at its new place. O(depth).
    mutating func link(_ id: RegionID, at place: RegionPosition, _ directory: RegionDirectory) {
        if let inFront = place.behind {
            setSkip(of: inFront, to: Int32(id.slot), directory)
        } else if let parent = place.parent {
            nodes[parent.slot].first = Int32(id.slot)
        }
        let behind = directory.links[id.slot].behind
        setSkip(of: id, to: behind >= 0 ? behind : place.parent.map { nodes[$0.slot].skip } ?? -1, directory)
        childrenChanged(place, directory)
    }

    /// Unlinks a region, with everything in it, from its place. O(depth).
    mutating func unlink(_ id: RegionID, from place: RegionPosition, _ directory: RegionDirectory) {
        let skip = nodes[id.slot].skip
        if let inFront = place.behind {
            setSkip(of: inFront, to: skip, directory)
        } else if let parent = place.parent {
            let frontmost = directory.links[parent.slot].frontmost
            nodes[parent.slot].first = frontmost >= 0 ? frontmost : nodes[parent.slot].skip
        }
        childrenChanged(place, directory)
    }

    /// Sets the slot at which a walk continues after a region: when it skips the region, or when it has passed the last region inside it.
    private mutating func setSkip(of id: RegionID, to skip: Int32, _ directory: RegionDirectory) {
        var slot = id.slot
        while true {
            nodes[slot].skip = skip
            let backmost = directory.links[slot].backmost
            if backmost < 0 { break }
            slot = Int(backmost)
        }
        nodes[slot].first = skip
    }

    /// Updates the grid of a region, or of a screen, after its list of children has changed.
    private mutating func childrenChanged(_ place: RegionPosition, _ directory: RegionDirectory) {
        guard let parent = place.parent else { return index.windowsChanged(place.screen) }
        let areMany = directory.links[parent.slot].childCount >= HitIndex.minimumChildren
        let grid = nodes[parent.slot].flags.grid
        if areMany && grid == 0 {
            nodes[parent.slot].flags.grid = index.addGrid(of: parent)
        } else if !areMany && grid != 0 {
            index.removeGrid(grid)
            nodes[parent.slot].flags.grid = 0
        } else {
            index.invalidate(grid)
        }
    }

    /// Removes the grid of a removed region.
    mutating func removeGrid(of id: RegionID) {
        let grid = nodes[id.slot].flags.grid
        if grid == 0 { return }
        index.removeGrid(grid)
        nodes[id.slot].flags.grid = 0
    }

    /// Rebuilds stale grids. Called after changes and before hit tests, which would otherwise be slower, but still right. O(children of stale grids).
    mutating func refresh(_ directory: RegionDirectory) {
        if index.isStale { index.refresh(nodes, directory) }
    }
}

extension HitTester {
    /// A description of the first contradiction to the tree's regions; nil if there is none. O(regions).
    func fault(_ directory: RegionDirectory, _ specs: [RegionSpec], _ toLocal: [AffineTransform]) -> String? {
        for id in directory.regions {
            let (links, node, path) = (directory.links[id.slot], nodes[id.slot], directory[id].path)
            let skip = links.behind >= 0 ? links.behind : directory[id].parent.map { nodes[$0.slot].skip } ?? -1
            if node.skip != skip || node.first != (links.frontmost >= 0 ? links.frontmost : skip) { return "the walk has wrong links at \(path)" }
            let expected = RegionNode(specs[id.slot], toLocal: toLocal[id.slot], first: node.first, skip: node.skip)
            // The sides of a box may become NaN if a region has extreme numbers.
            func isSame(_ side: KeyPath<RegionNode, Double>) -> Bool {
                node[keyPath: side] == expected[keyPath: side] || node[keyPath: side].isNaN && expected[keyPath: side].isNaN
            }
            let isSame = [\RegionNode.minX, \.minY, \.maxX, \.maxY].allSatisfy(isSame)
            if !isSame || node.flags.rawValue & 0xff != expected.flags.rawValue & 0xff { return "the box or flags of \(path) are out of date" }
            if (node.flags.grid != 0) != (links.childCount >= HitIndex.minimumChildren) { return "\(path) has an unneeded grid, or lacks one" }
            if case .redirect(let to, _) = specs[id.slot].hitTest, redirects[id] != directory.region(ofID: to) {
                return "\(path) redirects to \(String(describing: redirects[id])) instead of \"\(to)\""
            }
        }
        return nil
    }
}
