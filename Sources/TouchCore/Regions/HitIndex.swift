/// Which children a point can be in, for regions and screens with many: a hit test then asks those of one cell instead of
/// all. A grid for each such parent, so that memory is linear in regions whatever their depth.
///
/// A value without references: grids by number, their cells and lists in one array. A grid whose children changed is stale
/// until `refresh`, and those children are asked one after the other.
struct HitIndex: Sendable {
    struct Entry: Sendable {
        var grid = HitGrid()
        /// Where the grid's block begins in the words.
        var base: Int32 = 0
        var capacity: Int32 = 0
        /// In the block: children that are asked wherever the point is.
        var everywhere: Range<Int32> = 0..<0
        /// Whose children; nil: the screen's windows.
        var parent: RegionIndex?
        var siblings: Range<RegionIndex> = 0..<0
        /// Not stale, and not a screen of few windows.
        var isUsable = false
    }

    /// By grid number. 0 is none, the screens' windows come next, then parents in the regions' order.
    private(set) var entries: [Entry]
    private(set) var words: [Int32] = []
    private var stale: [Int32] = []
    /// How many words no grid has any longer.
    private var unused = 0
    private let screenCount: Int

    /// From how many children on a parent gets a grid.
    static let leastChildren = 16

    /// Gives the nodes of parents of many the numbers of their grids. O(regions).
    init(_ nodes: inout [RegionNode], screens: [Range<RegionIndex>]) {
        screenCount = screens.count
        entries = [Entry()] + screens.map { Entry(siblings: $0) }
        for region in nodes.indices {
            let siblings = RegionIndex(region + 1)..<nodes[region].end
            guard entries.count <= RegionNode.Special.mostGrids, Self.areMany(siblings, nodes) else { continue }
            nodes[region].special.grid = entries.count
            entries.append(Entry(parent: RegionIndex(region), siblings: siblings))
        }
        for number in entries.indices.dropFirst() where entries[number].parent != nil || Self.areMany(entries[number].siblings, nodes) {
            build(number, nodes)
        }
    }

    private static func areMany(_ siblings: Range<RegionIndex>, _ nodes: [RegionNode]) -> Bool {
        var count = 0
        var next = siblings.lowerBound
        while next < siblings.upperBound, count < leastChildren {
            next = nodes[Int(next)].end
            count += 1
        }
        return count >= leastChildren
    }

    /// The grid of a screen's windows.
    static func number(ofScreen screen: Int) -> Int { screen + 1 }

    // MARK: Changes

    /// The regions' boxes or rules are others now: their own grids are stale. O(grids in them).
    mutating func invalidate(_ regions: Range<RegionIndex>) {
        var number = firstGrid(from: regions.lowerBound)
        while number < entries.count, let parent = entries[number].parent, regions.contains(parent) {
            invalidate(number)
            number += 1
        }
    }

    /// A child's box or rules are others now. O(1).
    mutating func invalidate(_ number: Int) {
        if !entries[number].isUsable { return }
        entries[number].isUsable = false
        stale.append(Int32(number))
    }

    /// Brings stale grids up to date. O(children of stale grids); nothing when there are none.
    mutating func refresh(_ nodes: [RegionNode]) {
        if stale.isEmpty { return }
        for number in stale { build(Int(number), nodes) }
        stale.removeAll(keepingCapacity: true)
    }

    var isStale: Bool { !stale.isEmpty }

    /// The number of the first grid of a parent from this one on.
    private func firstGrid(from region: RegionIndex) -> Int {
        var (low, high) = (screenCount + 1, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].parent! < region { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func build(_ number: Int, _ nodes: [RegionNode]) {
        var entry = entries[number]
        var clip = HitGridBuilder.Box()
        if let parent = entry.parent {
            let node = nodes[Int(parent)]
            // One that overflows, or redirects to itself always, has its children asked anywhere.
            if node.special.isDisjoint(with: [.overflow, .redirectAlways]) {
                clip = HitGridBuilder.Box(minX: node.minX, minY: node.minY, maxX: node.maxX, maxY: node.maxY)
            }
        }
        let built = nodes.withUnsafeBufferPointer { HitGridBuilder(entry.siblings, clip: clip, $0) }
        entry.grid = built.grid
        entry.everywhere = built.everywhere
        entry.isUsable = true
        if built.block.count > Int(entry.capacity) {
            // Built again it gets room to grow, so that it need not move for each child that does.
            let room = entry.capacity == 0 ? 0 : built.block.count / 4
            unused += Int(entry.capacity)
            entry.base = Int32(words.count)
            entry.capacity = Int32(built.block.count + room)
            words += built.block
            words.append(contentsOf: repeatElement(0, count: room))
        } else {
            words.replaceSubrange(Int(entry.base)..<Int(entry.base) + built.block.count, with: built.block)
        }
        entries[number] = entry
        if unused > words.count / 2 { compact() }
    }

    private mutating func compact() {
        var kept: [Int32] = []
        kept.reserveCapacity(words.count - unused)
        for number in entries.indices {
            let old = Int(entries[number].base)
            entries[number].base = Int32(kept.count)
            kept += words[old..<old + Int(entries[number].capacity)]
        }
        words = kept
        unused = 0
    }

    // MARK: Asking

    /// The index's storage for the length of a walk.
    struct Reader {
        let entries: UnsafeBufferPointer<Entry>
        let words: UnsafeBufferPointer<Int32>

        /// The children of a grid's parent that can contain a point, or nil when the grid cannot be asked.
        @inline(__always)
        func candidates(_ number: Int, _ p: Point) -> Candidates? {
            let entry = entries.baseAddress! + number
            guard entry.pointee.isUsable else { return nil }
            let block = words.baseAddress! + Int(entry.pointee.base)
            let everywhere = entry.pointee.everywhere
            var candidates = Candidates(
                next: block, end: block, nextEverywhere: block + Int(everywhere.lowerBound),
                endEverywhere: block + Int(everywhere.upperBound))
            var grid = entry.pointee.grid
            while true {
                let cell = block + (Int(grid.cells) &+ grid.row(p.y) &* Int(grid.columns) &+ grid.column(p.x))
                if cell.pointee >= 0 {
                    candidates.next = cell
                    candidates.end = cell + 1
                    return candidates
                }
                if cell.pointee == HitGridBuilder.emptyCell { return candidates }
                let list = block + Int(~cell.pointee)
                if list.pointee != HitGridBuilder.finer {
                    candidates.next = list + 1
                    candidates.end = list + 1 + Int(list.pointee)
                    return candidates
                }
                grid = UnsafeRawPointer(block + Int(list[1])).loadUnaligned(as: HitGrid.self)
            }
        }
    }

    /// The two lists in one order, ascending: front to back.
    struct Candidates {
        var next: UnsafePointer<Int32>
        var end: UnsafePointer<Int32>
        var nextEverywhere: UnsafePointer<Int32>
        let endEverywhere: UnsafePointer<Int32>

        @inline(__always)
        mutating func pop() -> RegionIndex? {
            if next < end, nextEverywhere == endEverywhere || next.pointee < nextEverywhere.pointee {
                defer { next += 1 }
                return next.pointee
            }
            if nextEverywhere == endEverywhere { return nil }
            defer { nextEverywhere += 1 }
            return nextEverywhere.pointee
        }
    }
}
