/// All that one SYN_REPORT changed, routed: what goes out as one `frame` line.
public struct RoutedFrame: Sendable {
    public internal(set) var panel = 0
    /// Event time, µs.
    public internal(set) var time: Int64 = 0
    /// Endings first, then moves and begins in slot order.
    public internal(set) var events: [RoutedTouch] = []

    public var isEmpty: Bool { events.isEmpty }
}

/// One touch as one receiver sees it in one frame.
public struct RoutedTouch: Sendable {
    public var id: TouchID
    /// Never `stationary`, unless the contact's axes changed while it stayed where it was.
    public var phase: TouchPhase
    public var reason: CancelReason?
    public var target: RegionIndex?
    /// nil: no region received it, and only observers see it.
    public var receiver: RegionIndex?
    /// In screen points.
    public var location: Point
    /// In the receiver's own space, through its geometry at this moment; without a receiver, in screen points.
    public var local: Point
    /// Whether the finger is inside its receiver.
    public var isInside: Bool
    public var tapCount: Int
    public var axes: TouchAxes
}
