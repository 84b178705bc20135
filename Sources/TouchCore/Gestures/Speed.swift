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

    private let window: Int64
    private let rest: Int64
    /// A ring, the oldest at `next` once it is full.
    private var samples: [(time: Int64, place: Point)] = []
    private var next = 0

    init(_ spec: GestureSpec) {
        window = spec.microseconds(Self.window)
        rest = spec.microseconds(Self.rest)
    }

    mutating func reset() {
        samples.removeAll(keepingCapacity: true)
        next = 0
    }

    var isEmpty: Bool { samples.isEmpty }

    /// What contradicts itself; nil if nothing does.
    var fault: String? {
        if samples.count > Self.capacity || next != 0 && samples.count < Self.capacity || next >= Self.capacity {
            return "\(samples.count) places are remembered, the oldest at \(next)"
        }
        let isInOrder = samples.indices.dropLast().allSatisfy { sample($0).time >= sample($0 + 1).time }
        return isInOrder ? nil : "places are remembered in another order than theirs"
    }

    /// Takes where it is now.
    mutating func add(_ place: Point, at time: Int64) {
        // What was withheld may come with a time before that of a frame of which nobody was told.
        let time = samples.isEmpty ? time : max(time, sample(0).time)
        if samples.isEmpty { samples.reserveCapacity(Self.capacity) }
        if samples.count > 1, time &- sample(1).time < window / Int64(Self.capacity) {
            samples[(next + samples.count - 1) % samples.count] = (time, place)
        } else if samples.count < Self.capacity {
            samples.append((time, place))
        } else {
            samples[next] = (time, place)
            next = (next + 1) % Self.capacity
        }
    }

    /// The newest but for so many.
    private func sample(_ age: Int) -> (time: Int64, place: Point) {
        samples[(next + samples.count - 1 - age) % samples.count]
    }

    /// Units a second.
    func velocity(at time: Int64) -> Point {
        guard samples.count > 1, time &- sample(0).time < rest || time == sample(0).time else { return Point(0, 0) }
        return samples.withUnsafeBufferPointer { samples in
            let last = (next + samples.count - 1) % samples.count
            // Relative to the newest, in which large numbers cancel out.
            func way(_ index: Int) -> SIMD2<Double> {
                SIMD2(samples[index].place.x, samples[index].place.y) - SIMD2(samples[last].place.x, samples[last].place.y)
            }
            func age(_ index: Int) -> Double { Double(samples[index].time - samples[last].time) }
            var (count, index) = (0, last)
            var meanTime = 0.0
            var mean = SIMD2<Double>.zero
            while count < samples.count, time &- samples[index].time <= window {
                meanTime += age(index)
                mean += way(index)
                count += 1
                index = index == 0 ? samples.count - 1 : index - 1
            }
            if count < 2 { return Point(0, 0) }
            meanTime /= Double(count)
            mean /= Double(count)
            index = last
            var spread = 0.0
            var slope = SIMD2<Double>.zero
            for _ in 0..<count {
                let t = age(index) - meanTime
                spread += t * t
                slope += t * (way(index) - mean)
                index = index == 0 ? samples.count - 1 : index - 1
            }
            return spread > 0 ? Point(slope.x / spread * 1e6, slope.y / spread * 1e6) : Point(0, 0)
        }
    }
}
