/// The search for the region at a point. The `tree` passed to each function is the one that owns this hit tester; it has the shapes and the names.
extension HitTester {
    /// Returns the region that takes a touch at a point of a screen, or nil: UIKit's `hitTest(_:with:)`, reverse pre-order.
    ///
    /// A region that refuses (hidden, not interactive, transparent) or does not contain the point is skipped with everything below it. If a region
    /// contains the point, the answer is that region or one in it, so the walk ends at the end of its subtree. Among many siblings, the walk asks
    /// only those that can contain the point (`HitIndex`). No allocation, no reference counting; O(regions asked).
    @inline(__always)
    func hitTest(_ p: Point, screen: Int, in tree: borrowing RegionTree) -> RegionID? {
        let answer = indexed { quick(p, screen, tree, $0) }
        if answer >= 0 { return tree.directory.id(at: answer) }
        return tree.features.contains(.translucent) ? translucentHits(p, screen: screen, in: tree).first : nil
    }

    /// Returns the translucent regions at a point in which nothing is hit, front to back. They get the touch together with the region hit
    /// behind them. O(regions asked); O(1) in a tree without translucent regions.
    func translucentHits(_ p: Point, screen: Int, in tree: borrowing RegionTree) -> [RegionID] {
        guard tree.features.contains(.translucent) else { return [] }
        var asked: [RegionID] = []
        let answer = withUnsafeMutablePointer(to: &asked) { asked in indexed { find(p, screen, tree, $0, asked).by } }
        if answer < 0 { return asked }
        let by = tree.directory.id(at: answer)
        return asked.filter { $0 != by && !tree.directory.isInside(by, $0) }
    }

    /// The storage that the walk reads, without reference counting.
    private struct Memory {
        let nodes: UnsafeBufferPointer<RegionNode>
        let index: HitIndex.Reader
    }

    @inline(__always)
    private func indexed<T>(_ body: (Memory) -> T) -> T {
        nodes.withUnsafeBufferPointer { nodes in
            index.entries.withUnsafeBufferPointer { entries in
                index.words.withUnsafeBufferPointer { words in
                    body(Memory(nodes: nodes, index: HitIndex.Reader(entries: entries, words: words)))
                }
            }
        }
    }

    /// The slots of the region that was hit and of the region that gave this answer, which differ after a redirect. Both are -1 if no region was hit.
    private typealias Found = (region: Int32, by: Int32)

    private func find(
        _ p: Point, _ screen: Int, _ tree: borrowing RegionTree, _ memory: Memory, _ translucent: UnsafeMutablePointer<[RegionID]>?
    ) -> Found {
        find(
            p, from: tree.directory.screens[screen].frontmost, to: -1, -1, grid: HitIndex.number(ofScreen: screen), tree, memory, translucent,
            depth: 0)
    }

    /// Searches with at most four comparisons per region, as long as all are plain regions with few children, which is the usual case.
    @inline(__always)
    private func quick(_ p: Point, _ screen: Int, _ tree: borrowing RegionTree, _ memory: Memory) -> Int32 {
        let grid = HitIndex.number(ofScreen: screen)
        var next = tree.directory.screens[screen].frontmost
        if memory.index.entries[grid].isUsable { return find(p, from: next, to: -1, -1, grid: grid, tree, memory, nil, depth: 0).region }
        var answer: Int32 = -1
        var end: Int32 = -1
        while next != end {
            let node = memory.nodes[Int(next)]
            if node.flags.rawValue != 0 { return find(p, from: next, to: end, answer, grid: 0, tree, memory, nil, depth: 0).region }
            if node.boxContains(p) {
                answer = next
                end = node.skip
                next = node.first
            } else {
                next = node.skip
            }
        }
        return answer
    }

