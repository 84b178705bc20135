/// A finger from down to up: the counterpart of UITouch in the routing stages. Its receivers are in its `Recipients`.
struct Touch: Sendable {
    let id: TouchID
    var phase: TouchPhase
    /// Event time of the last change, µs.
    var timestamp: Int64
    /// Event time of `began`, µs; the same for the touch's whole life.
    let beganAt: Int64
    /// The location in screen points.
    var location: Point
    /// The location reported by the panel, in screen points: before the filters and the rule for contacts outside the panel's area.
    var raw: Point
    /// The `location` in the touch's previous frame; equals `location` at `began`.
    var previousLocation: Point
    let tapCount: Int
    var axes: TouchAxes
    /// The reason for the cancel; nil unless `phase` is `cancelled`.
    var reason: CancelReason?
    /// The region hit at `began` (`touch.view`); nil if the touch began outside every window. Never changes.
    var target: RegionID?
    /// The traits, which are decided at `began` and never change.
    var traits: TouchTraits = []
    var isForSurface: Bool { traits.contains(.isForSurface) }

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

    /// Updates the touch from a frame. Returns false if the phase is `stationary` and the axes have not changed.
    ///
    /// - Parameter axes: the new values; nil leaves them unchanged.
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

    /// Returns a copy of the touch, cancelled at the given time.
    func cancelled(_ reason: CancelReason, at time: Int64) -> Touch {
        var touch = self
        touch.phase = .cancelled
        touch.reason = reason
        touch.timestamp = time
        return touch
    }
}
