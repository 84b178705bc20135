/// The times between reports, as a histogram.
struct RateFigure {
    private static let width = 560.0
    private static let height = 170.0

    let intervals: ReportIntervals

    func html() -> HTML {
        guard let summary = intervals.summary, let histogram = intervals.histogram else {
            return "<p>No two reports followed each other while a finger was down, so there is no rate.</p>"
        }
        let columns = histogram.counts.count
        let (left, bottom) = (44.0, 34.0)
        let step = (Self.width - left) / Double(columns)
        let tallest = Double(max(1, histogram.counts.max() ?? 1))
        let floor = Self.height - bottom
        var body: HTML = "<path class=\"axis\" d=\"M\(left) \(floor)H\(Self.width)\"/>"
        for (column, count) in histogram.counts.enumerated() where count > 0 {
            let tall = max(1, Double(count) / tallest * (floor - 14))
            let from = Int64(column) * histogram.width
            let range =
                column == columns - 1 ? "\(milliseconds(from, 2)) and more" : "\(milliseconds(from, 2)) to \(milliseconds(from + histogram.width, 2))"
            body +=
                """
                <rect class=\"bar\" x=\"\(left + Double(column) * step)\" y=\"\(floor - tall)\" width=\"\(max(0.5, step - 1))\" \
                height=\"\(tall)\"><title>\(range): \(count)</title></rect>
                """
        }
        let every = max(1, (columns - 1) / 5)
        for column in Swift.stride(from: 0, to: columns - 1, by: every) {
            let x = left + Double(column) * step
            if x > Self.width - 60 { break }
            body +=
                """
                <path class=\"axis\" d=\"M\(x) \(floor)v4\"/><text x=\"\(x)\" y=\"\(floor + 15)\" text-anchor=\"middle\">\
                \(Double(Int64(column) * histogram.width) / 1_000, 2)</text>
                """
        }
        body += "<text x=\"\(Self.width)\" y=\"\(floor + 15)\" text-anchor=\"end\">longer</text>"
        body += "<text x=\"\((left + Self.width) / 2)\" y=\"\(Self.height - 3)\" text-anchor=\"middle\">ms between two reports</text>"
        body +=
            """
            <text x=\"\(left - 5)\" y=\"18\" text-anchor=\"end\">\(Int(tallest))</text><text x=\"\(left - 5)\" y=\"\(floor)\" \
            text-anchor=\"end\">0</text>
            """
        let middle = left + (Double(summary.median) / Double(histogram.width)) * step
        body +=
            """
            <path class=\"mark\" d=\"M\(middle) 6V\(floor)\"/><text class=\"label\" x=\"\(middle + 5)\" y=\"13\">median \
            \(milliseconds(summary.median, 2))</text>
            """
        return
            """
            <figure><svg viewBox=\"0 0 \(Self.width) \(Self.height)\" role=\"img\" aria-label=\"Histogram of the times between reports\">\
            \(body)</svg><figcaption>\(intervals.all.count) intervals between reports while a finger was down.</figcaption></figure>
            """
    }
}
