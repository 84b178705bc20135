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

/// The division of a recording's time into rows of a timeline.
struct TimelineScale: Equatable {
    /// The most rows with touches.
    static let rowsMost = 14
    private static let spans: [Int64] =
        [100_000, 200_000, 500_000].map { $0 }
        + [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400, 604_800].map { $0 * 1_000_000 }

    /// The length of a row, in µs.
    let span: Int64
    /// The rows that have touches, counted from 0.
    let rows: [Int]

    /// Chooses the length of a row.
    ///
    /// - Parameter touches: the start and the end of each, in µs after the recording's start.
    init(duration: Int64, touches: [(began: Int64, ended: Int64)]) {
        func rows(_ span: Int64) -> [Int] {
            var rows: Set<Int> = []
            for touch in touches {
                let (first, last) = (Int(max(0, touch.began) / span), Int(max(0, touch.ended) / span))
                // Limits the rows of one long touch. The limit is high enough to reject the span.
                for row in first...min(max(first, last), first + Self.rowsMost) { rows.insert(row) }
            }
            return rows.sorted()
        }
        // A short recording is one row. In the rows of a long one a tap is still visible.
        let whole = Self.spans.first { $0 > duration } ?? Self.spans.last!
        span =
            whole <= 20_000_000
            ? whole : Self.spans.first { $0 >= 10_000_000 && rows($0).count <= Self.rowsMost } ?? max(Self.spans.last!, duration / 10 + 1)
        self.rows = rows(span)
    }

    /// The time between two ticks of the axis, in µs.
    var tick: Int64 { span / (span % 6 == 0 && span >= 60_000_000 ? 6 : 10) }
}

/// The lane of each touch in the timeline: the lowest free one, as a panel assigns its slots.
struct TimelineLanes {
    /// The number of lanes. Further touches share the last lane.
    static let most = 20

    let lanes: [Int]

    init(_ touches: [ReportTouch]) {
        var free: [Int64] = []
        var lanes = Array(repeating: 0, count: touches.count)
        for index in touches.indices.sorted(by: { (touches[$0].began, touches[$0].id) < (touches[$1].began, touches[$1].id) }) {
            let touch = touches[index]
            // Strictly before: a touch that begins when another ends gets another lane.
            let lane = min(free.firstIndex { $0 < touch.began } ?? free.count, Self.most - 1)
            if lane == free.count { free.append(touch.ended) } else { free[lane] = max(free[lane], touch.ended) }
            lanes[index] = lane
        }
        self.lanes = lanes
    }
}
