/// One touch for one receiver in one frame.
public struct RoutedTouch: Sendable {
    public var id: TouchID
    /// Never `stationary`, unless the contact's axes changed while it stayed where it was.
    public var phase: TouchPhase
    public var reason: CancelReason?
    public var target: RegionID?
    /// nil: no region received it, and only observers see it.
    public var receiver: RegionID?
    /// In screen points.
    public var location: Point
    /// In the receiver's own space, through its geometry at this moment; without a receiver, in screen points.
    public var local: Point
    /// Where the touch was in the frame before, in the receiver's own space through its geometry at this moment.
    public var previousLocal: Point
    /// Where the panel has it, in screen points: before its filters.
    public var raw = Point(0, 0)
    /// Event time of the change, µs. Earlier than the frame's if the event was withheld.
    public var timestamp: Int64
    /// Whether the finger is inside its receiver.
    public var isInside: Bool
    public var tapCount: Int
    public var axes: TouchAxes
    /// Of a touch in a sensitive region for somebody else: nothing in it says where the finger is, but for `target`, which is
    /// not told.
    public var isRedacted = false
    /// It is an application's, and nobody else's: its receiver is a surface, its target. Only observers are shown it.
    public var isForSurface = false

    /// Neither begins nor ends the touch.
    @inlinable @inline(__always)
    public var isMove: Bool { phase == .moved || phase == .stationary }
}

extension RoutedTouch {
    /// A touch as a receiver sees it; nil: as observers do.
    @inline(__always)
    init(_ touch: Touch, to receiver: RegionID?, _ tree: borrowing RegionTree) {
        self.init(
            id: touch.id, phase: touch.phase, reason: touch.reason, target: touch.target, receiver: receiver,
            location: touch.location, local: touch.location, previousLocal: touch.previousLocation, raw: touch.raw,
            timestamp: touch.timestamp, isInside: true, tapCount: touch.tapCount, axes: touch.axes, isForSurface: touch.isForSurface)
        guard let receiver else { return }
        local = tree.convert(touch.location, to: receiver)
        previousLocal = tree.convert(touch.previousLocation, to: receiver)
        isInside = tree.contains(touch.location, receiver)
    }

    /// The same event, interrupted.
    func cancelled(_ reason: CancelReason, at time: Int64) -> RoutedTouch {
        var event = self
        (event.phase, event.reason, event.timestamp) = (.cancelled, reason, time)
        return event
    }
}
