import Wire

/// The answers of touchd, and the offset of its clock.
struct MetricSource {
    /// The answer to `status`, and `sinceStart` of the `statistics` in the answer to `stats`. Null if touchd is not reachable or refuses them.
    let status: JSONValue
    let statistics: JSONValue
    /// The difference between Unix time and touchd's monotonic clock, in µs.
    let clockOffset: Int64
    /// Whether touchd answers, but refuses the status.
    var isRefused = false

    /// Whether there is a status.
    var isKnown: Bool { status != .null }
    var counts: JSONValue { status["counts"] ?? .null }
    var configuration: JSONValue { status["configuration"] ?? .null }
    var queues: JSONValue { status["queues"] ?? .null }
    var total: JSONValue { statistics["total"] ?? .null }
    var screens: [JSONValue] { status["screens"]?.array ?? [] }
    /// The open panels.
    var panels: [JSONValue] { status["panels"]?.array ?? [] }
    var panelTotals: [JSONValue] { statistics["panels"]?.array ?? [] }

    /// A time of the monotonic clock as Unix time, rounded to ms because the two clocks are not read at the same moment.
    func timestamp(_ time: Int64) -> MetricSample.Value { .duration((time + clockOffset + 500) / 1000 * 1000) }

    /// The sample of a count; none if touchd does not report it.
    func sample(_ object: JSONValue, _ key: String, _ labels: KeyValuePairs<String, String> = [:]) -> [MetricSample] {
        object[key] == nil ? [] : [MetricSample(object.whole(key), labels)]
    }

    /// The sample of a time in µs; none if touchd does not report it.
    func duration(_ object: JSONValue, _ key: String, _ labels: KeyValuePairs<String, String> = [:]) -> [MetricSample] {
        object[key] == nil ? [] : [MetricSample(.duration(object.whole(key)), labels)]
    }
}
