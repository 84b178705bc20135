/// The order and the nesting of regions, from their links.
extension RegionDirectory {
    /// Returns the next region in pre-order, front to back.
    public func next(after id: RegionID) -> RegionID? {
        let first = links[id.slot].frontmost
        return first >= 0 ? self.id(at: first) : next(afterSubtreeOf: id)
    }

    /// Returns the next region in pre-order that is not in this one.
    public func next(afterSubtreeOf id: RegionID) -> RegionID? {
        var slot = id.slot
        while true {
            if links[slot].behind >= 0 { return self.id(at: links[slot].behind) }
            guard let parent = records[slot].parent else { return nil }
            slot = parent.slot
        }
    }

    /// Returns the receiver before this one in the order of lists. O(levels); for a responder that is not a region, O(responders).
    public func previous(before id: RegionID) -> RegionID? {
        if !id.isRegion {
            let place = responders.firstIndex(of: id)!
            return place > 0 ? responders[place - 1] : last(upToScreen: screens.count - 1)
        }
        let inFront = links[id.slot].inFront
        if inFront >= 0 { return last(in: inFront) }
        return records[id.slot].parent ?? last(upToScreen: records[id.slot].screen - 1)
    }

    private func last(upToScreen screen: Int) -> RegionID? {
        var screen = screen
        while screen >= 0 {
            if screens[screen].backmost >= 0 { return last(in: screens[screen].backmost) }
            screen -= 1
        }
        return nil
    }

    /// Returns the last region, in pre-order, of a subtree; a region without children is its own last one.
    private func last(in slot: Int32) -> RegionID {
        var last = slot
        while links[Int(last)].backmost >= 0 { last = links[Int(last)].backmost }
        return id(at: last)
    }

    /// Returns the children, front to back.
    func children(of id: RegionID) -> Siblings { Siblings(links: links, next: links[id.slot].frontmost) }
    func windows(ofScreen screen: Int) -> Siblings { Siblings(links: links, next: screens[screen].frontmost) }

    struct Siblings: Sequence, IteratorProtocol {
        private let links: [RegionLinks]
        private var slot: Int32

        fileprivate init(links: [RegionLinks], next: Int32) { (self.links, slot) = (links, next) }

        mutating func next() -> RegionID? {
            if slot < 0 { return nil }
            defer { slot = links[Int(slot)].behind }
            return links[Int(slot)].id
        }
    }

    /// All regions in pre-order, front to back, one screen after the other.
    public var regions: [RegionID] {
        var all: [RegionID] = []
        all.reserveCapacity(regionCount)
        for screen in screens.indices { all += regions(ofScreen: screen) }
        return all
    }

    func regions(ofScreen screen: Int) -> [RegionID] {
        var all: [RegionID] = []
        var next = screens[screen].frontmost >= 0 ? id(at: screens[screen].frontmost) : nil
        while let region = next {
            all.append(region)
            next = self.next(after: region)
        }
        return all
    }

    /// All regions in pre-order, followed by the other responders: the order of lists.
    public var receivers: [RegionID] { regions + responders }

    /// Returns a region and everything in it, in pre-order.
    public func subtree(of region: RegionID) -> [RegionID] {
        var all = [region]
        let end = next(afterSubtreeOf: region)
        var next = self.next(after: region)
        while let one = next, one != end {
            all.append(one)
            next = self.next(after: one)
        }
        return all
    }

    /// Whether a receiver lies in a region, at any depth. False for the region itself.
    public func isInside(_ inner: RegionID, _ outer: RegionID) -> Bool {
        var next = records[inner.slot].parent
        while let region = next {
            if region == outer { return true }
            next = records[region.slot].parent
        }
        return false
    }

    /// Whether a receiver lies in any of some regions, at any depth.
    func isInside(_ inner: RegionID, anyOf outer: Set<RegionID>) -> Bool {
        var next = records[inner.slot].parent
        while let region = next {
            if outer.contains(region) { return true }
            next = records[region.slot].parent
        }
        return false
    }

    /// Returns receivers in the order of lists, each once. Walks over them, the regions around them and the siblings in front of these,
    /// and uses a byte for each slot.
    public func inOrder(_ receivers: [RegionID]) -> [RegionID] {
        if receivers.count < 2 { return Array(receivers) }
        // By slot: 1 for the given receivers, 2 for the regions around them.
        var marks = [UInt8](repeating: 0, count: slotCount)
        var left = 0
        for receiver in receivers where marks[receiver.slot] & 1 == 0 {
            marks[receiver.slot] |= 1
            if !receiver.isRegion { continue }
            left += 1
            var around = records[receiver.slot].parent
            while let region = around, marks[region.slot] & 2 == 0 {
                marks[region.slot] |= 2
                around = records[region.slot].parent
            }
        }
        var all: [RegionID] = []
        all.reserveCapacity(receivers.count)
        for screen in screens where left > 0 && screen.frontmost >= 0 {
            var next: RegionID? = id(at: screen.frontmost)
            while let region = next, left > 0 {
                if marks[region.slot] & 1 != 0 {
                    all.append(region)
                    left -= 1
                }
                next = marks[region.slot] & 2 != 0 ? self.next(after: region) : self.next(afterSubtreeOf: region)
            }
        }
        return all + responders.filter { marks[$0.slot] & 1 != 0 }
    }

    /// Returns the number of levels of a region with everything in it.
    func height(of region: RegionID) -> Int {
        var deepest = 1
        var level = Array(children(of: region))
        while !level.isEmpty {
            deepest += 1
            level = level.flatMap { Array(children(of: $0)) }
        }
        return deepest
    }
}

extension RegionDirectory {
    /// A description of the first violated invariant; nil if all hold. O(regions).
    var fault: String? {
        var walked = 0
        for screen in screens.indices {
            if let fault = fault(ofChildren: nil, screen, screens[screen].frontmost, screens[screen].backmost, &walked) { return fault }
        }
        if walked != regionCount { return "the tree has \(walked) regions, but \(regionCount) are counted" }
        for id in responders where !contains(id) || index(ofID: records[id.slot].id) == nil { return "the responder \(id) is not in the tree" }
        let listed = receivers.filter { records[$0.slot].sensitiveRoot != nil }
        return listed == sensitive ? nil : "\(sensitive) are listed as sensitive instead of \(listed)"
    }

    private func fault(ofChildren parent: RegionID?, _ screen: Int, _ frontmost: Int32, _ backmost: Int32, _ walked: inout Int) -> String? {
        var (slot, inFront, count) = (frontmost, Int32(-1), 0)
        while slot >= 0 {
            let (id, record) = (id(at: slot), records[Int(slot)])
            if !contains(id) || !id.isRegion { return "\(id) is a child of \(String(describing: parent)), but not a region of the tree" }
            if index(ofID: record.id) != id { return "\"\(record.id)\" is not the name of \(id)" }
            if record.parent != parent || record.screen != screen { return "\(record.path) has a wrong parent or screen in its record" }
            if links[id.slot].inFront != inFront { return "\(record.path) has a wrong link to the region in front of it" }
            walked += 1
            count += 1
            if let fault = fault(ofChildren: id, screen, links[id.slot].frontmost, links[id.slot].backmost, &walked) { return fault }
            (inFront, slot) = (slot, links[id.slot].behind)
        }
        if inFront != backmost { return "the backmost region in \(String(describing: parent)) is not the last of its list" }
        if let parent, links[parent.slot].childCount != count { return "\(records[parent.slot].path) has \(count) children, but counts others" }
        return nil
    }
}
