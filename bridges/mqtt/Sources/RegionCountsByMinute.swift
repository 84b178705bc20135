import JSON

/// How often regions were touched in the last interval, from the sums that touchd counts.
struct RegionCountsByMinute {
    private struct Sums: Equatable {
        var touches: Int64 = 0
        var taps: Int64 = 0
    }

    /// Regions in a message; of more, those that were touched most.
    private static let regionsMax = 200

    private var before: (regions: [String: Sums], missed: Int64, at: Int64)?
    /// The run of touchd that counted. Another one's sums begin at zero, or at what was kept last, which may be less than was told: of the
    /// interval with the restart nothing is said.
    private var epoch = ""
    private var wasEmpty = true

    /// The payload of the topic `counts`; nil: nothing is to be said.
    ///
    /// - Parameters:
    ///   - reply: touchd's answer to `stats`.
    ///   - epoch: of that touchd.
    ///   - time: when it came, µs of the monotonic clock; `end` says it as text.
    mutating func take(_ reply: JSONValue, epoch: String, at time: Int64, end: String) -> JSONValue? {
        guard let statistics = reply["statistics"], let list = statistics["regions"]?.array else { return nil }
        var now: (regions: [String: Sums], missed: Int64, at: Int64) = ([:], statistics["missed"]?.microseconds ?? 0, time)
        for entry in list {
            guard let id = entry["region"]?.string else { continue }
            now.regions[id] = Sums(touches: entry["touches"]?.microseconds ?? 0, taps: entry["taps"]?.microseconds ?? 0)
        }
        defer { (before, self.epoch) = (now, epoch) }
        guard let before, epoch == self.epoch else { return nil }
        // Somebody has had touchd count anew, or the region was gone and is back.
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
        // A kiosk that nobody touches says so once.
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
