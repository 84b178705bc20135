import TouchCore

/// What one touch did, as an observer of all regions is told of it.
struct ReportTouch {
    let id: UInt64
    /// Event time of its begin, µs.
    let began: Int64
    /// Points of the screen.
    let start: Point
    /// The region that was hit; nil: none was.
    let target: RegionID?
    /// The region that got it: the one hit, or else the first that was told of it; nil: none was.
    private(set) var receiver: RegionID?
    /// The receiver's id.
    private(set) var region: String?
    /// Event time of the last that was heard of it.
    private(set) var ended: Int64
    private(set) var end: Point
    /// Whether a receiver was told that it has ended.
    private(set) var hasEnded = false
    /// Why the first receiver that it was taken from lost it.
    private(set) var cancel: CancelReason?
    private(set) var isInside = true
    /// Points of the screen, the greatest distance from its begin.
    private(set) var farthest = 0.0
    /// Of the places that the panel has reported.
    private(set) var hasMoved = false
    private(set) var path: ThinnedPath
    /// Where the panel had it first, in points of the screen.
    let raw: Point
    /// The last place of the panel, and how it was spread over the reports.
    private(set) var latestRaw: Point
    private(set) var spread = PlaceSpread()
    /// Deliveries that are open.
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

    /// - Parameters:
    ///   - region: the receiver's id.
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

    /// The panel has reported while it was down.
    mutating func noteReport() { spread.add(latestRaw) }

    /// Short, without a way to speak of, lifted inside: as `touchctl stats` counts.
    func isTap(within distance: Double) -> Bool {
        hasEnded && cancel == nil && receiver != nil && isInside && duration <= TouchStatistics.tapDurationMax && start.distance(to: end) <= distance
    }
}
