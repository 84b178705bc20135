import TouchCore
import Wire
import Text

/// Metrics about panels and screens.
extension MetricTable {
    static let panels: [MetricFamily] = [
        MetricFamily("panel_up", .gauge, "Whether a panel of the configuration is present and in use.") { source in
            (source.status["configuredPanels"]?.array ?? []).map {
                MetricSample($0["open"]?.bool == true, ["panel": $0.text("panel"), "screen": $0.text("screen")])
            }
        },
        total("panel_reports", "reports", "Reports of a panel (SYN_REPORT)."),
        total("panel_touches", "touches", "Touches that began on a panel."),
        total("panel_ghosts", "ghosts", "Contacts that noise filters took for ghosts."),
        total("panel_drops", "drops", "Times that the kernel dropped events of a panel (SYN_DROPPED)."),
        MetricFamily("panel_report_rate_hertz", .gauge, "Reports of a panel in the last full second in which it reported.") {
            source in source.panels.flatMap { source.sample($0["health"] ?? .null, "reportRate", ["panel": $0.text("panel")]) }
        },
        MetricFamily("panel_last_report_timestamp_seconds", .gauge, "When a panel last reported, in Unix time.") { source in
            // A recording has its own clock.
            source.panels.filter { $0.text("node").begins(with: "/dev/") }.compactMap { panel in
                panel["health"]?["lastReport"].map { MetricSample(source.timestamp($0.wholeNumber), ["panel": panel.text("panel")]) }
            }
        },
        MetricFamily("panel_reopenings", .counter, "Times that a panel was opened again.") { source in
            source.panels.flatMap { source.sample($0["health"] ?? .null, "reopened", ["panel": $0.text("panel")]) }
        },
        totals(
            "panel_contact_errors", "Contacts that a panel reported in an impossible way.", "kind",
            ["stuck", "identityChanges", "tapsInsideOneFrame", "uncorrelatedLifts", "slotsOutOfRange"]),
        totals("panel_filtered_contacts", "Contacts that noise filters acted on.", "action", FilterCounter.allCases.map(\.name)),
        MetricFamily("unused_devices", .gauge, "Touchscreens that are not used as panels.") { $0.sample($0.counts, "unusedDevices") },
    ]

    static let screens: [MetricFamily] = [
        MetricFamily("screen_idle", .gauge, "Whether nobody has touched for the time of an idle threshold.") { source in
            source.screens.map { MetricSample($0.text("activity") == "idle", ["screen": $0.text("screen")]) }
        },
        MetricFamily("screen_display", .gauge, "1 for the state of the display under the glass, as far as touchd knows.") {
            states($0, "display", ["on", "off", "unknown"])
        },
        MetricFamily("screen_mode", .gauge, "1 for the current mode of the screen; in all modes except normal, no touch reaches anybody.") {
            states($0, "mode", ["normal", "cleaning", "locked"])
        },
        MetricFamily(
            "screen_last_touch_timestamp_seconds", .gauge, "When somebody last touched outside of sensitive regions, in Unix time."
        ) { source in
            source.screens.filter { $0["lastOpenTouch"]?.number != nil }.map {
                MetricSample(source.timestamp($0.whole("lastOpenTouch")), ["screen": $0.text("screen")])
            }
        },
    ]

    /// A counter summed over all openings of a panel.
    private static func total(_ name: String, _ key: String, _ help: String) -> MetricFamily {
        MetricFamily(name, .counter, help) { source in source.panelTotals.flatMap { source.sample($0, key, ["panel": $0.text("panel")]) } }
    }

    /// A counter of several counts summed over all openings of a panel, with the count's name as a label.
    private static func totals(_ name: String, _ help: String, _ label: String, _ keys: [String]) -> MetricFamily {
        MetricFamily(name, .counter, help) { source in
            source.panelTotals.flatMap { panel in keys.flatMap { source.sample(panel, $0, ["panel": panel.text("panel"), label: $0]) } }
        }
    }

    private static func states(_ source: MetricSource, _ key: String, _ words: [String]) -> [MetricSample] {
        source.screens.flatMap { screen in
            words.map { MetricSample(screen.text(key) == $0, ["screen": screen.text("screen"), key: $0]) }
        }
    }
}
