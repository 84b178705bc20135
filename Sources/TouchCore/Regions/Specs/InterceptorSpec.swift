/// An observer of a window's touches before they are delivered: UIWindow's `sendEvent(_:)` as data. The verdict on a touch is given at
/// `began` and holds for its life.
public struct InterceptorSpec: Hashable, Sendable {
    /// The id, unique in the whole tree like a region's. The interceptor's path is the window's path followed by this id.
    public var id: String
    /// The id of the region in which a touch has to begin, whichever region is hit there.
    public var insideOf: String
    public var verdict: Verdict
    /// The id of the region that gets consumed or redirected touches.
    public var deliverTo: String?
    /// Whether a client may steal touches that this interceptor observes.
    public var maySteal: Bool

    public enum Verdict: String, Sendable {
        /// The interceptor sees every event of the touch; delivery is unchanged.
        case observe
        /// The interceptor and `deliverTo` see every event of the touch; no other receiver does.
        case consume
        /// The touch goes to `deliverTo`, as if that had been hit.
        case redirect
    }

    public init(id: String, insideOf: String, verdict: Verdict, deliverTo: String? = nil, maySteal: Bool = false) {
        self.id = id
        self.insideOf = insideOf
        self.verdict = verdict
        self.deliverTo = deliverTo
        self.maySteal = maySteal
    }
}
