/// The velocity of a moving point: the slope of the least-squares line through the locations of the last 100 ms (the method and numbers of Android's
/// VelocityTracker). For a steady movement the result is exact, and jitter has little influence. After 40 ms without movement the velocity is 0, so
/// that a finger that stops before it lifts does not throw anything.
///
/// Memory is constant: if the last two samples and a new one are too close in time, the new one replaces the last.
struct Speed {
    private static let capacity = 32

    private struct Sample {
        /// Event time, in µs.
        let time: Int64
        let place: SIMD2<Double>
    }

    private let window: Int64
    private let rest: Int64
    /// The samples, of which only the last `capacity` count. The array holds up to twice as many, so that the samples stay contiguous and are rarely
    /// moved.
    private var samples: [Sample] = []

    init(_ spec: GestureSpec) {
        window = spec.microseconds(.velocityWindow)
        rest = spec.microseconds(.velocityRest)
    }

    mutating func reset() { samples.removeAll(keepingCapacity: true) }

    var isEmpty: Bool { samples.isEmpty }

    /// A description of the first contradiction; nil if there is none.
    var fault: String? {
        if samples.count > 2 * Self.capacity { return "\(samples.count) places are stored, which is too many" }
        let isInOrder = zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time }
        return isInOrder ? nil : "the stored places are not in order of time"
    }

    /// Adds the current location.
    mutating func add(_ place: Point, at time: Int64) {
        // A delayed touch may be older than the last sample, which can come from a frame that was never delivered.
        let sample = Sample(time: max(time, samples.last?.time ?? .min), place: SIMD2(place.x, place.y))
        if samples.isEmpty { samples.reserveCapacity(2 * Self.capacity) }
        if samples.count > 1, sample.time &- samples[samples.count - 2].time < window / Int64(Self.capacity) {
            samples[samples.count - 1] = sample
            return
        }
        if samples.count == 2 * Self.capacity { samples.removeFirst(Self.capacity) }
        samples.append(sample)
    }

    /// The velocity in units per second.
    func velocity(at time: Int64) -> Point {
        guard samples.count > 1, let newest = samples.last, time &- newest.time < rest || time == newest.time else { return Point(0, 0) }
        return samples.withUnsafeBufferPointer { samples in
            // Goes back from the newest sample. All values are relative to this sample, so that large numbers cancel out.
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
