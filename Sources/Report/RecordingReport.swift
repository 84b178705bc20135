import TouchCore

/// The report about one or more recordings.
public struct RecordingReport {
    let findings: [RecordingFindings]
    let unread: [(file: String, reason: String)]
    let configuration: String?

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - unread: the recordings that could not be played, which the report names.
    ///   - configuration: the file that the recordings are played through; nil if there is none.
    public init(findings: [RecordingFindings], unread: [(file: String, reason: String)] = [], configuration: String?) {
        (self.findings, self.unread, self.configuration) = (findings, unread, configuration)
    }

    /// The report as an HTML file.
    public var bytes: [UInt8] { page.bytes }

    var page: ReportPage {
        let all = findings.count + unread.count
        let title = all == 1 ? "Touch report: \(findings[0].file)" : "Touch report: \(all) recordings"
        let with: HTML =
            configuration.map { "played through the configuration <code>\($0)</code>" }
            ?? "played without a configuration: each screen is as large as its panel's ranges"
        return ReportPage(
            title: title, heading: all == 1 ? "Touch report" : title,
            introduction:
                """
                <p class=\"faint\">The recorded events as touchd handles them, \(with), and as an observer of all regions sees them. Made by \
                touchctl; this page loads nothing from elsewhere.</p>
                """,
            contents: contents, sections: findings.enumerated().map { RecordingSection(findings: $1, number: $0 + 1).html })
    }

    /// The overview of several recordings, with links.
    private var contents: HTML {
        if findings.count + unread.count < 2 { return "" }
        var table = ReportTable(
            "contents", "Recording", "Device", ">Duration", ">Touches", ">Taps", ">Cancels", ">Beside a button", ">Rate", ">Faults")
        for (place, one) in findings.enumerated() {
            let rate = one.intervals.summary.map { decimal($0.rate, 0) + " Hz" } ?? "-"
            table.add(
                "<a href=\"#r\(place + 1)\">\(one.file)</a>", "\(one.panel.name)", "\(clockText(one.duration))", "\(one.touches.count)",
                "\(one.taps.count)", "\(one.cancels.values.reduce(0, +))", "\(one.nearMisses.all.count)", "\(rate)",
                "\(one.faults.reduce(0) { $0 + $1.count })")
        }
        if unread.isEmpty { return "<nav><h3>Recordings</h3>\(table.html)</nav>" }
        var missing = ReportTable("unread", "Not in this report", "Why")
        for one in unread { missing.add("<span class=\"bad\">\(one.file)</span>", "\(one.reason)") }
        return "<nav><h3>Recordings</h3>\(table.html)\(missing.html)</nav>"
    }
}

/// The section about one recording, as HTML.
struct RecordingSection {
    let findings: RecordingFindings
    /// The section's number, counted from 1.
    let number: Int

    var html: HTML {
        let colours = RegionColours(findings.touches)
        return """
            <section class="recording" id="r\(number)">
            <h2>\(findings.file)</h2>
            <p class="faint">\(findings.panel.name)</p>
            \(facts)
            \(tiles)
            <h3>Timeline</h3>
            \(TimelineFigure(findings).html(colours))
            <h3>Where it was touched</h3>
            <div class="pair">\(PathsFigure(findings).html(colours, number: number))\(HeatFigure(findings).html(number: number))</div>
            \(pictureNote)
            \(RegionTables(findings: findings).html)
            \(PanelTables(findings: findings).html)
            </section>

            """
    }

    private var facts: HTML {
        let panel = findings.panel
        func hex(_ number: UInt16) -> String {
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }
        let size: HTML
        if let scale = findings.pointsPerMillimetre {
            size = "\(findings.screen.width / scale.width, 0) × \(findings.screen.height / scale.height, 0) mm of glass under the screen"
        } else {
            size = "the panel does not report its size"
        }
        let screen: HTML =
            findings.place.map { "\($0.screen), \(findings.screen.width, 0) × \(findings.screen.height, 0) points" }
            ?? "none configured: points are the panel's units"
        let clock: HTML
        if let wall = findings.wallClock, let begin = wall.text(at: findings.start) {
            let zone = wall.isUTC ? " UTC" : " by the clock of the machine that recorded it"
            clock = "begins at \(begin)\(zone)\(wall.hasDate ? "" : "; the day is not recorded")"
        } else {
            clock = "none: the recording does not say when it was made. All times are event time since its first event"
        }
        var facts: [(String, HTML)] = [
            ("Device", "\(panel.name) <span class=\"faint\">\(hex(panel.vendor)):\(hex(panel.product))</span>"),
            ("Panel", "\(findings.place?.panel ?? "played separately")"),
            ("Screen", screen), ("Resolution", "\(findings.resolution.width, 0) × \(findings.resolution.height, 0) units; \(size)"),
            ("Protocol", "\(findings.protocolName)"), ("Duration", "\(clockText(findings.duration, digits: 3)) of event time"), ("Wall clock", clock),
        ]
        if !findings.quirks.isEmpty { facts.append(("Corrected", "\(findings.quirks.joined(separator: ", ")) (known quirks of the device)")) }
        return "<dl class=\"facts\">\(HTML(facts.map { "<div><dt>\($0)</dt><dd>\($1)</dd></div>" }))</dl>"
    }

    private var tiles: HTML {
        let summary = findings.intervals.summary
        let faults = findings.faults.reduce(0) { $0 + $1.count }
        let tiles: [(name: String, value: String, words: String, isBad: Bool)] = [
            ("touches", "\(findings.touches.count)", findings.sensitiveCount == 0 ? "touches" : "touches outside sensitive regions", false),
            ("taps", "\(findings.taps.count)", "taps", false),
            ("cancels", "\(findings.cancels.values.reduce(0, +))", "cancels", false),
            ("nearMisses", "\(findings.nearMisses.all.count)", "taps beside a button", !findings.nearMisses.all.isEmpty),
            ("rate", summary.map { decimal($0.rate, $0.rate < 20 ? 1 : 0) + " Hz" } ?? "-", "reports a second", false),
            ("faults", "\(faults)", "faults of the panel", faults > 0),
            ("sensitive", "\(findings.sensitiveCount)", "touches in sensitive regions", false),
        ]
        let items: [HTML] = tiles.map {
            "<li\($0.isBad ? HTML(stringLiteral: " class=\"bad\"") : "")><b data-count=\"\($0.name)\">\($0.value)</b>\($0.words)</li>"
        }
        return "<ul class=\"tiles\">\(HTML(items))</ul>"
    }

    private var pictureNote: HTML {
        var note: HTML = "<p class=\"note\">Regions are drawn where they were at the beginning; scrolled content is not followed."
        if findings.picture.leftOut > 0 { note += " \(findings.picture.leftOut) regions are not drawn." }
        if findings.picture.shapes.contains(where: \.isSensitive) {
            note += " A grey block is a sensitive region: this file has only the number of touches in it."
        }
        return "\(note)</p>"
    }
}
