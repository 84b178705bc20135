/// The touches of a recording over time: a lane for each finger, in rows like lines of text.
struct TimelineFigure {
    /// The most bars drawn. If there are more, neighbouring touches of a region are merged into one bar.
    static let barsMost = 6_000
    /// The most reasons of cancels written beside bars.
    private static let reasonsMost = 60
    private static let width = 1_120.0
    private static let laneHeight = 11.0

    private let findings: RecordingFindings
    private let scale: TimelineScale
    private let lanes: [Int]

    init(_ findings: RecordingFindings) {
        self.findings = findings
        let start = findings.start
        scale = TimelineScale(duration: findings.duration, touches: findings.touches.map { ($0.began - start, $0.ended - start) })
        lanes = TimelineLanes(findings.touches).lanes
    }

    private struct Bar {
        let row: Int
        let lane: Int
        let name: String
        let from: Double
        var to: Double
        var touches: [Int]
    }

    func html(_ colours: RegionColours) -> HTML {
        if findings.touches.isEmpty { return "<p>No touch to draw.</p>" }
        var gap = 0.0
        var bars = self.bars(colours, mergedBelow: gap)
        while bars.count > Self.barsMost && gap < 50 {
            gap = gap == 0 ? 1 : gap * 2
            bars = self.bars(colours, mergedBelow: gap)
        }
        let byRow = Dictionary(grouping: bars, by: \.row)
        var body: HTML = ""
        var y = 14.0
        var previous = -1
        for row in scale.rows {
            if row > previous + 1 {
                let from = Int64(previous + 1) * scale.span
                body += "<text x=\"0\" y=\"\(y)\">no touch from \(clockText(from)) to \(clockText(Int64(row) * scale.span))</text>"
                y += 22
            }
            previous = row
            let inRow = byRow[row] ?? []
            let height = Double((inRow.map(\.lane).max() ?? 0) + 1) * Self.laneHeight
            body += "\(head(row, y: y))\(axis(row, top: y + 5, height: height))"
            for bar in inRow { body += self.bar(bar, top: y + 5) }
            y += height + 42
        }
        let svg: HTML =
            "<svg viewBox=\"0 0 \(Self.width) \(y - 10)\" role=\"img\" aria-label=\"Touches over time\">\(body)</svg>"
        let merged: HTML = gap > 0 ? " Touches of one region that follow each other closely are drawn as one bar." : ""
        return
            """
            \(colours.legend)<div class=\"scroll\"><figure>\(svg)</figure></div><p class=\"note\">A row is \(clockText(scale.span)) of \
            event time, a lane is a finger.\(cancelNote)\(merged)\(sensitiveNote)</p>
            """
    }

    private var cancels: [ReportTouch] { findings.touches.filter { $0.cancel != nil } }

    private var cancelNote: HTML {
        if cancels.isEmpty { return "" }
        return cancels.count <= Self.reasonsMost ? " × marks a cancel, with its reason." : " × marks a cancel; point at it to see the reason."
    }

    private var sensitiveNote: HTML {
        let count = findings.sensitiveCount
        return count == 0 ? "" : " \(count) \(count == 1 ? "touch" : "touches") in sensitive regions are counted and not drawn."
    }

    private func head(_ row: Int, y: Double) -> HTML {
        let time = Int64(row) * scale.span
        let wall = findings.wallClock?.text(at: findings.start + time).map { " · \($0)" } ?? ""
        return "<text class=\"label\" x=\"0\" y=\"\(y)\">\(clockText(time))\(wall)</text>"
    }

    private func axis(_ row: Int, top: Double, height: Double) -> HTML {
        var html: HTML = "<path class=\"axis\" d=\"M0 \(top + height + 2)H\(Self.width)\"/>"
        let count = Int(scale.span / scale.tick)
        for tick in 0...count {
            let x = Double(tick) / Double(count) * Self.width
            html += "<path class=\"axis\" d=\"M\(x) \(top)V\(top + height + 5)\"/>"
            if tick < count {
                html += "<text x=\"\(x + 3)\" y=\"\(top + height + 15)\">\(clockText(Int64(row) * scale.span + Int64(tick) * scale.tick))</text>"
            }
        }
        return html
    }

    private func bar(_ bar: Bar, top: Double) -> HTML {
        let y = top + Double(bar.lane) * Self.laneHeight + 1
        let title: String
        if bar.touches.count == 1 {
            let touch = findings.touches[bar.touches[0]]
            title =
                """
                \(touch.region ?? "no region"), touch \(touch.id): \(clockText(touch.began - findings.start, digits: 3)), for \
                \(milliseconds(touch.duration))
                """
        } else {
            title = "\(findings.touches[bar.touches[0]].region ?? "no region"): \(bar.touches.count) touches"
        }
        var html: HTML =
            """
            <rect class=\"\(bar.name)\" x=\"\(bar.from)\" y=\"\(y)\" width=\"\(max(1, bar.to - bar.from))\" \
            height=\"\(Self.laneHeight - 2)\" rx=\"1.5\"><title>\(title)</title></rect>
            """
        for index in bar.touches {
            let touch = findings.touches[index]
            guard let reason = touch.cancel, Int((touch.ended - findings.start) / scale.span) == bar.row else { continue }
            let (x, middle) = (place(touch.ended, bar.row), y + Self.laneHeight / 2 - 1)
            html += "<path class=\"cancel\" d=\"M\(x - 3.5) \(middle - 3.5)l7 7m0 -7l-7 7\"><title>\(reason.rawValue)</title></path>"
            guard cancels.count <= Self.reasonsMost else { continue }
            let isLate = x > Self.width - 110
            html +=
                """
                <text class=\"reason\" x=\"\(isLate ? x - 7 : x + 7)\" y=\"\(middle + 4)\" text-anchor=\"\(isLate ? "end" : "start")\">\
                \(reason.rawValue)</text>
                """
        }
        return html
    }

    private func place(_ time: Int64, _ row: Int) -> Double {
        min(max(Double(time - findings.start - Int64(row) * scale.span) / Double(scale.span), 0), 1) * Self.width
    }

    private func bars(_ colours: RegionColours, mergedBelow gap: Double) -> [Bar] {
        var bars: [Bar] = []
        /// The index of the last bar by row and lane.
        var last: [Int: Int] = [:]
        for (index, touch) in findings.touches.enumerated() {
            let first = Int((touch.began - findings.start) / scale.span)
            let name = colours.name(touch.region)
            for row in scale.rows where row >= first && row <= Int((touch.ended - findings.start) / scale.span) {
                let (from, to) = (place(touch.began, row), place(touch.ended, row))
                let key = row * TimelineLanes.most + lanes[index]
                if gap > 0, let known = last[key], bars[known].name == name, from - bars[known].to < gap {
                    bars[known].to = max(bars[known].to, to)
                    bars[known].touches.append(index)
                } else {
                    last[key] = bars.count
                    bars.append(Bar(row: row, lane: lanes[index], name: name, from: from, to: to, touches: [index]))
                }
            }
        }
        return bars
    }
}
