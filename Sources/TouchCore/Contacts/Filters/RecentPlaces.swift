/// The places and times of recent lifts.
struct RecentPlaces: Sendable {
    private struct Place {
        var time: Int64
        var values: ContactValues
        var location: Point
        /// True if the contact began in a sensitive region. A place matches only contacts with the same value.
        var isSensitive: Bool
    }

    /// The maximum number of places inside and, separately, outside sensitive regions: more lifts than any panel has in two seconds.
    private static let capacity = 32
    private var places: [Place] = []

    init() { places.reserveCapacity(Self.capacity) }

    mutating func add(_ time: Int64, _ values: ContactValues, _ location: Point, isSensitive: Bool) {
        // Contacts inside and outside sensitive regions have separate limits, so that typing in a sensitive region evicts no other contact.
        if places.count(where: { $0.isSensitive == isSensitive }) == Self.capacity {
            places.remove(at: places.firstIndex { $0.isSensitive == isSensitive }!)
        }
        places.append(Place(time: time, values: values, location: location, isSensitive: isSensitive))
    }

    /// Whether a contact lifted at most `age` before `time`, at a place that `isNear` accepts.
    func contains(
        since age: Int64, before time: Int64, isSensitive: Bool, where isNear: (_ values: ContactValues, _ location: Point) -> Bool
    ) -> Bool {
        places.contains { time &- $0.time <= age && $0.isSensitive == isSensitive && isNear($0.values, $0.location) }
    }

    /// Does the same as `contains`, and forgets the newest such lift.
    mutating func removeNewest(
        since age: Int64, before time: Int64, isSensitive: Bool, where isNear: (_ values: ContactValues, _ location: Point) -> Bool
    ) -> Bool {
        let index = places.lastIndex { time &- $0.time <= age && $0.isSensitive == isSensitive && isNear($0.values, $0.location) }
        if let index { places.remove(at: index) }
        return index != nil
    }

    /// A description of the first violated invariant; nil if all hold.
    var fault: String? {
        if places.count > 2 * Self.capacity { return "\(places.count) lifts are stored, which is too many" }
        return zip(places, places.dropFirst()).allSatisfy { $0.time <= $1.time } ? nil : "the stored lifts are not in order of time"
    }
}
