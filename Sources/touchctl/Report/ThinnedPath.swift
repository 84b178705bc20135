import TouchCore

/// The path of a touch with fewer places than the panel reported: one for each step, and at most `most`. The first and the last place are always
/// kept. The path has a gap where it may not be shown.
struct ThinnedPath: Equatable {
    /// The most places kept. If there are more, every second one is dropped and the step is doubled.
    static let most = 256

    /// The places in points of the screen, in parts without a gap.
    private(set) var parts: [[Point]] = []
    private var step: Double
    private var latest: Point?

    /// Creates an empty path.
    ///
    /// - Parameter step: the distance between two kept places, in points of the screen.
    init(step: Double) { self.step = step }

    var count: Int { parts.reduce(0) { $0 + $1.count } }

    mutating func add(_ place: Point) {
        defer { latest = place }
        if latest == nil {
            parts.append([place])
            // With hundreds of gaps, the oldest part is dropped.
            if parts.count > Self.most / 2 { parts.removeFirst() }
        } else if parts[parts.count - 1].last!.distance(to: place) >= step {
            parts[parts.count - 1].append(place)
            if count > Self.most { thin() }
        }
    }

    /// Starts a new part with the next place.
    mutating func breakOff() {
        close()
        latest = nil
    }

    /// Ends the path: keeps the last place, even if it is near the one before.
    mutating func close() {
        guard let latest, let last = parts.last?.last, last != latest else { return }
        parts[parts.count - 1].append(latest)
    }

    private mutating func thin() {
        step *= 2
        for index in parts.indices where parts[index].count > 2 {
            let part = parts[index]
            parts[index] = part.indices.filter { $0 % 2 == 0 || $0 == part.count - 1 }.map { part[$0] }
        }
    }
}

extension Point {
    func distance(to other: Point) -> Double {
        let way = other - self
        return (way.x * way.x + way.y * way.y).squareRoot()
    }
}