    /// Searches siblings and everything in them. Finds the same region as the plain walk (`walk`), which asks all siblings.
    ///
    /// - Parameters:
    ///   - first, end: the slot of the first sibling, and the slot where the walk ends after the last one.
    ///   - otherwise: the answer if none of them is hit.
    ///   - grid: the number of the siblings' grid; 0 for none.
    ///   - translucent: gets the translucent regions that were asked; nil if the caller does not need them.
    ///   - depth: the depth of the recursion, which descends into regions that answer only for their children.
    private func find(
        _ p: Point, from first: Int32, to end: Int32, _ otherwise: Int32, grid: Int, _ tree: borrowing RegionTree, _ memory: Memory,
        _ translucent: UnsafeMutablePointer<[RegionID]>?, depth: Int
    ) -> Found {
        var answer = otherwise
        var next = first
        var end = end
        var grid = grid
        while true {
            if grid != 0, var candidates = memory.index.candidates(grid, p) {
                grid = 0
                next = end
                while let candidate = candidates.pop() {
                    let node = memory.nodes[Int(candidate)]
                    let verdict = node.flags.isPlain ? node.plainVerdict(p) : ask(tree.directory.id(at: candidate), node, p, tree)
                    if verdict == .refuse { continue }
                    if case .answer(let region) = verdict { return (Int32(region.slot), candidate) }
                    if verdict == .selfOrChildren {
                        answer = candidate
                        next = node.first
                        end = node.skip
                        grid = node.flags.grid
                        break
                    }
                    recordTranslucent(candidate, translucent, tree)
                    if depth == Self.deepest {
                        // Asks its children one after the other, which takes no stack.
                        next = node.first
                        break
                    }
                    let found = find(
                        p, from: node.first, to: node.skip, -1, grid: node.flags.grid, tree, memory, translucent, depth: depth + 1)
                    if found.region >= 0 { return found }
                }
                if grid != 0 { continue }
            }
            grid = 0
            while next != end {
                let node = memory.nodes[Int(next)]
                if node.flags.rawValue == 0 {
                    if node.boxContains(p) {
                        answer = next
                        end = node.skip
                        next = node.first
                    } else {
                        next = node.skip
                    }
                    continue
                }
                switch node.flags.isPlain ? node.plainVerdict(p) : ask(tree.directory.id(at: next), node, p, tree) {
                case .refuse:
                    next = node.skip
                case .onlyChildren:
                    recordTranslucent(next, translucent, tree)
                    if node.flags.grid == 0 || depth == Self.deepest {
                        next = node.first
                        continue
                    }
                    let found = find(
                        p, from: node.first, to: node.skip, -1, grid: node.flags.grid, tree, memory, translucent, depth: depth + 1)
                    if found.region >= 0 { return found }
                    next = node.skip
                case .selfOrChildren:
                    answer = next
                    end = node.skip
                    next = node.first
                    grid = node.flags.grid
                case .answer(let region):
                    return (Int32(region.slot), next)
                }
                if grid != 0 { break }
            }
            if grid == 0 { return (answer, answer) }
        }
    }

    private static var deepest: Int { 16 }

    private func recordTranslucent(_ slot: Int32, _ translucent: UnsafeMutablePointer<[RegionID]>?, _ tree: borrowing RegionTree) {
        guard let translucent, tree.specs[Int(slot)].hitTest == .translucent else { return }
        let region = tree.directory.id(at: slot)
        // The regions around this one were asked earlier, but lie behind it.
        let place = translucent.pointee.firstIndex { tree.directory.isInside(region, $0) } ?? translucent.pointee.count
        translucent.pointee.insert(region, at: place)
    }

    /// Searches by the plain walk, in the order in which UIKit asks. Calls `visit` for each region asked. Returns the region hit, and the
    /// one that answered for it.
    func walk(_ p: Point, screen: Int, in tree: borrowing RegionTree, _ visit: (RegionID, Verdict) -> Void) -> (region: RegionID, by: RegionID)? {
        var next = tree.directory.screens[screen].frontmost
        var end: Int32 = -1
        var answer: RegionID?
        while next != end {
            let region = tree.directory.id(at: next)
            let node = nodes[Int(next)]
            let verdict = ask(region, node, p, tree)
            visit(region, verdict)
            switch verdict {
            case .refuse:
                next = node.skip
            case .onlyChildren:
                next = node.first
            case .selfOrChildren:
                answer = region
                end = node.skip
                next = node.first
            case .answer(let other):
                return (other, region)
            }
        }
        return answer.map { ($0, $0) }
    }

    /// The answer of a region that is asked about a point, before its children are asked.
    enum Verdict: Equatable {
        /// The region and its subtree are not hit.
        case refuse
        /// The child that contains the point is hit; if none does, the search goes on behind this region.
        case onlyChildren
        /// The child that contains the point is hit, otherwise this region.
        case selfOrChildren
        /// The given region is hit, and nothing in this one is asked.
        case answer(RegionID)
    }

    /// Returns the answer of any region, including one that is turned or overrides the hit test.
    private func ask(_ id: RegionID, _ node: RegionNode, _ p: Point, _ tree: borrowing RegionTree) -> Verdict {
        let flags = node.flags
        // A region that always redirects to itself counts as containing every point.
        if flags.contains(.redirectAlways), let to = redirects[id] { return to == id ? .selfOrChildren : .answer(to) }
        guard node.boxContains(p) && (!flags.contains(.shaped) || tree.containsExactly(p, id.slot)) else {
            return flags.contains(.overflow) ? .onlyChildren : .refuse
        }
        if flags.contains(.passThrough) { return .onlyChildren }
        if flags.contains(.absorb) { return .answer(id) }
        if flags.contains(.redirect), let to = redirects[id] { return .answer(to) }
        return .selfOrChildren
    }
}

extension RegionNode {
    @inline(__always)
    fileprivate func plainVerdict(_ p: Point) -> HitTester.Verdict { boxContains(p) ? .selfOrChildren : .refuse }
}
