import JSON

/// The touches of regions in the last interval, computed from touchd's sums.
struct RegionCountsByMinute {
    private struct Sums: Equatable {
        var touches: Int64 = 0
        var taps: Int64 = 0
    }

    /// The most regions in a message. If there are more, those with the most touches are kept.
    private static let regionsMax = 200

    private var before: (regions: [String: Sums], missed: Int64, at: Int64)?
    /// The epoch of the touchd that counted. A restarted touchd continues from the last saved sums, or from zero. These may be lower than the sums
    /// before the restart, so the interval with the restart is not published.
    private var epoch = ""
    private var wasEmpty = true

    /// Returns the payload of the topic `counts`; nil if nothing must be published.
    ///
    /// - Parameters:
    ///   - reply: touchd's answer to `stats`.
    ///   - epoch: the epoch of that touchd.
    ///   - time: the time of the reply, in µs of the monotonic clock; `end` is the same time as text.
    mutating func payload(_ reply: JSONValue, epoch: String, at time: Int64, end: String) -> JSONValue? {
        guard let statistics = reply["statistics"], let list = statistics["regions"]?.array else { return nil }
        // touchd counts from 0 up.
        func count(_ value: JSONValue?) -> Int64 { max(0, value?.microseconds ?? 0) }
        var now: (regions: [String: Sums], missed: Int64, at: Int64) = ([:], count(statistics["missed"]), time)
        for entry in list {
            guard let id = entry["region"]?.string else { continue }
            now.regions[id] = Sums(touches: count(entry["touches"]), taps: count(entry["taps"]))
        }
        defer { (before, self.epoch) = (now, epoch) }
        guard let before, epoch == self.epoch else { return nil }
        // A sum is lower if the counts were reset, or if the region was removed and added again.
        func difference(_ new: Int64, _ old: Int64) -> Int64 { new >= old ? new - old : new }
        var counted: [(id: String, sums: Sums)] = []
        for (id, sums) in now.regions {
            let old = before.regions[id] ?? Sums()
            let sums = Sums(touches: difference(sums.touches, old.touches), taps: difference(sums.taps, old.taps))
            if sums != Sums() { counted.append((id, sums)) }
        }
        let missed = difference(now.missed, before.missed)
        let isEmpty = counted.isEmpty && missed == 0
        defer { wasEmpty = isEmpty }
        // A kiosk without touches publishes this once.
        if isEmpty && wasEmpty { return nil }
        counted.sort { ($1.sums.touches, $0.id) < ($0.sums.touches, $1.id) }
        var regions: [String: JSONValue] = [:]
        for (id, sums) in counted.prefix(Self.regionsMax) { regions[id] = ["touches": .whole(sums.touches), "taps": .whole(sums.taps)] }
        var payload: [String: JSONValue] = [
            "until": .string(end), "seconds": .whole(max(1, (time - before.at + 500_000) / 1_000_000)), "regions": .object(regions),
            "missed": .whole(missed),
        ]
        if counted.count > Self.regionsMax { payload["leftOut"] = .whole(counted.count - Self.regionsMax) }
        return .object(payload)
    }
}
