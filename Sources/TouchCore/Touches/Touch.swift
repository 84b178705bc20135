/// One finger from down to up: UITouch's counterpart, as the routing stages keep it. Who gets it is in its `Recipients`.
struct Touch: Sendable {
    let id: TouchID
    var phase: TouchPhase
    /// Event time of the last change, µs.
    var timestamp: Int64
    /// Event time of `began`, µs; the same for the touch's whole life.
    let beganAt: Int64
    /// In screen points.
    var location: Point
    /// Where the panel has it, in screen points: before the filters and the rule for what is outside the panel's area.
    var raw: Point
    /// Where `location` was in the touch's previous frame; equals `location` at `began`.
    var previousLocation: Point
    let tapCount: Int
    var axes: TouchAxes
    /// Only when `phase` is `cancelled`.
    var reason: CancelReason?
    /// The region hit at `began` (`touch.view`); nil outside every window. Never changes.
    var target: RegionID?
    /// Whether it is an application's: its target was a surface at `began`. Never changes.
    var isForSurface = false

    init(id: TouchID, time: Int64, location: Point, raw: Point? = nil, axes: TouchAxes, tapCount: Int) {
        self.id = id
        phase = .began
        timestamp = time
        beganAt = time
        self.location = location
        self.raw = raw ?? location
        previousLocation = location
        self.tapCount = tapCount
        self.axes = axes
    }

    /// Updates it with a frame. Returns whether anything about it is new.
    ///
    /// - Parameter axes: nil: as they were.
    @inline(__always)
    mutating func update(_ phase: TouchPhase, _ reason: CancelReason?, time: Int64, _ location: Point, raw: Point, _ axes: TouchAxes?) -> Bool {
        self.phase = phase
        self.reason = reason
        timestamp = time
        previousLocation = self.location
        self.location = location
        self.raw = raw
        var axesChanged = false
        if let axes {
            axesChanged = axes != self.axes
            self.axes = axes
        }
        return phase == .stationary ? axesChanged : true
    }

    /// The same touch, interrupted.
    func cancelled(_ reason: CancelReason, at time: Int64) -> Touch {
        var touch = self
        touch.phase = .cancelled
        touch.reason = reason
        touch.timestamp = time
        return touch
    }
}
