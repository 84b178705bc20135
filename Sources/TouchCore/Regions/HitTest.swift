extension RegionTree {
    /// The region that takes a touch at a point of a screen, or nil: UIKit's `hitTest(_:with:)`, reverse pre-order.
    ///
    /// A region that refuses (hidden, not interactive, transparent) or does not contain the point is skipped with all
    /// below it. One that contains it is the answer unless something in it is: the walk then goes no further than its
    /// end. Of many siblings only those are asked that can contain the point (HitIndex). No allocation, no reference
    /// counting; O(regions asked).
    public func hitTest(_ p: Point, screen: Int) -> RegionIndex? {
        let answer = indexed { quick(p, screen, $0) }
        if answer >= 0 { return answer }
        return special.contains(.translucent) ? overlays(p, screen: screen).first : nil
    }

    /// The translucent regions at a point in which nothing is hit, front to back: they get the touch as well as the region
    /// that is hit behind them. O(regions asked); empty without a walk in a tree that has none.
    func overlays(_ p: Point, screen: Int) -> [RegionIndex] {
        guard special.contains(.translucent) else { return [] }
        var asked: [RegionIndex] = []
        let answer = withUnsafeMutablePointer(to: &asked) { asked in indexed { find(p, screen, $0, asked).by } }
        return asked.filter { answer < $0 || answer >= nodes[Int($0)].end }
    }

    /// What the walk reads, without reference counting.
    private struct Memory {
        let nodes: UnsafeBufferPointer<RegionNode>
        let index: HitIndex.Reader
    }

    @inline(__always)
    private func indexed<T>(_ body: (Memory) -> T) -> T {
        nodes.withUnsafeBufferPointer { nodes in
            hitIndex.entries.withUnsafeBufferPointer { entries in
                hitIndex.words.withUnsafeBufferPointer { words in
                    body(Memory(nodes: nodes, index: HitIndex.Reader(entries: entries, words: words)))
                }
            }
        }
    }

    /// The region that was hit and who answered for it; both -1: none.
    private typealias Found = (region: RegionIndex, by: RegionIndex)

    private func find(
        _ p: Point, _ screen: Int, _ memory: Memory, _ translucent: UnsafeMutablePointer<[RegionIndex]>?
    ) -> Found {
        find(p, screens[screen].regions, -1, grid: HitIndex.number(ofScreen: screen), memory, translucent, depth: 0)
    }

    /// As long as all are plain regions with few children, which is most of the time, no more than four comparisons each.
    @inline(__always)
    private func quick(_ p: Point, _ screen: Int, _ memory: Memory) -> RegionIndex {
        let grid = HitIndex.number(ofScreen: screen)
        let range = screens[screen].regions
        if memory.index.entries[grid].isUsable { return find(p, range, -1, grid: grid, memory, nil, depth: 0).region }
        var answer: RegionIndex = -1
        var next = range.lowerBound
        var end = range.upperBound
        while next < end {
            let node = memory.nodes[Int(next)]
            if node.special.rawValue != 0 { return find(p, next..<end, answer, grid: 0, memory, nil, depth: 0).region }
            if node.boxContains(p) {
                answer = next
                end = node.end
                next += 1
            } else {
                next = node.end
            }
        }
        return answer
    }

    /// Searches siblings and what is in them. As the plain walk (`walk`) finds it, which asks them all.
    ///
    /// - Parameters:
    ///   - otherwise: the answer when none of them is.
    ///   - grid: the number of the siblings' grid, 0: none.
    ///   - translucent: gets the translucent regions that were asked, if they are wanted.
    ///   - depth: in how many regions with grids that answer only for children.
    private func find(
        _ p: Point, _ siblings: Range<RegionIndex>, _ otherwise: RegionIndex, grid: Int, _ memory: Memory,
        _ translucent: UnsafeMutablePointer<[RegionIndex]>?, depth: Int
    ) -> Found {
        var answer = otherwise
        var next = siblings.lowerBound
        var end = siblings.upperBound
        var grid = grid
        while true {
            if grid != 0, var candidates = memory.index.candidates(grid, p) {
                grid = 0
                next = end
                while let candidate = candidates.pop() {
                    let node = memory.nodes[Int(candidate)]
                    let verdict = node.special.isPlain ? node.plainVerdict(p) : ask(candidate, node, p)
                    if verdict == .refuse { continue }
                    if case .answer(let region) = verdict { return (region, candidate) }
                    if verdict == .selfOrChildren {
                        answer = candidate
                        next = candidate + 1
                        end = node.end
                        grid = node.special.grid
                        break
                    }
                    note(candidate, translucent)
                    if depth == Self.deepest {
                        // From here on one after the other, which takes no stack.
                        next = candidate + 1
                        break
                    }
                    let found = find(
                        p, candidate + 1..<node.end, -1, grid: node.special.grid, memory, translucent, depth: depth + 1)
                    if found.region >= 0 { return found }
                }
                if grid != 0 { continue }
            }
            grid = 0
            while next < end {
                let node = memory.nodes[Int(next)]
                if node.special.rawValue == 0 {
                    if node.boxContains(p) {
                        answer = next
                        end = node.end
                        next += 1
                    } else {
                        next = node.end
                    }
                    continue
                }
                switch node.special.isPlain ? node.plainVerdict(p) : ask(next, node, p) {
                case .refuse:
                    next = node.end
                case .onlyChildren:
                    note(next, translucent)
                    if node.special.grid == 0 || depth == Self.deepest {
                        next += 1
                        continue
                    }
                    let found = find(
                        p, next + 1..<node.end, -1, grid: node.special.grid, memory, translucent, depth: depth + 1)
                    if found.region >= 0 { return found }
                    next = node.end
                case .selfOrChildren:
                    answer = next
                    end = node.end
                    next += 1
                    grid = node.special.grid
                case .answer(let region):
                    return (region, next)
                }
                if grid != 0 { break }
            }
            if grid == 0 { return (answer, answer) }
        }
    }

    private static var deepest: Int { 16 }

    private func note(_ region: RegionIndex, _ translucent: UnsafeMutablePointer<[RegionIndex]>?) {
        guard let translucent, specs[Int(region)].hitTest == .translucent else { return }
        // What it is in is asked before it, and is behind it.
        let place = translucent.pointee.firstIndex { region < nodes[Int($0)].end } ?? translucent.pointee.count
        translucent.pointee.insert(region, at: place)
    }

    /// The plain walk, in the order in which UIKit asks. Tells of each region that is asked, and who answered for whom.
    func walk(
        _ p: Point, screen: Int, _ visit: (RegionIndex, Verdict) -> Void
    ) -> (region: RegionIndex, by: RegionIndex)? {
        let range = screens[screen].regions
        var next = range.lowerBound
        var end = range.upperBound
        var answer: RegionIndex?
        while next < end {
            let index = next
            let node = nodes[Int(index)]
            let verdict = ask(index, node, p)
            visit(index, verdict)
            switch verdict {
            case .refuse:
                next = node.end
            case .onlyChildren:
                next += 1
            case .selfOrChildren:
                answer = index
                end = node.end
                next += 1
            case .answer(let region):
                return (region, index)
            }
        }
        return answer.map { ($0, $0) }
    }

    /// What a region says when it is asked about a point, before its children are.
    enum Verdict: Equatable {
        /// Neither this region nor anything in it.
        case refuse
        /// Whichever child contains the point; if none, the search goes on behind this region.
        case onlyChildren
        /// Whichever child contains the point, else this region.
        case selfOrChildren
        /// This region answers for its whole subtree.
        case answer(RegionIndex)
    }

    /// The rules of a region that is turned or overrides the hit test.
    func ask(_ index: RegionIndex, _ node: RegionNode, _ p: Point) -> Verdict {
        let special = node.special
        // Always to itself: its `pointInside` is always true.
        if special.contains(.redirectAlways), let to = redirects[index] { return to == index ? .selfOrChildren : .answer(to) }
        guard node.boxContains(p) && (!special.contains(.shaped) || containsExactly(p, index)) else {
            return special.contains(.overflow) ? .onlyChildren : .refuse
        }
        if special.contains(.passThrough) { return .onlyChildren }
        if special.contains(.absorb) { return .answer(index) }
        if special.contains(.redirect), let to = redirects[index] { return .answer(to) }
        return .selfOrChildren
    }
}

extension RegionNode {
    @inline(__always)
    fileprivate func plainVerdict(_ p: Point) -> RegionTree.Verdict { boxContains(p) ? .selfOrChildren : .refuse }
}
