/// Why a point hits what it hits: every region that was asked, in order, with its answer.
public struct HitTrace: Sendable {
    public struct Entry: Sendable {
        public let region: RegionID
        /// The point in the region's own space.
        public let local: Point
        public let answer: Answer
    }

    public enum Answer: Hashable, Sendable {
        /// The region is the answer.
        case hit
        /// It contains the point, and something inside it is the answer.
        case childHit
        /// It sends the touch to another region.
        case redirects(to: RegionID)
        /// It takes no touches itself, and nothing inside it did.
        case passesThrough
        /// It is translucent: it gets the touch as well as the region that is hit behind it.
        case letsThrough
        /// The point is not in it; nothing inside it was asked.
        case outside
        /// It refuses touches; nothing inside it was asked.
        case refuses(RegionSpec.Refusal)
    }

    /// A region under the point that was not asked, and who kept it from being asked.
    public struct Unasked: Sendable {
        public let region: RegionID
        public let because: Cause

        public enum Cause: Hashable, Sendable {
            /// An ancestor refused, did not contain the point, or answered for its whole subtree.
            case ancestor(RegionID)
            /// The search had its answer before it came to this region.
            case answeredBefore
        }
    }

    public let result: RegionID?
    public let asked: [Entry]
    public let unasked: [Unasked]

    /// What each region that was asked answered, in the order in which the answers came: those inside a region before its own,
    /// as `hitTest(_:with:)` returns.
    public let answers: [(region: RegionID, result: RegionID?)]
}

extension HitTrace {
    /// The same for somebody who is not told of all regions.
    public func telling(_ result: RegionID?, of isTold: (RegionID) -> Bool) -> HitTrace {
        HitTrace(
            result: result, asked: asked.filter { isTold($0.region) }, unasked: unasked.filter { isTold($0.region) },
            answers: answers.filter { isTold($0.region) })
    }
}

extension RegionTree {
    /// The same walk as `hitTest`, taking notes. O(regions of the screen), allocates.
    public func trace(_ p: Point, screen: Int) -> HitTrace {
        var asked: [(region: RegionID, verdict: Verdict)] = []
        let answer = walk(p, screen: screen) { asked.append(($0, $1)) }
        let overlays = overlays(p, screen: screen)
        let entries = asked.map { region, verdict in
            let holdsAnswer = answer.map { directory.isInside($0.by, region) } ?? false
            let said: HitTrace.Answer =
                switch verdict {
                case .refuse: specs[region.slot].refusal.map { .refuses($0) } ?? .outside
                case .onlyChildren where holdsAnswer: .childHit
                case .onlyChildren where answer == nil && region == overlays.first: .hit
                case .onlyChildren: overlays.contains(region) ? .letsThrough : .passesThrough
                case .selfOrChildren: holdsAnswer ? .childHit : .hit
                case .answer(let to): to == region ? .hit : .redirects(to: to)
                }
            return HitTrace.Entry(region: region, local: convert(p, to: region), answer: said)
        }
        let result = answer?.region ?? overlays.first
        return HitTrace(
            result: result, asked: entries, unasked: unasked(p, directory.regions(ofScreen: screen), entries),
            answers: answers(asked.map(\.region), result, by: answer?.by ?? overlays.first))
    }

    /// The regions asked, given in pre-order, in post-order with their answers: the result's for whom it was found in.
    private func answers(
        _ asked: [RegionID], _ result: RegionID?, by answering: RegionID?
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

    private func unasked(_ p: Point, _ all: [RegionID], _ asked: [HitTrace.Entry]) -> [HitTrace.Unasked] {
        var wasAsked = Set(asked.map(\.region))
        let said = Dictionary(asked.map { ($0.region, $0.answer) }, uniquingKeysWith: { a, _ in a })
        return all.compactMap { index in
            guard wasAsked.insert(index).inserted, specs[index.slot].contains(convert(p, to: index)) else { return nil }
            for ancestor in chain(to: index).dropLast().reversed() {
                switch said[ancestor] {
                case .outside, .refuses, .redirects: return HitTrace.Unasked(region: index, because: .ancestor(ancestor))
                case .hit where specs[ancestor.slot].hitTest == .absorb:
                    return HitTrace.Unasked(region: index, because: .ancestor(ancestor))
                default: continue
                }
            }
            return HitTrace.Unasked(region: index, because: .answeredBefore)
        }
    }
}
