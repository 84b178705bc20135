/// A table: columns under headings, two spaces apart. Columns of numbers are aligned to the right.
struct Table {
    private let headings: [String]
    private let numbers: Set<Int>
    private var rows: [[String]] = []

    /// Creates a table without rows.
    ///
    /// - Parameter headings: one for each column; a leading `>` marks a column of numbers.
    init(_ headings: String...) {
        self.headings = headings.map { $0.first == ">" ? String($0.dropFirst()) : $0 }
        numbers = Set(headings.indices.filter { headings[$0].first == ">" })
    }

    mutating func add(_ row: [String]) { rows.append(row) }

    /// The lines of the table.
    ///
    /// - Parameter width: if a line is longer than this, each row becomes a list with one line for each column.
    func lines(fitting width: Int?) -> [String] {
        let lines = self.lines
        guard let width, lines.contains(where: { $0.count > width }) else { return lines }
        let longest = headings.map(\.count).max() ?? 0
        return rows.map { row in zip(headings, row).map { pad($0, longest) + "  " + $1 } }.joined(separator: [""]).map { $0 }
    }

    private var lines: [String] {
        let all = [headings] + rows
        let widths = headings.indices.map { column in all.map { $0[column].count }.max()! }
        return all.map { row in
            var line = row.indices.map { pad(row[$0], widths[$0], before: numbers.contains($0)) }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}

/// The text, padded with spaces to a width.
func pad(_ text: String, _ width: Int, before: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return before ? space + text : text + space
}

/// A number with the noun in the right form.
func plural(_ count: Int64, _ one: String, _ more: String) -> String { "\(count) \(count == 1 ? one : more)" }

/// A time in µs as text, in its two largest units.
func duration(_ microseconds: Int64) -> String {
    let seconds = max(microseconds, 0) / 1_000_000
    if seconds < 10 { return "\(Double(max(microseconds, 0) / 100_000) / 10) s" }
    let parts = [(seconds / 86400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
    let first = parts.firstIndex { $0.0 > 0 } ?? 3
    return parts[first...].prefix(2).filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
}

/// A number of bytes as text, in the largest unit in which it is at least ten.
func bytes(_ count: Int64) -> String {
    for (unit, size) in [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)] where count >= 10 * Int64(size) {
        return "\(count / Int64(size)) \(unit)"
    }
    return "\(count) B"
}
