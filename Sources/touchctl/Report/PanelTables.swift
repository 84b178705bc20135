import TouchCore

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
