public import TouchCore

/// The places of the crosses. One of them lies off the diagonals, so that a wrong touch on any of them can be identified.
public enum CrossLayout {
    public static let range = 5...25
    public static let usual = 6

    /// The places as shares of the screen, 0…1: first four near the corners, then those inside.
    public static func places(_ count: Int) -> [Point] {
        let corners = [Point(0.1, 0.1), Point(0.9, 0.1), Point(0.9, 0.9), Point(0.1, 0.9)]
        if count <= 4 { return Array(corners.prefix(count)) }
        if count == 5 { return corners + [Point(0.5, 0.3)] }
        if count == 6 { return corners + [Point(0.5, 0.3), Point(0.5, 0.7)] }
        // The other places fill rows; odd rows are shifted against even ones.
        let inside = count - 4
        var columns = 1
        while columns * columns < inside { columns += 1 }
        let lines = (inside + columns - 1) / columns
        return corners
            + (0..<inside).map { index in
                let (line, column) = index.quotientAndRemainder(dividingBy: columns)
                let shift = line.isMultiple(of: 2) ? 0.35 : 0.65
                return Point(0.2 + 0.6 * (Double(column) + shift) / Double(columns), 0.2 + 0.6 * (Double(line) + 0.5) / Double(lines))
            }
    }
}
