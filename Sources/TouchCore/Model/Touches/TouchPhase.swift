/// The phase of a touch (UITouch.Phase). The raw values are the words of the protocol.
public enum TouchPhase: String, CaseIterable, Sendable {
    case began, moved, stationary, ended, cancelled

    /// True if no event of the touch follows.
    @inlinable @inline(__always)
    public var isTerminal: Bool { self == .ended || self == .cancelled }
}
