import Wire

/// What touchd has said of itself, and when that was.
struct MetricSource {
    /// The answer to `status`, and `sinceStart` of the `statistics` in the answer to `stats`. Null: touchd is not reachable.
    let status: JSONValue
    let statistics: JSONValue
    /// µs from touchd's monotonic clock to Unix time.
    let clockOffset: Int64

    var isUp: Bool { status != .null }
    var counts: JSONValue { status["counts"] ?? .null }
    var configuration: JSONValue { status["configuration"] ?? .null }
    var queues: JSONValue { status["queues"] ?? .null }
    var total: JSONValue { statistics["total"] ?? .null }
    var screens: [JSONValue] { status["screens"]?.array ?? [] }
    /// Those that are open.
    var panels: [JSONValue] { status["panels"]?.array ?? [] }
    var panelTotals: [JSONValue] { statistics["panels"]?.array ?? [] }

    /// A time of the monotonic clock, as Unix time to the millisecond: the two clocks are not read at the same moment.
    func timestamp(_ time: Int64) -> MetricSample.Value { .duration((time + clockOffset + 500) / 1000 * 1000) }

    /// One sample of a count; none when touchd does not tell it.
    func sample(_ object: JSONValue, _ key: String, _ labels: KeyValuePairs<String, String> = [:]) -> [MetricSample] {
        object[key] == nil ? [] : [MetricSample(object.whole(key), labels)]
    }

    /// The same of µs.
    func duration(_ object: JSONValue, _ key: String, _ labels: KeyValuePairs<String, String> = [:]) -> [MetricSample] {
        object[key] == nil ? [] : [MetricSample(.duration(object.whole(key)), labels)]
    }
}
