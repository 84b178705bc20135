/// Cells over the boxes of some regions. Each cell lists the regions that a point in it can be in.
///
/// Points and boxes are mapped to cells by the same monotonic function, so a point in a box is always in one of the box's cells, whatever the
/// rounding. A point beyond the grid belongs to the nearest cell of the grid.
struct HitGrid {
    /// The grid's origin, in screen points.
    var minX = 0.0
    var minY = 0.0
    /// Cells per point.
    var scaleX = 1.0
    var scaleY = 1.0
    var columns: Int32 = 1
    var rows: Int32 = 1
    /// The offset in the block at which the cells begin. They are stored row by row.
    var cells: Int32 = 0

    @inline(__always)
    func column(_ x: Double) -> Int { Self.step((x - minX) * scaleX, columns) }
    @inline(__always)
    func row(_ y: Double) -> Int { Self.step((y - minY) * scaleY, rows) }

    /// Maps a value to a column or row; 0 for NaN, which is in no box.
    @inline(__always)
    private static func step(_ value: Double, _ count: Int32) -> Int { Int(max(0, min(value, Double(count &- 1)))) }
}

/// Builds the grid of one parent's children in one block, which can be moved, because all offsets count from its beginning.
///
/// The block begins with the children's slots, front to back; a child is identified by its index in that list. A cell is one word: the only child in
/// it, or `emptyCell`, or the bitwise complement of the offset of a list. A list is a length followed by that many children in ascending order.
/// Instead of a length and children, it may be `finer` followed by the offset of a finer grid's head (`HitGrid`).
struct HitGridBuilder {
    private let nodes: UnsafeBufferPointer<RegionNode>
    private let siblings: [Int32]
    private(set) var block: [Int32] = []
    private(set) var grid = HitGrid()
    /// The range in `block` that lists the children to ask for every point.
    private(set) var everywhere: Range<Int32> = 0..<0

    /// The length beyond which a list is replaced by a finer grid, if that makes the lists shorter.
    private static let longList = 32
    private static let deepest = 4
    /// Limits in words per region. A grid that would exceed `listed` gets larger cells. A block that exceeds `largest` gets no more finer grids.
    private static let listed = 8.0
    private static let largest = 24
    /// The number of words that the head of a finer grid takes in a block.
    private static let headWords = MemoryLayout<HitGrid>.stride / 4

    static let emptyCell: Int32 = -1
    static let finer: Int32 = -1

    struct Box {
        var minX = -Double.infinity
        var minY = -Double.infinity
        var maxX = Double.infinity
        var maxY = Double.infinity
    }

    /// - Parameters:
    ///   - siblings: the children's slots, front to back.
    ///   - clip: a box that contains all points that are looked up.
    init(_ siblings: [Int32], clip: Box, _ nodes: UnsafeBufferPointer<RegionNode>) {
        self.nodes = nodes
        self.siblings = siblings
        block = siblings
        var places: [Int32] = []
        var always: [Int32] = []
        for place in siblings.indices {
            let node = nodes[Int(siblings[place])]
            if !node.flags.isDisjoint(with: [.overflow, .redirectAlways]) {
                always.append(Int32(place))
            } else if node.minX < clip.maxX, node.maxX > clip.minX, node.minY < clip.maxY, node.maxY > clip.minY,
                node.minX < node.maxX, node.minY < node.maxY
            {
                places.append(Int32(place))
            }
        }
        grid = add(plan(places, clip), places, depth: 1, most: siblings.count + Self.largest * places.count)
        everywhere = Int32(block.count)..<Int32(block.count + always.count)
        block += always
    }

    private func node(_ place: Int32) -> RegionNode { nodes[Int(siblings[Int(place)])] }

