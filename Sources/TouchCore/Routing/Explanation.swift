/// Why a touch went where it went: the question that costs users of every touch stack hours.
public struct Explanation: Sendable {
    public let touch: TouchID
    /// In points of the screen.
    public let location: Point
    public let trace: HitTrace
    /// `touch.target`: what was hit, unless a fallback or an interceptor says otherwise.
    public let target: RegionID?
    /// The interceptor that consumed or redirected the touch.
    public let decider: RegionID?
    /// The region whose finger keeps the target from taking another.
    public let blocker: RegionID?
    /// Who is told of the touch, in the order of delivery.
    public let receivers: [RegionID]
    /// Who will be, unless an interceptor takes it over.
    public let withheldFrom: [RegionID]

    init(_ touch: Touch, _ capture: Capture, blocker: RegionID?, _ trace: HitTrace) {
        self.touch = touch.id
        self.location = touch.location
        self.trace = trace
        target = capture.target
        decider = capture.decider
        self.blocker = blocker
        receivers = capture.recipients.told
        withheldFrom = capture.recipients.delayed?.receivers ?? []
    }
}
