import TouchCore

/// The tables about the regions of a recording: touches, cancels, near misses, actions.
struct RegionTables {
    let findings: RecordingFindings

    var html: HTML { "\(regions)\(cancels)\(nearMisses)\(actions)" }

    private var regions: HTML {
        var table = ReportTable("regions", "Region", ">Touches", ">Taps", ">Dwell", ">Longest", ">Cancelled", "Why")
        for (id, counts) in findings.regions.sorted(by: { ($0.counts.touches, $1.id) > ($1.counts.touches, $0.id) }) {
            let why = CancelReason.allCases.filter { counts[$0] > 0 }.sorted { counts[$0] > counts[$1] }
            table.add(
                "\(id)", "\(counts.touches)", "\(counts.taps)", "\(clockText(counts.dwell))", "\(clockText(counts.longest))",
                "\(why.reduce(0) { $0 + counts[$1] })", "\(why.map { "\($0.rawValue) \(counts[$0])" }.joined(separator: ", "))")
        }
        let missed: HTML = findings.missed > 0 ? "<p class=\"note\">\(findings.missed) touches hit no region that takes them.</p>" : ""
        return
            """
            <h3>Regions</h3><p class=\"note\">Counted as in <code>touchctl stats</code>: a touch counts for each region that receives it.</p>\
            \(table.html)\(missed)
            """
    }

    private var cancels: HTML {
        let sorted = findings.cancels.sorted { ($0.value, $1.key.rawValue) > ($1.value, $0.key.rawValue) }
        guard let most = sorted.first?.value else { return "<h3>Cancels</h3><p>None.</p>" }
        var table = ReportTable("cancels", "Reason", ">Times", "", "Meaning")
        for (reason, count) in sorted {
            table.add(
                "\(reason.rawValue)", "\(count)", "<span class=\"share\" style=\"width:\(Double(count) / Double(most) * 90, 0)px\"></span>",
                "\(reason.meaning)")
        }
        return "<h3>Cancels by reason</h3>\(table.html)"
    }

    private var nearMisses: HTML {
        let misses = findings.nearMisses
        if misses.all.isEmpty { return "<h3>Taps just beside a button</h3><p>None.</p>" }
        var rows = ReportTable("nearMissButtons", "Button", ">Taps beside it", ">Nearest", ">Farthest")
        for row in misses.rows { rows.add("\(row.button)", "\(row.count)", "\(length(row.nearest))", "\(length(row.farthest))") }
        var all = ReportTable("nearMisses", "When", ">x", ">y", "Beside", ">Distance", "Received by")
        for miss in misses.all {
            all.add(
                "\(clockText(miss.time - findings.start))", "\(miss.place.x)", "\(miss.place.y)", "\(miss.button)", "\(length(miss.distance))",
                "\(miss.taken ?? "no region")")
        }
        let reach = findings.pointsPerMillimetre == nil ? "1/40 of the screen's shorter side" : "\(decimal(RecordingPlayer.reach.millimetres, 0)) mm"
        return """
            <h3>Taps just beside a button</h3><p class="note">Taps that no button received, at most \(reach) from a button: a control, or a region \
            with a tap gesture. Distances are measured to the rectangle that takes touches, including hit insets. \
            Larger hitInsets of the button would make them hits.</p>\(rows.html)
            <details><summary>All of these taps</summary>\(all.html)</details>
            """
    }

    /// A length in points, and in mm if the panel states its size.
    private func length(_ points: Double) -> String {
        let millimetres = findings.pointsPerMillimetre.map { " (\(decimal(points / min($0.width, $0.height), 1)) mm)" } ?? ""
        return "\(decimal(points, 1)) pt\(millimetres)"
    }

    private var actions: HTML {
        if findings.actions.isEmpty { return "" }
        var table = ReportTable("actions", "Region", "Event", ">Times")
        for (action, count) in findings.actions.sorted(by: { $0.key < $1.key }) { table.add("\(action.region)", "\(action.what)", "\(count)") }
        return "<h3>Gestures, controls and scroll views</h3>\(table.html)"
    }
}

extension CancelReason {
    /// The meaning of the reason, for readers of a report.
    var meaning: String {
        switch self {
        case .deviceRemoved: "the panel was removed; in a replay, the recording ended while the finger was down"
        case .deviceDisabled: "the panel was closed"
        case .resync: "events were lost, and afterwards the finger was gone"
        case .identityChanged: "the panel reported another contact in the slot"
        case .palm: "the panel called it a palm"
        case .stylus: "a pen was in use"
        case .contactLimit: "more fingers than allowed"
        case .stuck: "the panel reported nothing about the finger for too long"
        case .outputInactive: "the display was off"
        case .locked: "the screen was locked or closed for cleaning"
        case .rule: "a rule for the surface's touches ended the touch, which is not a fault"
        case .gesture: "a gesture took over the touch, which is not a fault"
        case .stolen: "an interceptor stole the touch"
        case .regionRemoved: "the region was removed"
        case .clientGone: "the client disconnected"
        case .unresponsive: "the client did not answer"
        case .lagged: "the client was too slow"
        case .reload: "a new configuration was loaded"
        case .shutdown: "touchd stopped"
        }
    }
}

/// The tables about the panel of a recording: rate and jitter, noise, ghosts, faults, latency.
struct PanelTables {
    let findings: RecordingFindings

    var html: HTML { "\(rate)\(ghosts)\(faults)\(latency)" }