    /// Plans the cells: about `cellsARegion` per region, with the proportions of an average region. If each region is as wide as the grid, as in a
    /// list, there are only rows.
    private func plan(_ regions: [Int32], _ clip: Box) -> HitGrid {
        var grid = HitGrid()
        var box = Box(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
        var (widths, heights, areas) = (0.0, 0.0, 0.0)
        for region in regions {
            let node = node(region)
            let (minX, maxX) = (max(node.minX, clip.minX), min(node.maxX, clip.maxX))
            let (minY, maxY) = (max(node.minY, clip.minY), min(node.maxY, clip.maxY))
            box = Box(
                minX: min(box.minX, minX), minY: min(box.minY, minY), maxX: max(box.maxX, maxX), maxY: max(box.maxY, maxY))
            // Because of rounding, a region may lie just outside the cell that lists it.
            let (width, height) = (max(0, maxX - minX), max(0, maxY - minY))
            widths += width
            heights += height
            areas += width * height
        }
        let (width, height) = (box.maxX - box.minX, box.maxY - box.minY)
        // Converts the sums from points to fractions of the grid's size.
        widths /= width
        heights /= height
        areas /= width * height
        let count = Double(regions.count)
        guard count > 1, (widths * heights * areas).isFinite, widths > 0, heights > 0 else { return grid }
        let most = Self.cellsARegion * count
        var columns = min(max(1, (most * heights / widths).squareRoot()), most)
        columns = Self.aligned(columns, widths / count)
        var rows = Self.aligned(max(1, most / columns), heights / count)
        func entries() -> Double { count + columns * widths + rows * heights + columns * rows * areas }
        while columns * rows > 1, entries() > Self.listed * count {
            columns = max(1, columns * 0.8)
            rows = max(1, rows * 0.8)
        }
        grid.minX = box.minX
        grid.minY = box.minY
        grid.columns = Int32(clamping: columns.rounded())
        grid.rows = Int32(clamping: rows.rounded())
        grid.scaleX = Double(grid.columns) / width
        grid.scaleY = Double(grid.rows) / height
        // The regions are too small or too large to tell apart. A single cell is always right.
        guard grid.scaleX.isFinite, grid.scaleY.isFinite, grid.scaleX > 0, grid.scaleY > 0 else { return HitGrid() }
        return grid
    }

    private static let cellsARegion = 2.0

    /// Lowers a number of cells so that each region would have cells to itself if all regions had the same size and no gaps.
    private static func aligned(_ cells: Double, _ size: Double) -> Double {
        let each = (cells * size).rounded(.down)
        return each < 1 ? cells : each / size
    }

    /// Adds the cells of a grid, and their lists, to the block. Returns the grid with the offset of its cells.
    private mutating func add(_ planned: HitGrid, _ regions: [Int32], depth: Int, most: Int) -> HitGrid {
        var grid = planned
        let (columns, count) = (Int(grid.columns), Int(grid.columns) * Int(grid.rows))
        let first = block.count
        grid.cells = Int32(first)
        let (nodes, siblings) = (self.nodes, self.siblings)
        func eachCell(of place: Int32, _ body: (Int) -> Void) {
            let node = nodes[Int(siblings[Int(place)])]
            // A box is half open, so its last point is just before its far edge.
            let inRow = grid.column(node.minX)...grid.column(node.maxX.nextDown)
            for row in grid.row(node.minY)...grid.row(node.maxY.nextDown) {
                for column in inRow { body(first + row * columns + column) }
            }
        }
        let only = Int32.min
        block.append(contentsOf: repeatElement(0, count: count))
        var end = block.count
        block.withUnsafeMutableBufferPointer { block in
            for region in regions { eachCell(of: region) { block[$0] += 1 } }
            for cell in first..<first + count {
                let length = Int(block[cell])
                block[cell] = length == 0 ? Self.emptyCell : length == 1 ? only : ~Int32(end)
                if length > 1 { end += 1 + length }
            }
        }
        block.append(contentsOf: repeatElement(0, count: end - block.count))
        block.withUnsafeMutableBufferPointer { block in
            for region in regions {
                eachCell(of: region) {
                    if block[$0] == only {
                        block[$0] = region
                    } else {
                        let list = Int(~block[$0])
                        block[list] += 1
                        block[list + Int(block[list])] = region
                    }
                }
            }
        }
        if depth < Self.deepest { refine(grid, depth: depth, most: most) }
        return grid
    }

    /// Puts a finer grid into cells with long lists, where regions crowd.
    private mutating func refine(_ grid: HitGrid, depth: Int, most: Int) {
        let first = Int(grid.cells)
        for row in 0..<Int(grid.rows) {
            for column in 0..<Int(grid.columns) {
                let cell = block[first + row * Int(grid.columns) + column]
                if cell >= Self.emptyCell { continue }
                let list = Int(~cell)
                let count = Int(block[list])
                if count <= Self.longList || block.count > most { continue }
                let regions = Array(block[list + 1...list + count])
                let clip = Box(
                    minX: grid.minX + Double(column) / grid.scaleX, minY: grid.minY + Double(row) / grid.scaleY,
                    maxX: grid.minX + Double(column + 1) / grid.scaleX, maxY: grid.minY + Double(row + 1) / grid.scaleY)
                let finer = plan(regions, clip)
                // If all regions overlap, a finer grid gains nothing.
                if Int(finer.columns) * Int(finer.rows) < regions.count / 2 { continue }
                let head = block.count
                block.append(contentsOf: repeatElement(0, count: Self.headWords))
                let added = add(finer, regions, depth: depth + 1, most: most)
                block.withUnsafeMutableBytes { $0.storeBytes(of: added, toByteOffset: head * 4, as: HitGrid.self) }
                block[list] = Self.finer
                block[list + 1] = Int32(head)
            }
        }
    }
}
