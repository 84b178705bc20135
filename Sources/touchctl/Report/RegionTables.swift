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
