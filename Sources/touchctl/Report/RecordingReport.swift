/// The report about one or more recordings.
struct RecordingReport {
    let findings: [RecordingFindings]
    let configuration: String?

    var page: ReportPage {
        let title = findings.count == 1 ? "Touch report: \(findings[0].file)" : "Touch report: \(findings.count) recordings"
        let with: HTML =
            configuration.map { "played through the configuration <code>\($0)</code>" }
            ?? "played without a configuration: each screen is as large as its panel's ranges"
        return ReportPage(
            title: title, heading: findings.count == 1 ? "Touch report" : title,
            introduction:
                """
                <p class=\"faint\">The recorded events as touchd handles them, \(with), and as an observer of all regions sees them. Made by \
                touchctl; this page loads nothing from elsewhere.</p>
                """,
            contents: contents, sections: findings.enumerated().map { RecordingSection(findings: $1, number: $0 + 1).html })
    }

    /// The overview of several recordings, with links.
    private var contents: HTML {
        if findings.count < 2 { return "" }
        var table = ReportTable(
            "contents", "Recording", "Device", ">Duration", ">Touches", ">Taps", ">Cancels", ">Beside a button", ">Rate", ">Faults")
        for (place, one) in findings.enumerated() {
            let rate = one.intervals.summary.map { decimal($0.rate, 0) + " Hz" } ?? "-"
            table.add(
                "<a href=\"#r\(place + 1)\">\(one.file)</a>", "\(one.panel.name)", "\(clockText(one.duration))", "\(one.touches.count)",
                "\(one.taps.count)", "\(one.cancels.values.reduce(0, +))", "\(one.nearMisses.all.count)", "\(rate)",
                "\(one.faults.reduce(0) { $0 + $1.count })")
        }
        return "<nav><h3>Recordings</h3>\(table.html)</nav>"
    }
}
