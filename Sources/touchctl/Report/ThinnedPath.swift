import TouchCore

/// The way of a touch, with fewer places than the panel has reported: one a step, and never more than `most`. The first and the last place are
/// always there. Where the path leaves what may be shown, it has a gap.
struct ThinnedPath: Equatable {
    /// Places that a path keeps. When there are more, every second one is given up, and the step is doubled.
    static let most = 256

    /// Points of the screen, in parts without a gap.
    private(set) var parts: [[Point]] = []
    private var step: Double
    private var latest: Point?

    /// - Parameter step: points of the screen between two places that are kept.
    init(step: Double) { self.step = step }

    var count: Int { parts.reduce(0) { $0 + $1.count } }

    mutating func add(_ place: Point) {
        defer { latest = place }
        if latest == nil {
            parts.append([place])
            // Hundreds of gaps: the oldest part goes.
            if parts.count > Self.most / 2 { parts.removeFirst() }
        } else if parts[parts.count - 1].last!.distance(to: place) >= step {
            parts[parts.count - 1].append(place)
            if count > Self.most { thin() }
        }
    }

    /// The next place belongs to another part.
    mutating func breakOff() {
        close()
        latest = nil
    }

    /// Nothing follows: the last place is kept, however near it is.
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
