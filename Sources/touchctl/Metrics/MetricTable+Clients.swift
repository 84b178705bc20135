import Wire

/// Metrics about the clients' traffic and lag.
extension MetricTable {
    static let clients: [MetricFamily] = [
        MetricFamily("clients", .gauge, "Clients that are connected.") { $0.sample($0.counts, "clients") },
        MetricFamily("clients_limit", .gauge, "Clients that may be connected.") { $0.sample($0.counts, "mostClients") },
        MetricFamily("client_connections", .counter, "Clients that were accepted.") { $0.sample($0.counts, "connections") },
        MetricFamily("client_refusals", .counter, "Clients that were turned away because there were too many.") { $0.sample($0.counts, "refused") },
        MetricFamily("frames", .counter, "Frames that were not empty.") { $0.sample($0.counts, "frames") },
        MetricFamily("frame_encodings", .counter, "Lines that frames were encoded into: one for each set of equal subscriptions.") {
            $0.sample($0.counts, "encodings")
        },
        MetricFamily("frame_lines", .counter, "Lines of frames that were sent to all clients together.") { $0.sample($0.counts, "lines") },
        MetricFamily(
            "report_latency_seconds", .histogram,
            "Time from the kernel's time stamp of a panel's report until its lines are sent."
        ) { latency($0.status["latency"]) },
        MetricFamily("clients_behind", .gauge, "Clients for which data waits.") { $0.sample($0.queues, "behind") },
        MetricFamily("client_queue_bytes", .gauge, "Bytes that wait for all clients together.") { $0.sample($0.queues, "bytes") },
        MetricFamily("client_queue_frames", .gauge, "Frames that wait behind these bytes for all clients together.") {
            $0.sample($0.queues, "frames")
        },
        MetricFamily("client_lag_seconds", .gauge, "Time that the oldest frame has waited for a client.") { $0.duration($0.queues, "lag") },
        MetricFamily("client_queue_max_bytes", .gauge, "The most bytes that have waited for one client since the start.") {
            $0.sample($0.queues, "mostBytes")
        },
        MetricFamily("client_queue_max_frames", .gauge, "The most frames that have waited for one client since the start.") {
            $0.sample($0.queues, "mostFrames")
        },
        MetricFamily("client_lag_max_seconds", .gauge, "The longest that a frame has waited for a client since the start.") {
            $0.duration($0.queues, "mostLag")
        },
        MetricFamily("client_merged_moves", .counter, "Moves that were merged into later ones because a client was behind.") {
            $0.sample($0.counts, "merged")
        },
        MetricFamily("client_lags", .counter, "Times that a client was so far behind that its touches were cancelled.") {
            $0.sample($0.counts, "lagged")
        },
        MetricFamily("client_slow_closes", .counter, "Clients that were disconnected because they read nothing for too long.") {
            $0.sample($0.counts, "slow")
        },
        MetricFamily("client_unresponsive", .counter, "Times that a client did not acknowledge in time.") { $0.sample($0.counts, "unresponsive") },
        MetricFamily("client_bad_lines", .counter, "Lines of clients that were not requests.") { $0.sample($0.counts, "badLines") },
        MetricFamily("client_refused_requests", .counter, "Requests of clients that were refused.") { $0.sample($0.counts, "refusedRequests") },
    ]

    /// The samples of the latency histogram. Each bucket also includes all smaller values; the last one includes all.
    private static func latency(_ latency: JSONValue?) -> [MetricSample] {
        guard let latency, let bounds = latency["bounds"]?.array, let counts = latency["counts"]?.array, counts.count == bounds.count + 1 else {
            return []
        }
        var sum: Int64 = 0
        let ends = bounds.map { "\(Double($0.wholeNumber) / 1_000_000)" } + ["+Inf"]
        let buckets = zip(ends, counts).map { end, count in
            sum += count.wholeNumber
            return MetricSample(.whole(sum), ["le": end], suffix: "_bucket")
        }
        return buckets + [
            MetricSample(.duration(latency.whole("sum")), suffix: "_sum"), MetricSample(.whole(sum), suffix: "_count"),
        ]
    }
}
