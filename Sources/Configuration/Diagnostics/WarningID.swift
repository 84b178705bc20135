/// The IDs of the warnings of `touchctl check`. They stand at the end of a warning, and in comments that allow it. docs/configuration.md describes
/// each.
public enum WarningID: String, CaseIterable, Sendable {
    // Found whenever a configuration is read.
    case noWindows = "no-windows"
    case controllerWithoutRegion = "controller-without-region"
    case sensitiveNotGrabbed = "sensitive-not-grabbed"
    case sensitiveTrustedUser = "sensitive-trusted-user"
    case sensitiveOpenToAll = "sensitive-open-to-all"
    case sensitiveOpenToGroup = "sensitive-open-to-group"
    case keyNeverTyped = "key-never-typed"
    // Found by a check only.
    case unmatchedGlob = "unmatched-glob"
    case unmatchedReference = "unmatched-reference"
    case neverHit = "never-hit"
    case surfaceNotGrabbed = "surface-not-grabbed"
    case smallButton = "small-button"
    case aspect
    case slowFilter = "slow-filter"
    case buttonsOverlap = "buttons-overlap"
    case partlyOffScreen = "partly-off-screen"
    case edgeWithoutEdges = "edge-without-edges"
    case edgeOutOfReach = "edge-out-of-reach"
    case cannotScroll = "cannot-scroll"
    case gestureNeverMade = "gesture-never-made"
    case neverWins = "never-wins"
    case noLabel = "no-label"
    case coveredElement = "covered-element"
    case noKeypad = "no-keypad"
    case twoFingerOnly = "two-finger-only"
    case noLanguage = "no-language"
    case exploreNotGrabbed = "explore-not-grabbed"
    case unknownAccount = "unknown-account"
    case unknownAllow = "unknown-allow"
}
