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
    /// Event time of the change, µs. Earlier than the frame's if the event was withheld.
    public var timestamp: Int64
    /// Whether the finger is inside its receiver.
    public var isInside: Bool
    public var tapCount: Int
    public var axes: TouchAxes
    /// Of a touch in a sensitive region for somebody else: nothing in it says where the finger is, but for `target`, which is
    /// not told.
    public var isVeiled = false
}
