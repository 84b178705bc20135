import TouchCore

/// The report about the kiosk's stored data: counts, rates and alarms. None of it has coordinates.
public struct UseReport {
    let since: Int64
    let until: Int64
    let hours: [UseHour]?
    let alarms: [JournalAlarm]?
    let missing: [String]

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - since: the start, in seconds since 1970.
    ///   - until: the end, in seconds since 1970.
    ///   - hours: the counts by the hour; nil if touchd did not answer.
    ///   - alarms: the alarms; nil if there is no journal.
    ///   - missing: which data is missing, and why.
    public init(since: Int64, until: Int64, hours: [UseHour]?, alarms: [JournalAlarm]?, missing: [String]) {
        (self.since, self.until, self.hours, self.alarms, self.missing) = (since, until, hours, alarms, missing)
    }

    /// The report as an HTML file.
    public var bytes: [UInt8] { page.bytes }

    private var start: Int64 { since - (since % 3_600 + 3_600) % 3_600 }
    private var end: Int64 { start + max(1, (until - start + 3_599) / 3_600) * 3_600 }
    private var shown: [UseHour] { (hours ?? []).filter { $0.time + 3_600 > since && $0.time <= until } }
    private var shownAlarms: [JournalAlarm] { (alarms ?? []).filter { $0.time >= since && $0.time <= until } }
    private var total: UseHour { shown.reduce(into: UseHour(time: since)) { $0 += $1 } }

    var page: ReportPage {
        let range = "\(LocalTime.text(since)) to \(LocalTime.text(until))"
        return ReportPage(
            title: "Touch report: \(range)", heading: "Touch report",
            introduction: """
                <p>\(range) \(LocalTime.zone(until))</p><p class="faint">Made from what the kiosk keeps: \
                touchd's hourly counts, and the warnings and errors of its log. \
                The kiosk does not keep where fingers were, so there are no paths and no heat map. Touches in sensitive regions and injected \
                fingers are not counted.</p>\(emptyNote)\(missingNote)
                """,
            contents: "", sections: ["<section class=\"recording\">\(tiles)\(figure)\(alarmTable)\(days)\(profile)\(cancels)\(panels)</section>"])
    }

    private var missingNote: HTML { HTML(missing.map { "<p class=\"bad\">\($0)</p>" }) }

    /// A sentence for a report without any touch, whose figures are empty.
    private var emptyNote: HTML {
        hours != nil && total.touches == 0
            ? "<p class=\"bad\">Nothing was touched in this time, so the figures are empty. Fingers of touchctl inject do not count.</p>" : ""
    }

