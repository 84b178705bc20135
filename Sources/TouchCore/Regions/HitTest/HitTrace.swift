/// A record of the search for the region at a point: every region that was asked, in order, with its answer.
public struct HitTrace: Sendable {
    public struct Entry: Sendable {
        public let region: RegionID
        /// The point in the region's own space.
        public let local: Point
        /// True if the point is in the region itself. The children of a region that overflows are asked even if the point is outside it.
        public let isInside: Bool
        public let answer: Answer
    }

    public enum Answer: Hashable, Sendable {
        /// The region is the answer.
        case hit
        /// The region contains the point, and something inside it is the answer.
        case childHit
        /// The region sends the touch to another region.
        case redirects(to: RegionID)
        /// The region lets touches through, and nothing inside it took this one.
        case passesThrough
        /// The region is translucent: it gets the touch together with the region hit behind it.
        case letsThrough
        /// The point is not in the region; nothing inside it was asked.
        case outside
        /// The region refuses touches; nothing inside it was asked.
        case refuses(RegionSpec.Refusal)
    }

    /// A region under the point that was not asked, with the reason.
    public struct Unasked: Sendable {
        public let region: RegionID
        public let because: Cause

        public enum Cause: Hashable, Sendable {
            /// An ancestor refused, did not contain the point, or answered for its whole subtree.
            case ancestor(RegionID)
            /// The search had found its answer before it reached this region.
            case answeredBefore
        }
    }

    public let result: RegionID?
    public let asked: [Entry]
    public let unasked: [Unasked]

    /// The results of all regions that were asked, in the order in which calls of `hitTest(_:with:)` would return: first the regions inside a region,
    /// then the region itself.
    public let answers: [(region: RegionID, result: RegionID?)]
}

extension HitTrace {
    /// Returns the trace with another result, reduced to the regions that the client may see (`isTold`).
    public func filtered(_ result: RegionID?, of isTold: (RegionID) -> Bool) -> HitTrace {
        HitTrace(
            result: result, asked: asked.filter { isTold($0.region) }, unasked: unasked.filter { isTold($0.region) },
            answers: answers.filter { isTold($0.region) })
    }
}

extension HitTrace {
    /// Records a plain walk over a tree.
    init(_ p: Point, screen: Int, in tree: borrowing RegionTree) {
        var notes: [(region: RegionID, verdict: HitTester.Verdict)] = []
        let answer = tree.hitTester.walk(p, screen: screen, in: tree) { notes.append(($0, $1)) }
        let translucentHits = tree.translucentHits(p, screen: screen)
        asked = notes.map { region, verdict in
            let holdsAnswer = answer.map { tree.directory.isInside($0.by, region) } ?? false
            let said: Answer =
                switch verdict {
                case .refuse: tree.specs[region.slot].refusal.map { .refuses($0) } ?? .outside
                case .onlyChildren where holdsAnswer: .childHit
                case .onlyChildren where answer == nil && region == translucentHits.first: .hit
                case .onlyChildren: translucentHits.contains(region) ? .letsThrough : .passesThrough
                case .selfOrChildren: holdsAnswer ? .childHit : .hit
                case .answer(let to): to == region ? .hit : .redirects(to: to)
                }
            return Entry(region: region, local: tree.convert(p, to: region), isInside: tree.containsExactly(p, region.slot), answer: said)
        }
        result = answer?.region ?? translucentHits.first
        unasked = Self.unasked(p, screen: screen, asked, tree)
        answers = Self.answers(asked.map(\.region), result, by: answer?.by ?? translucentHits.first, tree.directory)
    }

    /// Converts the asked regions from pre-order to post-order, each with its result. The region that answered and the regions around it get
    /// `result`, all others nil.
    private static func answers(
        _ asked: [RegionID], _ result: RegionID?, by answering: RegionID?, _ directory: RegionDirectory
    ) -> [(region: RegionID, result: RegionID?)] {
        var answers: [(region: RegionID, result: RegionID?)] = []
        var open: [RegionID] = []
        func close(before next: RegionID?) {
            while let last = open.last, next.map({ !directory.isInside($0, last) }) ?? true {
                let holdsAnswer = answering.map { $0 == last || directory.isInside($0, last) } ?? false
                answers.append((last, holdsAnswer ? result : nil))
                open.removeLast()
            }
        }
        for region in asked {
            close(before: region)
            open.append(region)
        }
        close(before: nil)
        return answers
    }

    private static func unasked(_ p: Point, screen: Int, _ asked: [Entry], _ tree: borrowing RegionTree) -> [Unasked] {
        var wasAsked = Set(asked.map(\.region))
        let said = Dictionary(asked.map { ($0.region, $0.answer) }, uniquingKeysWith: { a, _ in a })
        return tree.directory.regions(ofScreen: screen).compactMap { region in
            guard wasAsked.insert(region).inserted, tree.containsExactly(p, region.slot) else { return nil }
            for ancestor in tree.chain(to: region).dropLast().reversed() {
                switch said[ancestor] {
                case .outside, .refuses, .redirects: return Unasked(region: region, because: .ancestor(ancestor))
                case .hit where tree.specs[ancestor.slot].hitTest == .absorb:
                    return Unasked(region: region, because: .ancestor(ancestor))
                default: continue
                }
            }
            return Unasked(region: region, because: .answeredBefore)
        }
    }
}
