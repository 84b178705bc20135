/// Counts by the hour, as bars over the wall clock. Several rows share one axis.
struct HoursFigure {
    private static let width = 1_120.0
    private static let left = 56.0
    private static let height = 64.0

    /// The start and the end, in seconds since 1970, both whole hours.
    let start: Int64
    let end: Int64

    struct Row {
        let title: String
        let name: String
        /// The counts by the start of the hour.
        let counts: [Int64: Int]
        let isBad: Bool
    }

    private var hours: Int { max(1, Int((end - start) / 3_600)) }
    private func x(_ time: Int64) -> Double { Self.left + Double(time - start) / Double(hours * 3_600) * (Self.width - Self.left) }

    func html(_ rows: [Row]) -> HTML {
        let total = Double(rows.count) * (Self.height + 30) + 22
        var body: HTML = ""
        // Ticks at each day, or every three hours in a short figure.
        let days = hours > 72
        var ticks: [Int64] = []
        for hour in 0...hours {
            let time = start + Int64(hour) * 3_600
            let clock = LocalTime.hour(time)
            if days ? clock == 0 : clock % 3 == 0 { ticks.append(time) }
        }
        let every = max(1, ticks.count / 14 + (ticks.count % 14 > 0 ? 1 : 0))
        for (place, time) in ticks.enumerated() {
            body += "<path class=\"axis\" d=\"M\(x(time)) 6V\(total - 18)\"/>"
            if place % every == 0, x(time) < Self.width - 40 {
                let text = days || LocalTime.hour(time) == 0 ? String(LocalTime.day(time).dropFirst(5)) : LocalTime.clock(time)
                body += "<text x=\"\(x(time) + 3)\" y=\"\(total - 6)\">\(text)</text>"
            }
        }
        for (place, row) in rows.enumerated() {
            let top = Double(place) * (Self.height + 30) + 24
            let floor = top + Self.height
            let most = max(1, row.counts.values.max() ?? 1)
            body += "<text class=\"label\" x=\"0\" y=\"\(top - 8)\">\(row.title)</text>"
            body += "<text x=\"\(Self.left - 5)\" y=\"\(top + 9)\" text-anchor=\"end\">\(most)</text>"
            body += "<path class=\"axis\" d=\"M\(Self.left) \(floor)H\(Self.width)\"/>"
            for (time, count) in row.counts.sorted(by: { $0.key < $1.key }) where count > 0 && time >= start && time < end {
                let tall = max(1, Double(count) / Double(most) * Self.height)
                let wide = max(1, x(time + 3_600) - x(time) - (hours > 400 ? 0 : 1))
                body += """
                    <rect class="bar\(row.isBad ? " bad" : "")" data-hours="\(row.name)" x="\(x(time))" y="\(floor - tall)" width="\(wide)" \
                    height="\(tall)"><title>\(LocalTime.text(time)): \(count)</title></rect>
                    """
            }
        }
        return """
            <div class="scroll"><figure><svg viewBox="0 0 \(Self.width) \(total)" role="img" aria-label="Counts by the hour">\
            \(body)</svg></figure></div>
            """
    }
}
