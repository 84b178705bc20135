/// A right that `access` in the configuration can grant: per region, except for the last seven.
public enum Right: String, CaseIterable, Sendable {
    /// The right to receive the region's events, as a subscriber.
    case receive
    /// The right to see the region's events, whichever receiver they are for.
    case observe
    /// The right to claim the region, its controller or its interceptor.
    case claim
    /// The right to edit the region and its descendants.
    case edit
    /// The right to get coordinates in a sensitive region that no client has claimed.
    case sensitive
    /// The right to report whether a display is on, and to lock screens. Not per region: it holds for all screens.
    case screen
    /// The right to be told of staff gestures. Not per region: it holds for all screens.
    case staff
    /// The right to ask for the state of the daemon and for the statistics. Not per region.
    case status
    /// The right to reload the configuration. Not per region.
    case reload
    /// The right to learn of the focus of accessible screens, and to move it. Not per region.
    case accessibility
    /// The right to put fingers on a screen. Per screen, not per region.
    case inject
    /// The right to type on a screen's keyboard. Per screen, not per region.
    case type
}

/// The permission that a client needs to make a request at all. The request itself checks the regions.
public enum Requirement: Hashable, Sendable {
    /// Every client that may connect.
    case nothing
    /// Clients that have this right for at least one region.
    case right(Right)
    /// Trusted users, and clients of the admin socket.
    case trust
    /// Clients of the admin socket only.
    case admin

    /// The word for it in docs/protocol.md.
    package var word: String {
        switch self {
        case .nothing: "everybody"
        case .right(let right): "`\(right.rawValue)`"
        case .trust: "trusted"
        case .admin: "admin"
        }
    }
}
