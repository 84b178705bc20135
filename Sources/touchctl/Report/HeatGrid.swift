import TouchCore

/// The number of touches in each cell of a screen. A touch counts each time it enters a cell.
struct HeatGrid {
    /// The number of cells along the screen's shorter side.
    private static let cells = 36

    /// The side of a cell, in points of the screen.
    let side: Double
    let columns: Int
    let rows: Int
    private(set) var counts: [Int]
    /// The current cell of each touch.
    private var cells: [UInt64: Int] = [:]

    init(screen: Size) {
        let shorter = max(1, min(screen.width, screen.height))
        // Limits the number of cells of a long, narrow screen.
        side = max(shorter / Double(Self.cells), max(screen.width, screen.height) / 200)
        columns = max(1, Int((screen.width / side).rounded(.up)))
        rows = max(1, Int((screen.height / side).rounded(.up)))
        counts = Array(repeating: 0, count: columns * rows)
    }

    mutating func add(_ touch: UInt64, at place: Point) {
        let column = Int(min(max(place.x / side, -1), 1e6).rounded(.down))
        let row = Int(min(max(place.y / side, -1), 1e6).rounded(.down))
        guard (0..<columns).contains(column), (0..<rows).contains(row) else { return remove(touch) }
        let cell = row * columns + column
        if cells[touch] == cell { return }
        cells[touch] = cell
        counts[cell] += 1
    }

    /// Removes a touch that has ended or has moved to a place that is not shown.
    mutating func remove(_ touch: UInt64) { cells[touch] = nil }

    var most: Int { counts.max() ?? 0 }
}
