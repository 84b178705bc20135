/// The time for which five fingers must be held on a grabbed panel to release its grab.
public enum GrabEscapeTime: Hashable, Sendable {
    /// Ten seconds; never on a screen with a surface, because applications get their touches there despite the grab.
    case usual
    case never
    /// A time in µs.
    case after(Int64)

    /// Returns the time in µs; nil for never.
    public func time(hasSurface: Bool) -> Int64? {
        switch self {
        case .usual: hasSurface ? nil : 10_000_000
        case .never: nil
        case .after(let time): time
        }
    }
}
