/// Why a point hits what it hits: every region that was asked, in order, with its answer.
public struct HitTrace: Sendable {
    public struct Entry: Sendable {
        public let region: RegionIndex
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
        case redirects(to: RegionIndex)
        /// It takes no touches itself, and nothing inside it did.
        case passesThrough
        /// The point is not in it; nothing inside it was asked.
        case outside
        /// It refuses touches; nothing inside it was asked.
        case refuses(RegionProperties.Refusal)
    }

    /// A region under the point that was not asked, and who kept it from being asked.
    public struct Unasked: Sendable {
        public let region: RegionIndex
        public let because: Cause

        public enum Cause: Hashable, Sendable {
            /// An ancestor refused, did not contain the point, or answered for its whole subtree.
            case ancestor(RegionIndex)
            /// The search had its answer before it came to this region.
            case answeredBefore
        }
    }

    public let result: RegionIndex?
    public let asked: [Entry]
    public let unasked: [Unasked]
}

extension RegionTree {
    /// The same walk as `hitTest`, taking notes. O(regions of the screen), allocates.
    public func trace(_ p: Point, screen: Int) -> HitTrace {
        var asked: [HitTrace.Entry] = []
        let range = screens[screen].regions
        var next = range.lowerBound
        var end = range.upperBound
        var answer: RegionIndex?
        func note(_ index: RegionIndex, _ what: HitTrace.Answer) {
            asked.append(HitTrace.Entry(region: index, local: convert(p, to: index), answer: what))
        }
        while next < end {
            let index = next
            let node = nodes[Int(index)]
            switch ask(index, node, p) {
            case .refuse:
                note(index, self[index].spec.refusal.map { .refuses($0) } ?? .outside)
                next = node.end
            case .onlyChildren:
                note(index, .passesThrough)
                next += 1
            case .selfOrChildren:
                note(index, .hit)
                answer = index
                end = node.end
                next += 1
            case .answer(let region):
                note(index, region == index ? .hit : .redirects(to: region))
                answer = region
                end = next
            }
        }
        return HitTrace(result: answer, asked: asked.map { settle($0, answer) }, unasked: unasked(p, range, asked))
    }

    /// While walking, every region that might be the answer was noted as hit; only the last one was.
    private func settle(_ entry: HitTrace.Entry, _ answer: RegionIndex?) -> HitTrace.Entry {
        guard let answer, entry.region != answer, entry.answer == .hit || entry.answer == .passesThrough else { return entry }
        let holdsAnswer = entry.region < answer && answer < nodes[Int(entry.region)].end
        let what: HitTrace.Answer = holdsAnswer || entry.answer == .hit ? .childHit : .passesThrough
        return HitTrace.Entry(region: entry.region, local: entry.local, answer: what)
    }

    private func unasked(_ p: Point, _ range: Range<RegionIndex>, _ asked: [HitTrace.Entry]) -> [HitTrace.Unasked] {
        var wasAsked = Set(asked.map(\.region))
        let said = Dictionary(asked.map { ($0.region, $0.answer) }, uniquingKeysWith: { a, _ in a })
        return range.compactMap { index in
            guard wasAsked.insert(index).inserted, self[index].hitBounds.contains(convert(p, to: index)) else { return nil }
            for ancestor in chain(to: index).dropLast().reversed() {
                switch said[ancestor] {
                case .outside, .refuses, .redirects: return HitTrace.Unasked(region: index, because: .ancestor(ancestor))
                case .hit where self[ancestor].spec.hitTest == .absorb:
                    return HitTrace.Unasked(region: index, because: .ancestor(ancestor))
                default: continue
                }
            }
            return HitTrace.Unasked(region: index, because: .answeredBefore)
        }
    }
}
