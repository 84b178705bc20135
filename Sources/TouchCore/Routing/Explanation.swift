/// The reasons why a touch went to its receivers.
public struct Explanation: Sendable {
    public let touch: TouchID
    /// The location in screen points.
    public let location: Point
    public let trace: HitTrace
    /// The touch's target: the region that was hit, unless a fallback or an interceptor changed it.
    public let target: RegionID?
    /// The interceptor that consumed or redirected the touch.
    public let decider: RegionID?
    /// The region whose finger keeps the target from taking another one.
    public let blocker: RegionID?
    /// The receivers that get the touch, in the order of delivery.
    public let receivers: [RegionID]
    /// The receivers that still wait for the touch. They get it unless an interceptor steals it or a gesture takes it.
    public let delayedFor: [RegionID]

    init(_ touch: Touch, _ capture: Capture, blocker: RegionID?, _ trace: HitTrace) {
        self.touch = touch.id
        self.location = touch.location
        self.trace = trace
        target = capture.target
        decider = capture.decider
        self.blocker = blocker
        receivers = capture.recipients.current
        delayedFor = capture.recipients.delayed?.receivers ?? []
    }
}
