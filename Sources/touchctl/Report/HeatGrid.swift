import TouchCore

/// How many touches came to each part of a screen. A touch counts once each time that it comes into a cell.
struct HeatGrid {
    /// Cells along the screen's shorter side.
    private static let cells = 36

    /// Points of the screen: the side of a cell.
    let side: Double
    let columns: Int
    let rows: Int
    private(set) var counts: [Int]
    /// The cell that each touch is in.
    private var cells: [UInt64: Int] = [:]

    init(screen: Size) {
        let shorter = max(1, min(screen.width, screen.height))
        // A screen of one point by thousands has few cells as well.
        side = max(shorter / Double(Self.cells), max(screen.width, screen.height) / 200)
        columns = max(1, Int((screen.width / side).rounded(.up)))
        rows = max(1, Int((screen.height / side).rounded(.up)))
        counts = Array(repeating: 0, count: columns * rows)
    }

    mutating func add(_ touch: UInt64, at place: Point) {
        let column = Int(min(max(place.x / side, -1), 1e6).rounded(.down))
        let row = Int(min(max(place.y / side, -1), 1e6).rounded(.down))
        guard (0..<columns).contains(column), (0..<rows).contains(row) else { return leave(touch) }
        let cell = row * columns + column
        if cells[touch] == cell { return }
        cells[touch] = cell
        counts[cell] += 1
    }

    /// The touch is over, or somewhere that is not shown.
    mutating func leave(_ touch: UInt64) { cells[touch] = nil }

    var most: Int { counts.max() ?? 0 }
}
