/// The event of one touch for one receiver in one frame.
public struct RoutedTouch: Sendable {
    public var id: TouchID
    /// The phase. It is `stationary` only if the contact's axes changed without a movement.
    public var phase: TouchPhase
    public var reason: CancelReason?
    public var target: RegionID?
    /// The receiver; nil if no region received the touch and only observers see it.
    public var receiver: RegionID?
    /// The location in screen points.
    public var location: Point
    /// The location in the receiver's local space, with its current geometry; without a receiver, in screen points.
    public var local: Point
    /// The location in the previous frame, in the receiver's local space with its current geometry.
    public var previousLocal: Point
    /// The location reported by the panel, before its filters, in screen points.
    public var raw = Point(0, 0)
    /// Event time of the change, in µs. Earlier than the frame's time if the event was delayed.
    public var timestamp: Int64
    /// Whether the finger is inside its receiver.
    public var isInside: Bool
    public var tapCount: Int
    public var axes: TouchAxes
    /// True for an event about a contact in a sensitive region for clients that may not look into the region. Nothing in it reveals the location,
    /// except `target`, which is not sent.
    public var isRedacted = false
    /// The traits of the touch.
    public var traits: TouchTraits = []
    /// True if the touch belongs to an application alone. Its receiver is its target, a surface, and only observers are shown it.
    @inlinable @inline(__always)
    public var isForSurface: Bool {
        get { traits.contains(.isForSurface) }
        set { if newValue { traits.insert(.isForSurface) } else { traits.remove(.isForSurface) } }
    }

    /// Whether the event neither begins nor ends the touch.
    @inlinable @inline(__always)
    public var isMove: Bool { phase == .moved || phase == .stationary }
}

extension RoutedTouch {
    /// Makes the event of a touch for a receiver; nil for observers.
    @inline(__always)
    init(_ touch: Touch, to receiver: RegionID?, _ tree: borrowing RegionTree) {
        self.init(
            id: touch.id, phase: touch.phase, reason: touch.reason, target: touch.target, receiver: receiver,
            location: touch.location, local: touch.location, previousLocal: touch.previousLocation, raw: touch.raw,
            timestamp: touch.timestamp, isInside: true, tapCount: touch.tapCount, axes: touch.axes, traits: touch.traits)
        guard let receiver else { return }
        local = tree.convert(touch.location, to: receiver)
        previousLocal = tree.convert(touch.previousLocation, to: receiver)
        isInside = tree.contains(touch.location, receiver)
    }

    /// Returns the same event as a cancel.
    func cancelled(_ reason: CancelReason, at time: Int64) -> RoutedTouch {
        var event = self
        (event.phase, event.reason, event.timestamp) = (.cancelled, reason, time)
        return event
    }
}
