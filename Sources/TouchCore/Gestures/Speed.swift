/// How fast something moves: over the last 100 ms, as open re-implementations have it. Constant memory.
struct Speed {
    private static let window: Int64 = 100_000
    private static let capacity = 16

    private var samples: [(time: Int64, place: Point)] = []
    private var next = 0

    mutating func reset() {
        samples.removeAll(keepingCapacity: true)
        next = 0
    }

    /// Takes where it is now.
    mutating func add(_ place: Point, at time: Int64) {
        if samples.isEmpty { samples.reserveCapacity(Self.capacity) }
        if samples.count < Self.capacity {
            samples.append((time, place))
        } else {
            samples[next] = (time, place)
        }
        next = (next + 1) % Self.capacity
    }

    /// Units a second; nothing for what has not moved for so long.
    func velocity(at time: Int64) -> Point {
        var oldest: (time: Int64, place: Point)?
        var newest: (time: Int64, place: Point)?
        // From the oldest to the newest.
        for step in samples.indices {
            let sample = samples[samples.count < Self.capacity ? step : (next + step) % Self.capacity]
            guard time &- sample.time <= Self.window else { continue }
            if oldest == nil { oldest = sample }
            newest = sample
        }
        guard let oldest, let newest, newest.time > oldest.time else { return Point(0, 0) }
        let seconds = Double(newest.time - oldest.time) / 1e6
        let way = newest.place - oldest.place
        return Point(way.x / seconds, way.y / seconds)
    }
}
