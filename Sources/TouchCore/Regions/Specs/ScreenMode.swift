/// The mode of a screen, which decides whether fingers are routed.
public enum ScreenMode: String, CaseIterable, Sendable {
    case normal
    /// Cleaning of the glass: nothing is routed until the mode ends.
    case cleaning
    /// A lock: nothing is routed until the screen is unlocked.
    case locked
}