    private var rate: HTML {
        var table = ReportTable("rate", "", ">", "")
        if let summary = findings.intervals.summary {
            table.add("Rate", "\(summary.rate) Hz", "from the median interval")
            table.add("Median interval", "\(milliseconds(summary.median, 2))", "")
            table.add("9 of 10 intervals", "\(decimal(Double(summary.low) / 1_000, 2)) to \(milliseconds(summary.high, 2))", "")
            table.add("Jitter", "\(milliseconds(summary.jitter, 3))", "the median distance of an interval from the median")
            table.add("Longest", "\(milliseconds(summary.longest))", "")
            table.add("Gaps", "\(summary.gaps)", "intervals above three times the median")
        }
        if let resting = findings.resting {
            table.add(
                "Noise", "\(length(resting.median))", "\(resting.fingers) resting fingers: root mean square about the mean, of the median finger")
            table.add("Worst noise", "\(length(resting.worst))", "of one finger; the widest spread was \(length(resting.widest))")
        }
        var gaps = ReportTable("gaps", "When", ">Without a report for")
        if let summary = findings.intervals.summary, summary.gaps > 0 {
            for one in findings.intervals.longest(10) where one.length > 3 * summary.median {
                gaps.add("\(clockText(one.start - findings.start))", "\(milliseconds(one.length))")
            }
        }
        let hasGaps = (findings.intervals.summary?.gaps ?? 0) > 0
        let secret: HTML = findings.sensitiveCount > 0 ? " Reports while a finger was in a sensitive region are left out." : ""
        return """
            <h3>Report rate, jitter and noise</h3>
            <div class="pair">\(RateFigure(intervals: findings.intervals).html())<div>\(table.html)</div></div>
            <p class="note">A panel that reports changes only is silent while a finger rests, so a gap need not be a fault.\(secret) A finger rests \
            if it stays for \(RestingFingers.durationMin / 1_000) ms within 1 % of the screen's shorter side. Noise \
            is measured in the panel's reports, before filters.</p>
            \(hasGaps ? "<details><summary>The longest gaps</summary>\(gaps.html)</details>" : "")
            """
    }

    private func length(_ points: Double) -> String {
        if let scale = findings.pointsPerMillimetre { return "\(decimal(points / min(scale.width, scale.height), 3)) mm" }
        return "\(decimal(points, 2)) \(findings.place == nil ? "units" : "pt")"
    }

    private var ghosts: HTML {
        let ghosts = findings.ghosts
        let stuck = findings.stuck
        if ghosts.places.isEmpty && stuck.isEmpty { return "<h3>Ghosts and stuck fingers</h3><p>None.</p>" }
        var html: HTML = "<h3>Ghosts and stuck fingers</h3>"
        if !ghosts.places.isEmpty {
            var table = ReportTable("ghosts", ">x", ">y", "Region", ">Touches", "From", "To")
            for one in ghosts.places {
                table.add(
                    "\(one.place.x)", "\(one.place.y)", "\(one.region ?? "no region")", "\(one.touches)", "\(clockText(one.first - findings.start))",
                    "\(clockText(one.last - findings.start))")
            }
            html += """
                <p class="note">Suspected ghosts: \(SuspectedGhosts.timesMin) or more touches in a row at the very same point, none of which \
                moved, each within \(SuspectedGhosts.pauseMax / 1_000_000) s of the one before. The <code>ghost</code> filter keeps such contacts \
                from becoming touches.</p>\(table.html)
                """
        }
        if !stuck.isEmpty {
            var table = ReportTable("stuck", "Region", ">Down for", "From", "How it ended")
            for touch in stuck {
                table.add(
                    "\(touch.region ?? "no region")", "\(clockText(touch.duration))", "\(clockText(touch.began - findings.start))",
                    touch.cancel == .stuck ? "the panel reported nothing about it (stuckAfter)" : "the recording ends while it is down")
            }
            html += "<p class=\"note\">Stuck fingers: touches whose lift the panel did not report.</p>\(table.html)"
        }
        return html
    }

    private var faults: HTML {
        if findings.faults.isEmpty { return "<h3>Faults of the panel</h3><p>None.</p>" }
        var table = ReportTable("faults", "Fault", ">Times", "Meaning")
        for fault in findings.faults { table.add("\(fault.name)", "\(fault.count)", "\(fault.meaning)") }
        return "<h3>Faults of the panel</h3>\(table.html)"
    }

    private var latency: HTML {
        var table = ReportTable("latency", "", ">", "")
        let sorted = findings.holds.sorted()
        table.add("Events sent at once", "\(findings.events - sorted.count)", "with the report that caused them")
        if let median = ReportIntervals.quantile(0.5, of: sorted), let high = ReportIntervals.quantile(0.95, of: sorted) {
            table.add(
                "Delayed events", "\(sorted.count)",
                """
                by a gesture that had to be decided first, or by a filter: median \(milliseconds(median)), 19 of 20 at most \
                \(milliseconds(high)), longest \(milliseconds(sorted.last!)) of event time
                """
            )
        }
        if !findings.processing.isEmpty {
            let all = findings.processing
            func share(_ part: Double) -> String { decimal(all[min(all.count - 1, Int(part * Double(all.count)))], 1) + " µs" }
            table.add(
                "Replay, per report", share(0.5).html,
                "processing time in touchctl on this machine, not on the kiosk: median; 99 of 100 at most \(share(0.99)), longest \(share(1))")
        }
        let unmeasured: HTML =
            findings.processing.isEmpty ? " <code>--timing</code> measures how long the replay takes to process a report." : ""
        return """
            <h3>Latency</h3>\(table.html)<p class="note">A recording has only the kernel's time stamps. It does not contain \
            how long the panel took before them, or touchd and its clients after them; on the kiosk, \
            <code>touchctl status</code> and <code>touchctl metrics</code> show the times of touchd and its clients.\(unmeasured)</p>
            """
    }
}

extension String {
    fileprivate var html: HTML { "\(self)" }
}

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
