import TouchCore
import Wire

/// Metrics about touches. They leave out sensitive regions, and injected fingers unless stated.
extension MetricTable {
    static let touches: [MetricFamily] = [
        MetricFamily("touches_down", .gauge, "Touches that are down, including injected ones.") { $0.sample($0.counts, "down") },
        MetricFamily("injected_fingers", .counter, "Fingers that clients have injected.") { $0.sample($0.counts, "injected") },
        MetricFamily("touches", .counter, "Touches that regions received, by phase; a touch counts for each region that receives it.") {
            phases(MetricRegions.Region("", $0.total), [:], $0)
        },
        MetricFamily("touches_missed", .counter, "Touches that no region received.") { $0.sample($0.statistics, "missed") },
        MetricFamily("touch_cancels", .counter, "Touches that were cancelled for a region, by reason.") { source in
            guard source.isKnown else { return [] }
            let cancels = Dictionary(uniqueKeysWithValues: MetricRegions.cancels(source.total).map { ($0.reason, $0.count) })
            // Reasons that have not occurred are included with 0, because a rate needs an earlier sample.
            return CancelReason.allCases.map { MetricSample(cancels[$0.rawValue] ?? 0, ["reason": $0.rawValue]) }
        },
        MetricFamily("region_touches", .counter, "Touches that a region received, by phase.") { source in
            MetricRegions(source).all.flatMap { phases($0, ["region": $0.id], source) }
        },
        MetricFamily("region_taps", .counter, "Touches of a region that were short, hardly moved, and were lifted inside.") { source in
            MetricRegions(source).all.map { MetricSample($0.taps, ["region": $0.id]) }
        },
        MetricFamily("region_dwell_seconds", .counter, "Time that fingers were down in a region; two fingers count twice.") { source in
            MetricRegions(source).all.map { MetricSample(.duration($0.dwell), ["region": $0.id]) }
        },
    ]

    private static func phases(
        _ region: MetricRegions.Region, _ labels: KeyValuePairs<String, String>, _ source: MetricSource
    ) -> [MetricSample] {
        guard source.isKnown else { return [] }
        return [("began", region.began), ("ended", region.ended), ("cancelled", region.cancelled)].map { phase, count in
            var sample = MetricSample(count, labels)
            sample.labels.append(("phase", phase))
            return sample
        }
    }
}
