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
