/// A table of a report. It shows at most `rowsMost` rows, and counts the rest.
struct ReportTable {
    static let rowsMost = 100

    private let headings: [String]
    private let numbers: [Bool]
    private var rows: [[HTML]] = []
    private var leftOut = 0
    private let name: String

    /// Creates a table without rows.
    ///
    /// - Parameters:
    ///   - name: the name by which programs find the table.
    ///   - headings: a leading `>` marks a column of numbers.
    init(_ name: String, _ headings: String...) {
        self.name = name
        numbers = headings.map { $0.first == ">" }
        self.headings = headings.map { $0.first == ">" ? String($0.dropFirst()) : $0 }
    }

    mutating func add(_ cells: HTML...) {
        if rows.count < Self.rowsMost { rows.append(cells) } else { leftOut += 1 }
    }

    var html: HTML {
        func cell(_ tag: HTML, _ column: Int, _ content: HTML) -> HTML {
            let kind: HTML = numbers[column] ? " class=\"n\"" : column == 0 ? " class=\"id\"" : ""
            return "<\(tag)\(kind)>\(content)</\(tag)>"
        }
        let head = HTML(headings.enumerated().map { cell("th", $0, "\($1)") })
        let body = HTML(rows.map { row in "<tr>\(HTML(row.enumerated().map { cell("td", $0, $1) }))</tr>\n" })
        let rest: HTML = leftOut > 0 ? "<p class=\"note\">\(leftOut) more rows are left out.</p>" : ""
        return "<div class=\"wide\"><table data-table=\"\(name)\"><thead><tr>\(head)</tr></thead><tbody>\n\(body)</tbody></table></div>\(rest)"
    }
}
