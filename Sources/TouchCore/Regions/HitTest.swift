extension RegionTree {
    /// The region that takes a touch at a point of a screen, or nil: UIKit's `hitTest(_:with:)`, reverse pre-order.
    ///
    /// A region that refuses (hidden, not interactive, transparent) or does not contain the point is skipped with all
    /// below it. One that contains it is the answer unless something in it is: the walk then goes no further than its
    /// end. No allocation, no reference counting; O(regions asked).
    public func hitTest(_ p: Point, screen: Int) -> RegionIndex? {
        let answer = opaqueHitTest(p, screen: screen)
        if answer != nil || !special.contains(.translucent) { return answer }
        return overlays(p, screen: screen).first
    }

    /// The same, where translucent regions let everything through.
    private func opaqueHitTest(_ p: Point, screen: Int) -> RegionIndex? {
        let range = screens[screen].regions
        return nodes.withUnsafeBufferPointer { nodes in
            var answer: RegionIndex = -1
            var next = range.lowerBound
            var end = range.upperBound
            while next < end {
                let node = nodes[Int(next)]
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
                switch ask(next, node, p) {
                case .refuse:
                    next = node.end
                case .onlyChildren:
                    next += 1
                case .selfOrChildren:
                    answer = next
                    end = node.end
                    next += 1
                case .answer(let region):
                    return region
                }
            }
            return answer >= 0 ? answer : nil
        }
    }

    /// The translucent regions at a point in which nothing is hit, front to back: they get the touch as well as the region
    /// that is hit behind them. O(regions asked); empty without a walk in a tree that has none.
    func overlays(_ p: Point, screen: Int) -> [RegionIndex] {
        guard special.contains(.translucent) else { return [] }
        var asked: [RegionIndex] = []
        let answer = walk(p, screen: screen) { region, verdict in
            if verdict == .onlyChildren, specs[Int(region)].hitTest == .translucent { asked.append(region) }
        }
        return asked.filter { region in answer.map { !($0.by >= region && $0.by < nodes[Int(region)].end) } ?? true }
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
        if special.contains(.redirectAlways), let to = redirects[index] { return .answer(to) }
        guard node.boxContains(p) && (!special.contains(.shaped) || containsExactly(p, index)) else {
            return special.contains(.overflow) ? .onlyChildren : .refuse
        }
        if special.contains(.passThrough) { return .onlyChildren }
        if special.contains(.absorb) { return .answer(index) }
        if special.contains(.redirect), let to = redirects[index] { return .answer(to) }
        return .selfOrChildren
    }
}
