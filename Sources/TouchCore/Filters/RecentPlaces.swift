/// Where and when contacts have lifted lately.
struct RecentPlaces: Sendable {
    private struct Place {
        var time: Int64
        var values: ContactValues
        var location: Point
        /// Of a contact that began in a sensitive region: contacts outside are not near it, whatever their place.
        var isSensitive: Bool
    }

    /// More than lift anywhere in two seconds.
    private static let capacity = 32
    private var places: [Place] = []

    init() { places.reserveCapacity(Self.capacity) }

    mutating func add(_ time: Int64, _ values: ContactValues, _ location: Point, isSensitive: Bool) {
        // Open and sensitive contacts have separate limits, so that typing in a sensitive region evicts no open contact.
        if places.count(where: { $0.isSensitive == isSensitive }) == Self.capacity {
            places.remove(at: places.firstIndex { $0.isSensitive == isSensitive }!)
        }
        places.append(Place(time: time, values: values, location: location, isSensitive: isSensitive))
    }

    /// Whether a contact has lifted not longer ago than `age` where `isNear` says.
    func contains(
        since age: Int64, before time: Int64, isSensitive: Bool, where isNear: (_ values: ContactValues, _ location: Point) -> Bool
    ) -> Bool {
        places.contains { time &- $0.time <= age && $0.isSensitive == isSensitive && isNear($0.values, $0.location) }
    }

    /// The same, and forgets the newest such lift.
    mutating func removeNewest(
        since age: Int64, before time: Int64, isSensitive: Bool, where isNear: (_ values: ContactValues, _ location: Point) -> Bool
    ) -> Bool {
        let index = places.lastIndex { time &- $0.time <= age && $0.isSensitive == isSensitive && isNear($0.values, $0.location) }
        if let index { places.remove(at: index) }
        return index != nil
    }

    /// What contradicts itself; nil if nothing does.
    var fault: String? {
        if places.count > 2 * Self.capacity { return "\(places.count) lifts are remembered" }
        return zip(places, places.dropFirst()).allSatisfy { $0.time <= $1.time } ? nil : "lifts are remembered in another order than theirs"
    }
}
