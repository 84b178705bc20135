/// An index of the children of regions and screens that have many. A hit test asks only the children in the cell of the point instead of all. Each
/// such parent has its own grid, so that the memory is proportional to the number of regions, however deep they are nested.
///
/// The index contains no references: grids have numbers, and the cells and lists of all grids are in one array. A grid whose children have changed is
/// stale until `refresh`; until then, a hit test asks all the children, one after the other.
struct HitIndex: Sendable {
    struct Entry: Sendable {
        var grid = HitGrid()
        /// The offset of the grid's block in the words.
        var base: Int32 = 0
        var capacity: Int32 = 0
        /// The part of the block with the children that are asked wherever the point is.
        var everywhere: Range<Int32> = 0..<0
        /// The region whose children the grid holds; nil for a screen's windows.
        var parent: RegionID?
        /// True if hit tests may use the grid. False while it is stale, and for a screen with few windows.
        var isUsable = false
        /// True if the next refresh rebuilds the grid.
        var isStale = false
    }

    /// The grids, by number: 0 stands for no grid, then come the grids of the screens' windows, then those of regions with many children.
    private(set) var entries: [Entry]
    private(set) var words: [Int32] = []
    private var stale: [Int32] = []
    private var freeNumbers: [Int] = []
    /// The number of words that no grid uses any longer.
    private var unused = 0
    private let screenCount: Int

    /// The smallest number of children for which a parent gets a grid.
    static let minimumChildren = 16

    init(screenCount: Int) {
        self.screenCount = screenCount
        entries = Array(repeating: Entry(), count: screenCount + 1)
    }

    /// Returns the index in `entries` of the grid for a screen's windows.
    static func number(ofScreen screen: Int) -> Int { screen + 1 }

    // MARK: Changes

    mutating func detach() {
        entries.detach()
        words.detach()
    }

    /// Adds a grid for the children of a parent. Returns 0 if there are too many grids.
    mutating func addGrid(of parent: RegionID) -> Int {
        let number: Int
        if let free = freeNumbers.popLast() {
            number = free
            entries[number].parent = parent
        } else {
            number = entries.count
            if number > RegionNode.HitFlags.mostGrids { return 0 }
            entries.append(Entry(parent: parent))
        }
        markStale(number)
        return number
    }

    /// Removes a grid that is no longer needed.
    mutating func removeGrid(_ number: Int) {
        unused += Int(entries[number].capacity)
        // Its number may still be in `stale`, but only grids with `isStale` are built.
        entries[number] = Entry()
        freeNumbers.append(number)
    }

    /// Marks the grid of a screen's windows as stale, because they have changed. O(1); the next refresh counts them.
    mutating func windowsChanged(_ screen: Int) { markStale(Self.number(ofScreen: screen)) }

    /// Marks a grid as stale, because a child's box or rules have changed; 0 stands for no grid. O(1).
    mutating func invalidate(_ number: Int) {
        if entries[number].isUsable { markStale(number) }
    }

    private mutating func markStale(_ number: Int) {
        entries[number].isUsable = false
        if entries[number].isStale { return }
        entries[number].isStale = true
        stale.append(Int32(number))
    }

    /// Rebuilds stale grids. O(children of stale grids); does nothing if there are none.
    mutating func refresh(_ nodes: [RegionNode], _ directory: RegionDirectory) {
        for number in stale where entries[Int(number)].isStale {
            entries[Int(number)].isStale = false
            build(Int(number), nodes, directory)
        }
        stale.removeAll(keepingCapacity: true)
    }

    var isStale: Bool { !stale.isEmpty }

    private mutating func build(_ number: Int, _ nodes: [RegionNode], _ directory: RegionDirectory) {
        let children = entries[number].parent.map(directory.children) ?? directory.windows(ofScreen: number - 1)
        let siblings = children.map { Int32($0.slot) }
        // A screen has a number even with few windows, which need no grid.
        if siblings.count < Self.minimumChildren { return }
        var entry = entries[number]
        var clip = HitGridBuilder.Box()
        if let parent = entry.parent {
            let node = nodes[parent.slot]
            // If the parent overflows, or always redirects to itself, its children are asked for every point.
            if node.flags.isDisjoint(with: [.overflow, .redirectAlways]) {
                clip = HitGridBuilder.Box(minX: node.minX, minY: node.minY, maxX: node.maxX, maxY: node.maxY)
            }
        }
        let built = nodes.withUnsafeBufferPointer { HitGridBuilder(siblings, clip: clip, $0) }
        entry.grid = built.grid
        entry.everywhere = built.everywhere
        entry.isUsable = true
        if built.block.count > Int(entry.capacity) {
            // A rebuilt grid gets room to grow, so that its block need not move each time a child moves.
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

    /// Access to the index's storage for the duration of a walk.
    struct Reader {
        let entries: UnsafeBufferPointer<Entry>
        let words: UnsafeBufferPointer<Int32>

        /// Returns the children of a grid's parent that can contain a point; nil if the grid is not usable.
        @inline(__always)
        func candidates(_ number: Int, _ p: Point) -> Candidates? {
            let entry = entries.baseAddress! + number
            guard entry.pointee.isUsable else { return nil }
            let block = words.baseAddress! + Int(entry.pointee.base)
            let everywhere = entry.pointee.everywhere
            var candidates = Candidates(
                siblings: block, next: block, end: block, nextEverywhere: block + Int(everywhere.lowerBound),
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

    /// The children of one cell, merged with those that are asked for every point: in ascending order, which is front to back. Both lists contain
    /// indices into `siblings`.
    struct Candidates {
        let siblings: UnsafePointer<Int32>
        var next: UnsafePointer<Int32>
        var end: UnsafePointer<Int32>
        var nextEverywhere: UnsafePointer<Int32>
        let endEverywhere: UnsafePointer<Int32>

        /// Returns the slot of the next candidate.
        @inline(__always)
        mutating func pop() -> Int32? {
            if next < end, nextEverywhere == endEverywhere || next.pointee < nextEverywhere.pointee {
                defer { next += 1 }
                return siblings[Int(next.pointee)]
            }
            if nextEverywhere == endEverywhere { return nil }
            defer { nextEverywhere += 1 }
            return siblings[Int(nextEverywhere.pointee)]
        }
    }
}
