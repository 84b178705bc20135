/// How long five fingers are held on a grabbed panel until its grab is released.
public enum GrabEscapeTime: Hashable, Sendable {
    /// Ten seconds; never on a screen with a surface, where the grab keeps nobody from the applications.
    case usual
    case never
    /// µs.
    case after(Int64)

    /// µs; nil: never.
    public func time(hasSurface: Bool) -> Int64? {
        switch self {
        case .usual: hasSurface ? nil : 10_000_000
        case .never: nil
        case .after(let time): time
        }
    }
}
