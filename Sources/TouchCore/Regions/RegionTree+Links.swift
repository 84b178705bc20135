/// How regions are put into others and taken out, in place. O(depth) a link, O(regions in it) for the names and places of what
/// comes along.
extension RegionTree {
    /// Where a region lies: in what, and right behind whom there; nil: in front of all.
    struct Place: Equatable {
        var parent: RegionID?
        var screen: Int
        var behind: RegionID?
    }

    func place(of id: RegionID) -> Place {
        let inFront = directory.links[id.slot].inFront
        return Place(parent: self[id].parent, screen: self[id].screen, behind: inFront >= 0 ? directory.id(at: inFront) : nil)
    }

    /// Puts a region that is nowhere, with all that is in it, to its place.
    mutating func link(_ id: RegionID, at place: Place) {
        directory.insert(id, in: place.parent, screen: place.screen, behind: place.behind)
        if let inFront = place.behind {
            setSkip(of: inFront, to: Int32(id.slot))
        } else if let parent = place.parent {
            nodes[parent.slot].first = Int32(id.slot)
        }
        let behind = directory.links[id.slot].behind
        setSkip(of: id, to: behind >= 0 ? behind : place.parent.map { nodes[$0.slot].skip } ?? -1)
        describeAll(id, in: place.parent, screen: place.screen)
        childrenChanged(place.parent, screen: place.screen)
    }

    /// Takes a region out of what it is in, with all that is in it. Its values stay.
    mutating func unlink(_ id: RegionID) {
        let place = place(of: id)
        let skip = nodes[id.slot].skip
        directory.takeOut(id, of: place.parent, screen: place.screen)
        if let inFront = place.behind {
            setSkip(of: inFront, to: skip)
        } else if let parent = place.parent {
            nodes[parent.slot].first = directory.links[parent.slot].frontmost >= 0 ? directory.links[parent.slot].frontmost : nodes[parent.slot].skip
        }
        childrenChanged(place.parent, screen: place.screen)
    }

    /// Where a walk goes that does not ask a region, and so after the last of all that is in it.
    private mutating func setSkip(of id: RegionID, to skip: Int32) {
        var slot = id.slot
        while true {
            nodes[slot].skip = skip
            let backmost = directory.links[slot].backmost
            if backmost < 0 { break }
            slot = Int(backmost)
        }
        nodes[slot].first = skip
    }

    /// Writes the records and places of a region and of all that is in it anew.
    mutating func describeAll(_ root: RegionID, in parent: RegionID?, screen: Int) {
        describe(root, parent: parent, screen: screen)
        place(one: root)
        for id in directory.subtree(of: root).dropFirst() {
            describe(id, parent: self[id].parent, screen: screen)
            place(one: id)
            hitIndex.invalidate(nodes[id.slot].special.grid)
        }
        invalidate(root)
    }

    /// What lies in a region, or on a screen, is another list now.
    private mutating func childrenChanged(_ parent: RegionID?, screen: Int) {
        guard let parent else { return hitIndex.windowsChanged(screen) }
        let areMany = directory.links[parent.slot].childCount >= HitIndex.leastChildren
        let grid = nodes[parent.slot].special.grid
        if areMany && grid == 0 {
            nodes[parent.slot].special.grid = hitIndex.addGrid(of: parent)
        } else if !areMany && grid != 0 {
            hitIndex.removeGrid(grid)
            nodes[parent.slot].special.grid = 0
        } else {
            hitIndex.invalidate(grid)
        }
    }
}

extension RegionDirectory {
    /// Puts a region behind all others of what it is in.
    mutating func append(_ id: RegionID, to parent: RegionID?, screen: Int) {
        let backmost = parent.map { links[$0.slot].backmost } ?? screens[screen].backmost
        insert(id, in: parent, screen: screen, behind: backmost >= 0 ? self.id(at: backmost) : nil)
    }

    mutating func insert(_ id: RegionID, in parent: RegionID?, screen: Int, behind inFront: RegionID?) {
        let slot = Int32(id.slot)
        let first = parent.map { links[$0.slot].frontmost } ?? screens[screen].frontmost
        let next = inFront.map { links[$0.slot].behind } ?? first
        links[id.slot].inFront = inFront.map { Int32($0.slot) } ?? -1
        links[id.slot].behind = next
        if let inFront { links[inFront.slot].behind = slot } else { setFrontmost(slot, parent, screen) }
        if next >= 0 { links[Int(next)].inFront = slot } else { setBackmost(slot, parent, screen) }
        if let parent { links[parent.slot].childCount += 1 }
    }

    mutating func takeOut(_ id: RegionID, of parent: RegionID?, screen: Int) {
        let (inFront, behind) = (links[id.slot].inFront, links[id.slot].behind)
        if inFront >= 0 { links[Int(inFront)].behind = behind } else { setFrontmost(behind, parent, screen) }
        if behind >= 0 { links[Int(behind)].inFront = inFront } else { setBackmost(inFront, parent, screen) }
        (links[id.slot].inFront, links[id.slot].behind) = (-1, -1)
        if let parent { links[parent.slot].childCount -= 1 }
    }

    private mutating func setFrontmost(_ slot: Int32, _ parent: RegionID?, _ screen: Int) {
        if let parent { links[parent.slot].frontmost = slot } else { screens[screen].frontmost = slot }
    }

    private mutating func setBackmost(_ slot: Int32, _ parent: RegionID?, _ screen: Int) {
        if let parent { links[parent.slot].backmost = slot } else { screens[screen].backmost = slot }
    }
}
