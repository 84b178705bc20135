extension RegionTree {
    /// The region that takes a touch at a point of a screen, or nil: UIKit's `hitTest(_:with:)`, reverse pre-order.
    ///
    /// A region that refuses (hidden, not interactive, transparent) or does not contain the point is skipped with all
    /// below it. One that contains it is the answer unless something in it is: the walk then goes no further than its
    /// end. No allocation, no reference counting; O(regions asked).
    public func hitTest(_ p: Point, screen: Int) -> RegionIndex? {
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
        guard node.boxContains(p) && (!special.contains(.turned) || contains(p, index)) else {
            return special.contains(.overflow) ? .onlyChildren : .refuse
        }
        if special.contains(.passThrough) { return .onlyChildren }
        if special.contains(.absorb) { return .answer(index) }
        if special.contains(.redirect), let to = redirects[index] { return .answer(to) }
        return .selfOrChildren
    }
}
