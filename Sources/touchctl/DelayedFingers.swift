import TouchCore
import Wire

/// Injected fingers without a touch yet, because touchd delays their begin until it knows who gets them. The touch may begin after the finger has
/// lifted. No reply names such a touch, so only the place in its trace line tells which finger it belongs to.
struct DelayedFingers {
    /// The time to wait for touchd's decision, in µs. touchd decides sooner even on a loaded machine: the longest pause of a staff gesture is 0.75 s.
    static let patience: Int64 = 5_000_000

    private var fingers: [(finger: Int, place: Point)] = []

    var isEmpty: Bool { fingers.isEmpty }
    var places: [Point] { fingers.map(\.place) }

    mutating func add(_ finger: Int, at place: Point) { fingers.append((finger, place)) }

    /// Removes a finger that is down and now has a touch.
    mutating func remove(_ finger: Int) {
        if let index = fingers.lastIndex(where: { $0.finger == finger }) { fingers.remove(at: index) }
    }

    /// Removes the finger whose touch the `trace` line explains; returns whether there is one. The trace of a sensitive region has no place, so it
    /// stands for the first finger.
    mutating func removeFinger(_ trace: JSONValue) -> Bool {
        let index = fingers.firstIndex { finger in
            if trace["sensitive"]?.bool == true { return true }
            guard let x = trace["x"]?.number, let y = trace["y"]?.number else { return false }
            return abs(x - finger.place.x) < 0.01 && abs(y - finger.place.y) < 0.01
        }
        if let index { fingers.remove(at: index) }
        return index != nil
    }
}
