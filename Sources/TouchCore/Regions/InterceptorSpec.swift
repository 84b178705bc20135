/// Who sees a window's touches before they are delivered: UIWindow's `sendEvent(_:)` as data. The verdict on a touch is
/// taken at `began` and holds for its life.
public struct InterceptorSpec: Hashable, Sendable {
    /// Unique in the whole tree, as a region's; its path is the window's and this.
    public var id: String
    /// Touches that begin inside this region are meant, whoever is hit there.
    public var insideOf: String
    public var verdict: Verdict
    /// The region that gets consumed or redirected touches.
    public var deliverTo: String?
    /// Whether a client may take over touches that this interceptor observes.
    public var maySteal: Bool

    public enum Verdict: String, Sendable {
        /// It sees every event of the touch; delivery is unchanged.
        case observe
        /// It sees every event of the touch, and so does `deliverTo`; nobody else does.
        case consume
        /// The touch is `deliverTo`'s, as if that had been hit.
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