    private var tiles: HTML {
        let total = total
        let used = shown.filter { $0.touches > 0 }
        let rate = used.isEmpty ? "-" : decimal(Double(total.touches) / Double(used.count), 0)
        let tiles: [(name: String, value: String, words: String, isBad: Bool)] = [
            ("touches", hours == nil ? "?" : "\(total.touches)", "touches", false), ("taps", hours == nil ? "?" : "\(total.taps)", "taps", false),
            ("perHour", rate, "touches an hour, in hours with any", false),
            ("cancels", hours == nil ? "?" : "\(total.cancelled)", "cancels", false),
            ("missed", hours == nil ? "?" : "\(total.missed)", "touches on no region", false),
            ("ghosts", hours == nil ? "?" : "\(total.ghosts)", "ghosts", total.ghosts > 0),
            ("drops", hours == nil ? "?" : "\(total.drops)", "times that events were lost", total.drops > 0),
            ("alarms", alarms == nil ? "?" : "\(shownAlarms.reduce(0) { $0 + $1.times })", "warnings and errors", !shownAlarms.isEmpty),
        ]
        let items: [HTML] = tiles.map {
            "<li\($0.isBad ? HTML(stringLiteral: " class=\"bad\"") : "")><b data-count=\"\($0.name)\">\($0.value)</b>\($0.words)</li>"
        }
        return "<ul class=\"tiles\">\(HTML(items))</ul>"
    }

    private var figure: HTML {
        func by(_ count: (UseHour) -> Int) -> [Int64: Int] { Dictionary(shown.map { ($0.time, count($0)) }, uniquingKeysWith: +) }
        let alarmHours = Dictionary(shownAlarms.map { ($0.time - $0.time % 3_600, $0.times) }, uniquingKeysWith: +)
        let rows = [
            HoursFigure.Row(title: "Touches an hour", name: "touches", counts: by(\.touches), isBad: false),
            HoursFigure.Row(title: "Cancels an hour", name: "cancels", counts: by(\.cancelled), isBad: false),
            HoursFigure.Row(title: "Ghosts and lost events an hour", name: "faults", counts: by { $0.ghosts + $0.drops }, isBad: true),
            HoursFigure.Row(title: "Warnings and errors an hour", name: "alarms", counts: alarmHours, isBad: true),
        ]
        return """
            <h3>By the hour</h3>\(HoursFigure(start: start, end: end).html(rows))<p class="note">Each row has its own \
            scale, up to its busiest hour. touchd keeps the last 744 hours in which something \
            was touched; without <code>server: statistics: keep</code> only those since its start.</p>
            """
    }

    private var alarmTable: HTML {
        guard alarms != nil else { return "" }
        let rows = AlarmRow.all(shownAlarms)
        if rows.isEmpty { return "<h3>Alarms</h3><p>The part of the log that this user may read has no warnings and no errors.</p>" }
        var table = ReportTable("alarms", "Message", "Level", ">Times", "First", "Last", "About")
        for row in rows {
            let id: HTML = row.hasID ? "<br><span class=\"faint\">\(row.kind)</span>" : ""
            table.add(
                "\(String(row.text.prefix(300)))\(id)", row.isError ? "<span class=\"bad\">error</span>" : "warning", "\(row.count)",
                "\(LocalTime.text(row.first))",
                "\(LocalTime.text(row.last))", "\(row.subjects.sorted().prefix(20).joined(separator: ", "))")
        }
        return """
            <h3>Alarms</h3>\(table.html)<p class="note">The latest text of each message, with its id: \
            <code>journalctl -x MESSAGE_ID=…</code> shows each occurrence, with cause and cure.</p>
            """
    }

    private var days: HTML {
        var byDay: [String: UseHour] = [:]
        for hour in shown { byDay[LocalTime.day(hour.time), default: UseHour(time: hour.time)] += hour }
        if byDay.isEmpty { return "" }
        var table = ReportTable("days", "Day", ">Touches", ">Taps", ">On no region", ">Cancels", ">Ghosts", ">Lost events")
        for (day, counts) in byDay.sorted(by: { $0.key < $1.key }) {
            table.add(
                "\(day)", "\(counts.touches)", "\(counts.taps)", "\(counts.missed)", "\(counts.cancelled)", "\(counts.ghosts)", "\(counts.drops)")
        }
        return "<h3>Days</h3>\(table.html)"
    }

    /// The touches by the hour of the day.
    private var profile: HTML {
        var byClock = Array(repeating: 0, count: 24)
        for hour in shown { byClock[LocalTime.hour(hour.time)] += hour.touches }
        guard until - since > 2 * 86_400, let most = byClock.max(), most > 0 else { return "" }
        var table = ReportTable("clock", "Hour of the day", ">Touches", "")
        for (clock, count) in byClock.enumerated() where count > 0 {
            table.add("\(clock):00", "\(count)", "<span class=\"share\" style=\"width:\(Double(count) / Double(most) * 240, 0)px\"></span>")
        }
        return "<h3>By the hour of the day</h3>\(table.html)"
    }

    private var cancels: HTML {
        let sorted = total.cancels.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        guard let most = sorted.first?.value, most > 0 else { return "" }
        var table = ReportTable("cancels", "Reason", ">Times", "", "Meaning")
        for (reason, count) in sorted {
            table.add(
                "\(reason)", "\(count)", "<span class=\"share\" style=\"width:\(Double(count) / Double(most) * 90, 0)px\"></span>",
                "\(CancelReason(rawValue: reason)?.meaning ?? "")")
        }
        return "<h3>Cancels by reason</h3>\(table.html)"
    }

    private var panels: HTML {
        let panels = total.panels
        if panels.isEmpty { return "" }
        var table = ReportTable("panels", "Panel", ">Touches", ">Reports", ">Reports a touch", ">Ghosts", ">Lost events")
        for (id, counts) in panels.sorted(by: { $0.key < $1.key }) {
            let rate = counts.touches == 0 ? "-" : decimal(Double(counts.reports) / Double(counts.touches), 1)
            table.add("\(id)", "\(counts.touches)", "\(counts.reports)", "\(rate)", "\(counts.ghosts)", "\(counts.drops)")
        }
        return "<h3>Panels</h3>\(table.html)"
    }
}

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
