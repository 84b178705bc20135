import TouchCore
import Wire

/// Injected fingers that are no touches as yet: touchd withholds them until it knows whose they are. Their touch may begin after they have
/// lifted; then no reply names it, and only the place of its explanation says whose it is.
struct WithheldFingers {
    /// µs. Longer than touchd takes to decide, also on a loaded machine: the longest pause of a staff gesture is 0.75 s.
    static let patience: Int64 = 5_000_000

    private var fingers: [(finger: Int, place: Point)] = []

    var isEmpty: Bool { fingers.isEmpty }
    var places: [Point] { fingers.map(\.place) }

    mutating func add(_ finger: Int, at place: Point) { fingers.append((finger, place)) }

    /// The finger that is down has a touch.
    mutating func forget(_ finger: Int) {
        if let index = fingers.lastIndex(where: { $0.finger == finger }) { fingers.remove(at: index) }
    }

    /// Whether a `trace` line explains the touch of one of them, which is withheld no longer. That of a sensitive region has no place.
    mutating func take(_ trace: JSONValue) -> Bool {
        let index = fingers.firstIndex { finger in
            if trace["sensitive"]?.bool == true { return true }
            guard let x = trace["x"]?.number, let y = trace["y"]?.number else { return false }
            return abs(x - finger.place.x) < 0.01 && abs(y - finger.place.y) < 0.01
        }
        if let index { fingers.remove(at: index) }
        return index != nil
    }
}
