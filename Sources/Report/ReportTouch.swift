import TouchCore

/// A touch, as an observer of all regions sees it.
struct ReportTouch {
    let id: UInt64
    /// The event time of the begin, in µs.
    let began: Int64
    /// The place of the begin, in points of the screen.
    let start: Point
    /// The region that was hit; nil if none was.
    let target: RegionID?
    /// The region that received the touch: the one hit, otherwise the first receiver; nil if there was none.
    private(set) var receiver: RegionID?
    /// The receiver's ID.
    private(set) var region: String?
    /// The event time of the last event.
    private(set) var ended: Int64
    private(set) var end: Point
    /// Whether the touch has ended for at least one receiver.
    private(set) var hasEnded = false
    /// The reason of the first cancel.
    private(set) var cancel: CancelReason?
    private(set) var isInside = true
    /// The greatest distance from the begin, in points of the screen.
    private(set) var farthest = 0.0
    /// Whether the place reported by the panel has changed.
    private(set) var hasMoved = false
    private(set) var path: ThinnedPath
    /// The first place reported by the panel, in points of the screen.
    let raw: Point
    /// The last place reported by the panel, and the spread of the places in all reports.
    private(set) var latestRaw: Point
    private(set) var spread = PlaceSpread()
    /// The number of receivers for which the touch is down.
    private var open = 0
    var isDown: Bool { open > 0 }
    var duration: Int64 { max(0, ended - began) }

    init(_ event: RoutedTouch, step: Double) {
        id = event.id.rawValue
        began = event.timestamp
        (start, end, raw, latestRaw) = (event.location, event.location, event.raw, event.raw)
        target = event.target
        ended = event.timestamp
        path = ThinnedPath(step: step)
    }

    /// Adds an event.
    ///
    /// - Parameters:
    ///   - region: the receiver's ID.
    ///   - isShown: whether the place may be drawn.
    mutating func add(_ event: RoutedTouch, region: String?, isShown: Bool) {
        switch event.phase {
        case .began: open += 1
        case .ended:
            open -= 1
            hasEnded = true
        case .cancelled:
            open -= 1
            cancel = cancel ?? event.reason
        case .moved, .stationary: break
        }
        if let one = event.receiver, receiver == nil || one == target { (receiver, self.region) = (one, region) }
        ended = max(ended, event.timestamp)
        end = event.location
        if event.receiver == receiver { isInside = event.isInside }
        farthest = max(farthest, start.distance(to: event.location))
        hasMoved = hasMoved || event.raw != raw
        latestRaw = event.raw
        if isShown { path.add(event.location) } else { path.breakOff() }
        if open <= 0 { path.close() }
    }

    /// Counts a report of the panel during the touch.
    mutating func recordReport() { spread.add(latestRaw) }

    /// Whether the touch is a tap: short, without much movement, lifted inside. `touchctl stats` uses the same rule.
    func isTap(within distance: Double) -> Bool {
        hasEnded && cancel == nil && receiver != nil && isInside && duration <= TouchStatistics.tapDurationMax && start.distance(to: end) <= distance
    }
}

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
            // Each gap begins a part. If there are too many parts, the oldest one is dropped, to bound the memory.
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

/// The spread of places around their mean.
struct PlaceSpread {
    private(set) var count = 0
    private var origin = Point(0, 0)
    private var sum = Point(0, 0)
    private var squares = 0.0
    private var low = Point(0, 0)
    private var high = Point(0, 0)

    mutating func add(_ place: Point) {
        if count == 0 { (origin, low, high) = (place, place, place) }
        let off = place - origin
        count += 1
        sum = sum + off
        squares += off.x * off.x + off.y * off.y
        low = Point(min(low.x, place.x), min(low.y, place.y))
        high = Point(max(high.x, place.x), max(high.y, place.y))
    }

    /// The root of the mean squared distance from the mean.
    var deviation: Double {
        guard count > 0 else { return 0 }
        let number = Double(count)
        let mean = Point(sum.x / number, sum.y / number)
        return max(0, squares / number - mean.x * mean.x - mean.y * mean.y).squareRoot()
    }

    /// The diagonal of the box around all places.
    var extent: Double { low.distance(to: high) }
}
