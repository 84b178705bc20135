/// What `touchctl check` warns of, as the warning and a comment that allows it call it. docs/configuration.md says what each is about.
public enum WarningID: String, CaseIterable, Sendable {
    // Of each reading of a configuration.
    case noWindows = "no-windows"
    case controllerWithoutRegion = "controller-without-region"
    case sensitiveNotGrabbed = "sensitive-not-grabbed"
    case sensitiveTrustedUser = "sensitive-trusted-user"
    case sensitiveOpenToAll = "sensitive-open-to-all"
    case sensitiveOpenToGroup = "sensitive-open-to-group"
    // Of a check.
    case unmatchedGlob = "unmatched-glob"
    case unmatchedReference = "unmatched-reference"
    case neverHit = "never-hit"
    case surfaceNotGrabbed = "surface-not-grabbed"
    case smallButton = "small-button"
    case edgeWithoutEdges = "edge-without-edges"
    case edgeOutOfReach = "edge-out-of-reach"
    case cannotScroll = "cannot-scroll"
    case neverWins = "never-wins"
    case unknownAccount = "unknown-account"
    case unknownAllow = "unknown-allow"
}
