/// How fast something moves: the slope of the straight line that fits the places of the last 100 ms best, by least squares
/// (as Android's VelocityTracker does, whose numbers these are). A steady movement has exactly its speed, and a place that
/// jitters counts little. What has rested for 40 ms stands still, so that who stops before lifting throws nothing.
///
/// Constant memory: places that come closer together than the window has room for replace each other.
struct Speed {
    /// Seconds over which it is taken.
    static let window = GestureProperty(
        "velocityWindow", .seconds, 0.1, "Seconds: velocities are those of this last time.")
    /// Seconds.
    static let rest = GestureProperty(
        "velocityRest", .seconds, 0.04, "Seconds without a movement after which velocities are 0.")
    static let properties = [window, rest]

    private static let capacity = 32

    private struct Sample {
        /// µs.
        let time: Int64
        let place: SIMD2<Double>
    }

    private let window: Int64
    private let rest: Int64
    /// The last of them, up to `capacity`, count. So that these lie in a row, more are kept than that, and moved only now and then.
    private var samples: [Sample] = []

    init(_ spec: GestureSpec) {
        window = spec.microseconds(Self.window)
        rest = spec.microseconds(Self.rest)
    }

    mutating func reset() { samples.removeAll(keepingCapacity: true) }

    var isEmpty: Bool { samples.isEmpty }

    /// What contradicts itself; nil if nothing does.
    var fault: String? {
        if samples.count > 2 * Self.capacity { return "\(samples.count) places are remembered" }
        let isInOrder = zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time }
        return isInOrder ? nil : "places are remembered in another order than theirs"
    }

    /// Takes where it is now.
    mutating func add(_ place: Point, at time: Int64) {
        // What was withheld may come with a time before that of a frame of which nobody was told.
        let sample = Sample(time: max(time, samples.last?.time ?? .min), place: SIMD2(place.x, place.y))
        if samples.isEmpty { samples.reserveCapacity(2 * Self.capacity) }
        if samples.count > 1, sample.time &- samples[samples.count - 2].time < window / Int64(Self.capacity) {
            samples[samples.count - 1] = sample
            return
        }
        if samples.count == 2 * Self.capacity { samples.removeFirst(Self.capacity) }
        samples.append(sample)
    }

    /// Units a second.
    func velocity(at time: Int64) -> Point {
        guard samples.count > 1, let newest = samples.last, time &- newest.time < rest || time == newest.time else { return Point(0, 0) }
        return samples.withUnsafeBufferPointer { samples in
            // From the newest back, and relative to it, in which large numbers cancel out.
            let oldest = max(0, samples.count - Self.capacity)
            var first = samples.count
            var meanTime = 0.0
            var mean = SIMD2<Double>.zero
            while first > oldest, time &- samples[first &- 1].time <= window {
                first &-= 1
                meanTime += Double(samples[first].time &- newest.time)
                mean += samples[first].place - newest.place
            }
            let count = samples.count - first
            if count < 2 { return Point(0, 0) }
            meanTime /= Double(count)
            mean /= Double(count)
            var spread = 0.0
            var slope = SIMD2<Double>.zero
            var place = samples.count
            while place > first {
                place &-= 1
                let t = Double(samples[place].time &- newest.time) - meanTime
                spread += t * t
                slope += t * (samples[place].place - newest.place - mean)
            }
            return spread > 0 ? Point(slope.x / spread * 1e6, slope.y / spread * 1e6) : Point(0, 0)
        }
    }
}
