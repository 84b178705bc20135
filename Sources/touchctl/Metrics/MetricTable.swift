import Wire
import Text

/// All metrics that `touchctl metrics` prints, in this order; docs/metrics.md describes each family.
enum MetricTable {
    static let families = daemon + clients + touches + panels + screens

    private static let daemon: [MetricFamily] = [
        MetricFamily("up", .gauge, "Whether touchd answers.") { [MetricSample($0.isRefused || $0.isKnown)] },
        MetricFamily("build", .info, "The version of touchd that answers.") { source in
            guard let server = source.status["server"]?.string else { return [] }
            let version = server.begins(with: "touchd ") ? String(server.dropFirst("touchd ".count)) : server
            return [MetricSample(1, ["version": version, "protocol": source.status.text("protocol")])]
        },
        MetricFamily("start_time_seconds", .gauge, "When touchd was started, in Unix time.") { source in
            source.isKnown ? [MetricSample(source.timestamp(source.status.whole("startedAt")))] : []
        },
        MetricFamily("configuration_reloads", .counter, "Times that the configuration file was read again, by result.") { source in
            source.sample(source.configuration, "reloads", ["result": "accepted"])
                + source.sample(source.configuration, "refusals", ["result": "refused"])
        },
        MetricFamily(
            "configuration_reload_timestamp_seconds", .gauge,
            "When a configuration file was last put into force, and when one was last refused, in Unix time."
        ) { source in
            [("loadedAt", "accepted"), ("refusedAt", "refused")].compactMap { key, result in
                source.configuration[key].map { MetricSample(source.timestamp($0.wholeNumber), ["result": result]) }
            }
        },
        MetricFamily("configuration_outdated", .gauge, "Whether the configuration file was refused, and an earlier state of it is in force.") {
            source in
            let configuration = source.configuration
            guard source.isKnown else { return [] }
            let isOlder = configuration["refusedAt"].map { $0.wholeNumber > configuration.whole("loadedAt") } ?? false
            return [MetricSample(isOlder || configuration["lastGood"]?.bool == true)]
        },
        MetricFamily("configuration_trial", .gauge, "Whether a configuration or a calibration is being tried.") {
            $0.isKnown ? [MetricSample($0.configuration["trial"] != nil)] : []
        },
        MetricFamily("tree_generation", .gauge, "The generation of the region tree: it rises with each change.") {
            $0.sample($0.status, "generation")
        },
        MetricFamily("internal_errors", .counter, "Internal errors that touchd has found and contained: each is a bug.") { source in
            source.sample(source.counts, "violations", ["kind": "stream"]) + source.sample(source.counts, "refusedEdits", ["kind": "edit"])
        },
    ]
}
